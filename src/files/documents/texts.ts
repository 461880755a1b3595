import Big from 'big.js'
import type { CustomType } from '../../custom/rules.ts'
import type { Language } from '../../texts/message.ts'
import { yesNoText } from '../words.ts'

/** What rows of an order are called here, where that is not what they are called everywhere. */
type Own = Partial<Record<string, string>>

const portuguese = {
  own: { number: 'Número', delivery_date: 'Entrega' } as Own,
  order: 'Pedido',
  customer: 'Cliente',
  code: 'Código',
  address: 'Endereço de entrega',
  zip: 'CEP',
  freight: 'Frete',
  product: 'Produto',
  quantity: 'Qtde.',
  price: 'Preço unit.',
  discount: 'Desconto',
  net: 'Líquido',
  gross: 'Produtos e serviços',
  netTotal: 'Total líquido',
  notCharged: 'por conta do cliente',
  inside: 'incluso no preço',
  total: 'Total do pedido',
  payable: 'Valor a pagar',
  customFields: 'Outras informações',
  cut: 'De descrições longas está aqui só o começo (…); o pedido as tem inteiras.',
  estimated: 'vencimentos estimados',
  taxesEstimated: 'Impostos estimados, definitivos na nota fiscal.',
  noItems: 'Este pedido não tem itens.',
  test: 'TESTE – sem valor comercial',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
}

export type Texts = typeof portuguese

const english: Texts = {
  own: { number: 'Number', delivery_date: 'Delivery', observations: 'Observations' },
  order: 'Order',
  customer: 'Customer',
  code: 'Code',
  address: 'Delivery address',
  zip: 'Postal code',
  freight: 'Freight',
  product: 'Product',
  quantity: 'Qty.',
  price: 'Unit price',
  discount: 'Discount',
  net: 'Net',
  gross: 'Products and services',
  netTotal: 'Net total',
  notCharged: 'paid by the customer',
  inside: 'inside the price',
  total: 'Order total',
  payable: 'Payable value',
  customFields: 'More information',
  cut: 'Of long descriptions only the beginning is here (…); the order has them whole.',
  estimated: 'due dates estimated',
  taxesEstimated: 'Taxes are estimates: the invoice has the final ones.',
  noItems: 'This order has no items.',
  test: 'TEST – no commercial value',
  page: (page, pages) => `Page ${page} of ${pages}`,
}

export const texts: Record<Language, Texts> = { 'pt-BR': portuguese, en: english }

/** A decimal as people write it, without rounding beyond `most` decimals. */
export function decimalText(value: Big, language: Language, least = 0, most = 10): string {
  const rounded = value.round(most, Big.roundHalfUp)
  const [whole = '0', decimals = ''] = rounded.toFixed().split('.')
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ',']
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  const shown = decimals.padEnd(least, '0')
  return shown === '' ? grouped : `${grouped}${point}${shown}`
}

/** An amount of money: `R$ 1.234,56`, or `R$ 1,234.56` in English. */
export function moneyText(value: Big, language: Language): string {
  return `R$ ${decimalText(value, language, 2, 2)}`
}

/** A CPF or CNPJ with its punctuation. */
export function taxIdText(bare: string): string {
  if (bare.length === 11) return bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

/** A custom field's value as people read it: one that has not its type's form stays as it is. */
export function customValue(value: string, type: CustomType, language: Language): string {
  const [year, month, day] = value.split('-')
  if (type === 'date' && language !== 'en' && day) return `${day}/${month}/${year}`
  if (type === 'decimal' && /^-?\d+(\.\d+)?$/.test(value)) {
    return language === 'en' ? value : value.replace('.', ',')
  }
  if (type === 'boolean' && ['true', 'false'].includes(value)) {
    return yesNoText(value === 'true', language)
  }
  return value
}
