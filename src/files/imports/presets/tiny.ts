import type { Preset } from './preset.ts'

/** Tiny, now the ERP of Olist. */
export const tiny: Preset = {
  label: 'Tiny / Olist',
  forms: [
    {
      resource: 'orders',
      signs: ['Número do pedido', 'ID contato', 'Desconto item', 'Frete pedido'],
      decimal: ',',
      columns: {
        ID: null,
        'Número do pedido': 'fk_id',
        Data: 'date',
        'Data prevista': 'delivery_date',
        'CPF/CNPJ': 'fk_id_customer',
        Observações: 'observations',
        Situação: null,
        Descrição: 'items.description',
        'Código (SKU)': 'items.fk_id_item',
        Quantidade: 'items.quantity',
        'Valor unitário': 'items.price',
        'Desconto item': 'items.discount_value',
        'Frete pedido': 'freight_value',
        Vendedor: null,
      },
    },
    {
      resource: 'products',
      signs: ['Código (SKU)', 'NCM (Classificação fiscal)', 'Cód do Fornecedor'],
      decimal: ',',
      columns: {
        ID: null,
        'Código (SKU)': 'fk_id',
        Descrição: 'name',
        Preço: 'price',
        'Descrição complementar': 'description',
        'Tipo do produto': null,
      },
    },
    {
      resource: 'customers',
      signs: ['ID', 'Código', 'Fantasia', 'CPF / CNPJ', 'Estado'],
      columns: {
        ID: null,
        Código: 'fk_id',
        Nome: 'name',
        Fantasia: 'trade_name',
        'CPF / CNPJ': 'document',
        Fone: 'phone',
        Celular: 'phone',
        'E-mail': 'email',
        Endereço: 'address.street',
        Número: 'address.number_text',
        Complemento: 'address.complement',
        Bairro: 'address.neighborhood',
        Cidade: 'address.city',
        Estado: 'address.state',
        CEP: 'address.postal_code',
      },
    },
  ],
}
