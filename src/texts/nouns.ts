import { recordRows } from '../../packages/model/records.ts'
import { type Message, msg, translated, verbatim } from './message.ts'

/** `OrderStatus` as `order status`. */
export const inWords = (title: string) =>
  title.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const ofRecords = recordRows.flatMap(({ title, plural, label: [one], labels: [all] }) => [
  [inWords(plural), all] as const,
  [inWords(title), one] as const,
])

const nouns: Readonly<Record<string, Message>> = {
  ...Object.fromEntries(
    ofRecords.map(([en, portuguese]) => [
      en,
      translated({ en, 'pt-BR': portuguese.toLowerCase() }),
    ]),
  ),
  address: msg`address`,
  order: msg`order`,
  addresses: msg`addresses`,
  orders: msg`orders`,
  'order numbers': msg`order numbers`,
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
