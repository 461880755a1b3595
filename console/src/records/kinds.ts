import type { Pedido } from '@pedido/client'
import type { Label } from '@pedido/model/kinds'
import { orderRows } from '@pedido/model/order'
import type { OrderRow } from '@pedido/model/order-row'
import type { RecordRow } from '@pedido/model/records'
import { memberOf, type RecordPath, records } from '../common/records/rows.ts'
import { texts } from '../text/texts.ts'

/** A kind of record that has hardly more than a name and a code: all that its screen needs to know. */
export interface Kind {
  /** In the address, and of the service. */
  path: RecordPath
  /** What scopes to read and write it begin with. */
  family: RecordRow['family']
  /** Its member of the client. */
  client: keyof Pedido
  texts: ReturnType<typeof namesOf>
  /** The filter of orders that finds those that use it, where orders can. */
  filter?: string
  /** Its lines: the kind, and the filter that finds those of one record. */
  lines?: { path: string; filter: string; labels: Label }
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

const orders: readonly OrderRow[] = orderRows

/** The column of an order that refers to a kind of record. */
const filterOf = (path: string) =>
  orders.find((row) => row.kind === 'reference' && row.table === path.replaceAll('-', '_'))

function linesOf(owner: string): Kind['lines'] {
  const [first] = records.flatMap(({ path, labels, fields }) =>
    fields
      .filter((field) => field.kind === 'owner' && field.to === owner)
      .map(({ name }) => ({ path, labels, filter: `id_${name}` })),
  )
  return first
}

function kindOf(row: RecordRow): Kind {
  const { path } = row
  const order = filterOf(path)
  const lines = linesOf(path)
  return {
    path: path as RecordPath,
    family: row.family,
    client: memberOf(path),
    texts: namesOf(row),
    ...(order?.kind === 'reference' && { filter: order.column }),
    ...(lines && { lines }),
    isSeller: path === 'users',
    isStandard: path === 'reasons',
  }
}

/** What has its tab among the records. */
export const references = records.filter(
  ({ family }) => family === 'reference' || family === 'taxes',
)

export const kinds: readonly Kind[] = references
  .filter(({ path }) => path !== OWN_SCREEN)
  .map(kindOf)
