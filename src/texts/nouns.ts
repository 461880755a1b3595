import { type Message, msg, verbatim } from './message.ts'

const nouns: Readonly<Record<string, Message>> = {
  address: msg`address`,
  'branch company': msg`branch company`,
  category: msg`category`,
  customer: msg`customer`,
  'freight type': msg`freight type`,
  opportunity: msg`opportunity`,
  order: msg`order`,
  'order status': msg`order status`,
  'payment method': msg`payment method`,
  'payment type': msg`payment type`,
  product: msg`product`,
  quotation: msg`quotation`,
  reason: msg`reason`,
  'shipping company': msg`shipping company`,
  user: msg`user`,
  addresses: msg`addresses`,
  orders: msg`orders`,
  products: msg`products`,
  customers: msg`customers`,
  // What JSON knows.
  array: msg`array`,
  boolean: msg`boolean`,
  integer: msg`integer`,
  null: msg`null`,
  number: msg`number`,
  object: msg`object`,
  string: msg`string`,
}

/** What is called so in English, in small letters. */
export function noun(english: string): Message {
  return nouns[english.toLowerCase()] ?? verbatim(english)
}
