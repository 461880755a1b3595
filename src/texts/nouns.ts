import { say, type Text, verbatim } from './text.ts'

const nouns: Readonly<Record<string, Text>> = {
  address: say`address`,
  'branch company': say`branch company`,
  category: say`category`,
  customer: say`customer`,
  'freight type': say`freight type`,
  opportunity: say`opportunity`,
  order: say`order`,
  'order status': say`order status`,
  'payment method': say`payment method`,
  'payment type': say`payment type`,
  product: say`product`,
  quotation: say`quotation`,
  reason: say`reason`,
  'shipping company': say`shipping company`,
  user: say`user`,
  addresses: say`addresses`,
  orders: say`orders`,
  products: say`products`,
  customers: say`customers`,
  // What JSON knows.
  array: say`array`,
  boolean: say`boolean`,
  integer: say`integer`,
  null: say`null`,
  number: say`number`,
  object: say`object`,
  string: say`string`,
}

/** What is called so in English, in small letters. */
export function noun(english: string): Text {
  return nouns[english.toLowerCase()] ?? verbatim(english)
}
