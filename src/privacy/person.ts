import { anonymousName } from '../customers/anonymise.ts'
import { customer, personalFields } from '../customers/schema.ts'
import { REMOVED } from '../events/rewriting/removed.ts'
import type { EventData } from '../events/rewriting/rewrite.ts'
import { isEmptied, isReference, writtenRows } from '../model/order.ts'
import { identifies, type Known, mentions } from './known.ts'

// What is left of JSON that was kept of a person: of the customer, of its addresses, and of orders
// while they were the customer's. Ids, times, amounts and what was ordered stay.

/** Whose data is removed. */
export interface Person {
  id: number
  /** What stays of its code. */
  fk_id: string | null
  /** Ids of the addresses that it has or had. */
  addresses: ReadonlySet<number>
  /** Ids of comments of which answers are to say nothing. */
  comments: ReadonlySet<number>
  /** The same of attachments, which are to have no name. */
  attachments: ReadonlySet<number>
  known: Known
}

type Json = Record<string, unknown>

const emptyPersonal = Object.fromEntries(
  personalFields.map((name) => [name, customer.fields[name]?.unset ?? null]),
)

const ofAddress = [
  'name',
  'fk_id',
  'street',
  'number',
  'number_text',
  'complement',
  'zip_code',
  'postal_code',
  'neighborhood',
  'city',
  'state',
  'latitude',
  'longitude',
  'ibge',
]

/** What an event is to say; undefined where it says nothing of the person. */
export function rewrittenEvent(person: Person, event: EventData): EventData | undefined {
  const data = JSON.parse(event.data) as Json
  const previous = event.previous === null ? null : (JSON.parse(event.previous) as Json)
  const rest = rewrittenParts(person, event.resource, data, previous)
  const rewritten = {
    ...event,
    data: textOf(rest.data, event.data),
    previous: rest.previous && event.previous ? textOf(rest.previous, event.previous) : null,
  }
  return rewritten.data === event.data && rewritten.previous === event.previous
    ? undefined
    : rewritten
}

/** The text as it was, unless something in it changes: it has its own spaces and order. */
function textOf(value: Json, before: string): string {
  const text = JSON.stringify(value)
  return text === JSON.stringify(JSON.parse(before)) ? before : text
}

function rewrittenParts(person: Person, resource: string, data: Json, previous: Json | null) {
  if (resource === 'customer') {
    return {
      data: emptyCustomer(person, data),
      previous: previous && emptyCustomer(person, previous),
    }
  }
  if (resource === 'address') {
    return { data: emptyAddress(data), previous: previous && emptyAddress(previous) }
  }
  if (resource === 'order') {
    // What was replaced is of the customer that the order had then.
    const before = previous && 'customer' in previous ? previous : data
    return {
      data: isOf(person, data) ? emptyOrder(person, data) : data,
      previous: previous && isOf(person, before) ? emptyOrder(person, previous) : previous,
    }
  }
  return {
    data: without(person, data) as Json,
    previous: previous && (without(person, previous) as Json),
  }
}

/** What the body of an answer is to be; undefined where it says nothing of the person. */
export function rewrittenBody(person: Person, body: string): string | undefined {
  const rest = JSON.stringify(without(person, JSON.parse(body)))
  return rest === JSON.stringify(JSON.parse(body)) ? undefined : rest
}

/** Any JSON, without what is the person's, wherever it stands. */
function without(person: Person, value: unknown): unknown {
  if (typeof value === 'string') return mentions(person.known, value) ? REMOVED : value
  if (Array.isArray(value)) return value.map((one) => without(person, one))
  if (typeof value !== 'object' || value === null) return value
  const json = value as Json
  if (isOf(person, json)) return emptyOrder(person, json)
  if (json['id'] === person.id && 'document' in json && 'phone' in json) {
    return emptyCustomer(person, json)
  }
  if ('street' in json && 'zip_code' in json && person.addresses.has(json['id'] as number)) {
    return emptyAddress(json)
  }
  if ('id_order' in json && 'text' in json && person.comments.has(json['id'] as number)) {
    return replaced(json, { text: REMOVED })
  }
  if ('id_order' in json && 'media_type' in json && person.attachments.has(json['id'] as number)) {
    return replaced(json, { name: REMOVED })
  }
  return mapped(json, (part) => without(person, part))
}

/** Whether it is an order of the customer. */
function isOf({ id }: Person, { customer }: Json): boolean {
  return (customer as Json | null | undefined)?.['id'] === id
}

function emptyCustomer(person: Person, record: Json): Json {
  return replaced(record, {
    name: anonymousName(person.id),
    fk_id: codeLeft(person, record['fk_id']),
    document: null,
    email: null,
    phone: null,
    custom_fields: {},
    ...emptyPersonal,
  })
}

function codeLeft({ fk_id }: Person, code: unknown): string | null {
  return code === fk_id ? fk_id : null
}

function emptyAddress(address: Json): Json {
  return replaced(address, Object.fromEntries(ofAddress.map((name) => [name, null])))
}

/** What people write of an order, as it is where nothing was written. */
const emptyTexts = Object.fromEntries(
  writtenRows.flatMap((row) =>
    isEmptied(row) && !isReference(row) ? [[row.name, row.unset]] : [],
  ),
)

/** An order, or those of its properties that were replaced. */
function emptyOrder(person: Person, order: Json): Json {
  const { customer, address, items, fk_id } = order as { [name: string]: unknown }
  const named = customer as Json | null | undefined
  return replaced(order, {
    customer:
      named?.['id'] === person.id
        ? replaced(named, {
            name: anonymousName(person.id),
            fk_id: codeLeft(person, named['fk_id']),
          })
        : customer,
    address: address ? emptyAddress(address as Json) : address,
    ...emptyTexts,
    fk_id: unlessIdentifying(person, fk_id),
    items: ((items ?? []) as Json[]).map((item) =>
      replaced(item, { description: null, fk_id: unlessIdentifying(person, item['fk_id']) }),
    ),
  })
}

function unlessIdentifying({ known }: Person, code: unknown): unknown {
  return typeof code === 'string' && identifies(known, code) ? null : code
}

/** The same properties in the same order, some of them with other values. */
function replaced(json: Json, values: Json): Json {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      Object.hasOwn(values, name) ? values[name] : value,
    ]),
  )
}

function mapped(json: Json, work: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, work(value)]))
}
