import type { Preset } from './preset.ts'

/** Exports of orders by items, products and customers. */
export const mercos: Preset = {
  label: 'Mercos',
  forms: [
    {
      resource: 'orders',
      signs: ['Nº Pedido', 'Representada', 'CNPJ/CPF Cliente', 'Código Produto'],
      decimal: ',',
      columns: {
        'Nº Pedido': 'fk_id',
        'Data Emissão': 'date',
        'CNPJ/CPF Cliente': 'fk_id_customer',
        Cliente: null,
        Representada: null,
        'Criado por': null,
        'Condição de Pagamento': null,
        'Código Produto': 'items.fk_id_item',
        'Descrição Produto': 'items.description',
        Quantidade: 'items.quantity',
        'Preço Tabela': null,
        'Preço Líquido': 'items.price',
        Subtotal: 'items.net_value',
        IPI: null,
        'Valor IPI': 'items.value_ipi',
        'Valor ST': 'items.value_icms_st',
        'Valor Total Pedido': 'total_value',
        Observações: 'observations',
      },
    },
    {
      resource: 'products',
      signs: ['Código', 'Nome', 'Preço Tabela', 'Comissão'],
      decimal: ',',
      columns: {
        Código: 'fk_id',
        Nome: 'name',
        'Preço Tabela': 'price',
        Observações: 'description',
      },
    },
    {
      resource: 'customers',
      signs: ['Razão Social', 'Nome Fantasia', 'CNPJ/CPF', 'Suframa'],
      columns: {
        'CNPJ/CPF': ['fk_id', 'document'],
        'Razão Social': 'name',
        'Nome Fantasia': 'trade_name',
        'E-mail': 'email',
        Telefone: 'phone',
        Rua: 'address.street',
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
