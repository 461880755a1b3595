import type { Preset } from './preset.ts'

/** Reports of sales orders, products and customers, as they are exported to Excel. */
export const omie: Preset = {
  label: 'Omie',
  forms: [
    {
      resource: 'orders',
      signs: ['Pedido de Venda', 'Cliente (CNPJ/CPF)', 'Código do Produto'],
      columns: {
        'Pedido de Venda': 'fk_id',
        'Data de Inclusão': 'date',
        'Previsão de Faturamento': 'delivery_date',
        'Cliente (CNPJ/CPF)': 'fk_id_customer',
        'Código do Produto': 'items.fk_id_item',
        'Descrição do Produto': 'items.description',
        Quantidade: 'items.quantity',
        'Valor Unitário': 'items.price',
        'Valor do Desconto': 'items.discount_value',
        'Total de Mercadoria': 'items.net_value',
        'Valor do IPI': 'items.value_ipi',
        'Valor do ICMS ST': 'items.value_icms_st',
        'Total da Nota Fiscal': null,
        Vendedor: null,
      },
    },
    {
      resource: 'products',
      signs: ['Código do Produto', 'Descrição do Produto', 'Preço Unitário de Venda'],
      columns: {
        'Código do Produto': 'fk_id',
        'Descrição do Produto': 'name',
        'Preço Unitário de Venda': 'price',
        'Descrição Detalhada': 'description',
      },
    },
    {
      resource: 'customers',
      signs: ['Razão Social', 'Nome Fantasia', 'CNPJ/CPF', 'Código de Integração'],
      columns: {
        'CNPJ/CPF': ['fk_id', 'document'],
        'Código de Integração': null,
        'Razão Social': 'name',
        'Nome Fantasia': 'trade_name',
        'E-mail': 'email',
        Telefone: 'phone',
        Endereço: 'address.street',
        'Número do Endereço': 'address.number_text',
        Complemento: 'address.complement',
        Bairro: 'address.neighborhood',
        Cidade: 'address.city',
        Estado: 'address.state',
        CEP: 'address.postal_code',
      },
    },
  ],
}
