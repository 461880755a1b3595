import type { Preset } from './preset.ts'

/** The report of sales. Its totals are after fees: what the buyer pays for products is checked. */
export const mercadoLivre: Preset = {
  label: 'Mercado Livre',
  forms: [
    {
      resource: 'orders',
      signs: ['N.º de venda', 'Unidades', 'Receita por produtos (BRL)'],
      columns: {
        'N.º de venda': 'fk_id',
        'Data da venda': 'date',
        CPF: 'fk_id_customer',
        SKU: 'items.fk_id_item',
        '# de anúncio': null,
        'Título do anúncio': 'items.description',
        Unidades: 'items.quantity',
        'Preço unitário de venda do anúncio (BRL)': 'items.price',
        'Receita por produtos (BRL)': 'total_value',
        'Total (BRL)': null,
        'Tarifa de venda e impostos (BRL)': null,
        'Tarifas de envio (BRL)': null,
      },
    },
  ],
}
