import { taxFields } from './invoices/products.ts'
import { active, code, customFields, name } from './record-fields.ts'

/** The row of products. */
export const products = {
  path: 'products',
  title: 'Product',
  plural: 'Products',
  family: 'products',
  label: ['Produto', 'Product'],
  labels: ['Produtos', 'Products'],
  description: 'The catalogue: products and services, with their images.',
  example: {
    name: 'Disjuntor bipolar 32 A',
    fk_id: 'DJ-32',
    type: 'product',
    price: 19.9,
    description: 'Curva C, para trilho DIN.',
    ncm: '85362000',
    gtin: '7891000315507',
    unit_gtin: '7891000315507',
    origin: 0,
    unit: 'UN',
  },
  fields: [
    {
      ...name,
      headings: [
        'Nome',
        'Produto',
        'Nome do produto',
        'Descrição',
        'Descrição do produto',
        'Product',
      ],
    },
    {
      ...code,
      headings: ['Código', 'Cód. produto', 'Referência', 'Código externo', 'SKU', 'Product code'],
    },
    {
      name: 'type',
      kind: 'choice',
      label: ['Tipo', 'Type'],
      headings: ['Tipo', 'Tipo do produto', 'Product type'],
      description: 'A product unless given.',
      unset: 'product',
      choices: { product: ['Produto', 'Product'], service: ['Serviço', 'Service'] },
    },
    {
      name: 'price',
      kind: 'unit_price',
      label: ['Preço', 'Price'],
      headings: [
        'Preço',
        'Preço de venda',
        'Valor',
        'Preço unitário',
        'Valor unitário',
        'Valor de venda',
        'Unit price',
      ],
      description: 'Unit price of order items that give none.',
    },
    {
      name: 'description',
      kind: 'text',
      label: ['Descrição', 'Description'],
      headings: [
        'Descrição completa',
        'Descrição detalhada',
        'Detalhes',
        'Long description',
        'Descrição',
      ],
      isWide: true,
    },
    {
      name: 'recurrency_period',
      kind: 'integer',
      label: ['Recorrência (dias)', 'Recurrence (days)'],
      headings: ['Recorrência', 'Recorrência (dias)', 'Recurrency', 'Recurrency (days)'],
      description: 'Days.',
      hint: [
        'De quantos em quantos dias costuma ser comprado.',
        'Every how many days it is usually bought.',
      ],
    },
    {
      ...active,
      description:
        'Whether it is still sold. The console offers no other for new orders; the API takes orders of any.',
    },
    ...taxFields,
    { name: 'image', kind: 'image', label: ['Imagem', 'Image'] },
    customFields,
  ],
  embedded: ['type'],
  searched: 'the name and the external identifier',
  events: 'product',
  usedBy: [['order_items', 'id_item', 'orders']],
} as const
