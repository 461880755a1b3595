import type { Preset } from './preset.ts'

/** Exports of sales orders, products and contacts. */
export const bling: Preset = {
  label: 'Bling',
  forms: [
    {
      resource: 'orders',
      signs: ['Número pedido', 'CPF/CNPJ Comprador', 'Valor Frete Pedido'],
      decimal: ',',
      columns: {
        'Número pedido': 'fk_id',
        Data: 'date',
        'Data Prevista': 'delivery_date',
        'CPF/CNPJ Comprador': 'fk_id_customer',
        SKU: 'items.fk_id_item',
        Produto: 'items.description',
        Quantidade: 'items.quantity',
        'Valor Unitário': 'items.price',
        'Valor Total': 'items.total_item',
        'Total Pedido': 'total_value',
        'Valor Frete Pedido': 'freight_value',
        'Valor Desconto Pedido': 'discount_value',
        'Outras despesas': 'other_expenses',
        'Tipo Frete': 'fk_id_freight_type',
        Observações: 'observations',
        Transportadora: null,
        Vendedor: null,
        'Forma Pagamento': null,
      },
    },
    {
      resource: 'products',
      signs: ['Código', 'Valor IPI fixo', 'Cód. no fornecedor'],
      decimal: ',',
      columns: {
        Código: 'fk_id',
        Descrição: 'name',
        Preço: 'price',
        'Descrição Curta': 'description',
      },
    },
    {
      resource: 'customers',
      signs: ['Código', 'Fantasia', 'CNPJ / CPF', 'Limite de crédito'],
      columns: {
        Código: 'fk_id',
        Nome: 'name',
        Fantasia: 'trade_name',
        'CNPJ / CPF': 'document',
        Fone: 'phone',
        Celular: 'phone',
        'E-mail': 'email',
        Endereço: 'address.street',
        Número: 'address.number_text',
        Complemento: 'address.complement',
        Bairro: 'address.neighborhood',
        Cidade: 'address.city',
        UF: 'address.state',
        CEP: 'address.postal_code',
      },
    },
  ],
}
