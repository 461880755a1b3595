import type { Pedido } from '@pedido/client'
import type { RecordRow } from '@pedido/model/records'
import { type RecordPath, records } from '../common/records/rows.ts'
import { texts } from '../text/texts.ts'

/** A kind of record that has hardly more than a name and a code: all that its screen needs to know. */
export interface Kind {
  /** In the address, and of the service. */
  path: RecordPath
  /** Its member of the client. */
  client: keyof Pedido
  texts: ReturnType<typeof namesOf>
  /** The filter of orders that finds those that use it. */
  filter: string
  /** It has customers. */
  isSeller: boolean
  /** An account begins with some, whose names people read in their language. */
  isStandard: boolean
}

/** Statuses have a screen of their own. */
const OWN_SCREEN = 'order-statuses'

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function namesOf({ label: [one, oneEnglish], labels, isFeminine }: RecordRow) {
  const create = `${isFeminine ? 'Nova' : 'Novo'} ${inSentence(one)}`
  const [many, manyEnglish] = labels
  return texts({
    title: labels,
    create: [create, `New ${inSentence(oneEnglish)}`],
    one: [inSentence(one), inSentence(oneEnglish)],
    many: [inSentence(many), inSentence(manyEnglish)],
  })
}

/** `id_payment_type`, of `PaymentType`. */
const columnOf = (title: string) =>
  `id${title.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

function kindOf(row: RecordRow): Kind {
  const { path, title } = row
  return {
    path: path as RecordPath,
    client: path.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Pedido,
    texts: namesOf(row),
    filter: columnOf(title),
    isSeller: path === 'users',
    isStandard: path === 'reasons',
  }
}

/** What has its tab among the records. */
export const references = records.filter(({ family }) => family === 'reference')

export const kinds: readonly Kind[] = references
  .filter(({ path }) => path !== OWN_SCREEN)
  .map(kindOf)
