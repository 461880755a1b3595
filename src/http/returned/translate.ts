import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '../../base/problems.ts'
import { escapePointer } from '../../base/values/pointers.ts'
import { type Message, msg } from '../../texts/message.ts'
import type { Words, Written } from './words.ts'

// A body in the words of an answer as the request that says the same. What says just what the record has
// now is no change of it: so a record can be read, changed in one place and sent back, though other
// figures in it would follow from that change.

type Values = Record<string, unknown>

/** What was sent of a record that is referred to beside what names it, to be compared with what there is. */
export interface SentReference {
  /** The properties that lead to it in a record, through lists. */
  path: readonly string[]
  pointer: string
  sent: Values
}

export interface Translation {
  body: unknown
  /** Where the client wrote what the request has elsewhere, by where that is. */
  pointers: Map<string, string>
  /** What the client can’t write, and is not so. */
  errors: FieldError[]
  /** References to others than the record has now. */
  references: SentReference[]
}

/** An object of the body, where it is, and what it was. */
interface Level {
  words: Words
  /** Where it is in what was sent, and in the request. */
  pointer: string
  written: string
  path: readonly string[]
  /** The same of the record as it is; undefined where there is none. */
  now: Values | undefined
  /** What it leaves out stays. */
  isPatch: boolean
}

/**
 * @param now the record as answers show it; undefined where there is none yet
 * @param isPatch what the body leaves out stays as it is
 */
export function translated(
  body: unknown,
  words: Words,
  now: Values | undefined,
  isPatch: boolean,
): Translation {
  const all: Translation = {
    body,
    pointers: new Map(),
    errors: [],
    references: [],
  }
  const level = { words, pointer: '', written: '', path: [], now, isPatch }
  if (isObject(body)) all.body = objectOf(body, level, all)
  return all
}

function objectOf(sent: Values, level: Level, all: Translation): Values {
  const written: Values = {}
  const later: [string, unknown, Written][] = []
  for (const [name, value] of Object.entries(sent)) {
    const how = level.words.returned.get(name)
    if (how === undefined) written[name] = value
    else later.push([name, value, how])
  }
  for (const [name, value, how] of later) property(name, value, how, written, level, all)
  return written
}

function property(
  name: string,
  value: unknown,
  how: Written,
  written: Values,
  level: Level,
  all: Translation,
): void {
  if (how.as === 'same') {
    if (isUnsaid(name, value, how, level)) return
    written[name] = how.inner ? within(name, value, how.inner, level, all) : value
    return
  }
  if (how.as === 'beside') return
  if (how.as === 'elsewhere') {
    if (level.now === undefined || !isDeepStrictEqual(level.now[name], value)) written[name] = value
    return
  }
  if (how.as === 'read_only') {
    const was = level.now?.[name]
    if (level.now === undefined || !isDeepStrictEqual(was, value))
      all.errors.push(readOnlyAt(level.pointer, name, level.now && was))
    return
  }
  if (how.as === 'reference' && value !== null) {
    reference(name, value, how, written, level, all)
    return
  }
  if (isUnsaid(name, value, how, level)) return
  if (how.as === 'references') put(how.ids, idsOf(value), [name], written, level, all)
  else if (how.as === 'renamed') put(how.to, value, [name], written, level, all)
  else {
    put(how.id, null, [name], written, level, all)
    // What answers show within it goes with it.
    if (how.value !== undefined && !Object.hasOwn(written, how.value))
      put(how.value, null, [name], written, level, all)
  }
}

/** Whether it says what the record has, and may be left out for that. */
function isUnsaid(
  name: string,
  value: unknown,
  how: Written,
  { now, isPatch, words }: Level,
): boolean {
  if (words.required.has(name)) return false
  if (now === undefined || !isDeepStrictEqual(now[name], value)) return false
  // What follows from other properties would be kept from following them.
  if (value === null && how.as === 'same' && !how.takesNull) return true
  return isPatch || how.stays === true || now[`${name}_kept`] === false
}

function reference(
  name: string,
  value: unknown,
  how: Extract<Written, { as: 'reference' }>,
  written: Values,
  level: Level,
  all: Translation,
): void {
  const pointer = `${level.pointer}/${escapePointer(name)}`
  if (!isObject(value) || (value['id'] === undefined && typeof value['fk_id'] !== 'string')) {
    const detail = isObject(value)
      ? msg`names no record: it needs an id or a fk_id.`
      : msg`must be an object with an id or a fk_id, or null; the id alone is ${how.id}.`
    all.errors.push({ pointer, code: isObject(value) ? 'required' : 'type', detail })
    return
  }
  const { id, fk_id, ...others } = value
  const was = level.now?.[name] as Values | null | undefined
  const names = how.value === undefined ? others : withoutValue(others)
  if (how.value !== undefined && value['value'] !== undefined) {
    const isAmountSame = isDeepStrictEqual(was?.['value'], value['value'])
    if (!(level.isPatch && isAmountSame))
      put(how.value, value['value'], [name, 'value'], written, level, all)
  }
  const isNamed = was?.[id === undefined ? 'fk_id' : 'id'] === (id ?? fk_id)
  const isAsNow = isNamed && holds(was, fk_id === undefined ? names : { fk_id, ...names })
  // Where requests take a code, it is compared by whoever looks for the record.
  const sent = how.fk_id === undefined ? { fk_id, ...names } : names
  if (isNamed) all.errors.push(...wrongNames(sent, was, pointer))
  else all.references.push({ path: [...level.path, name], pointer, sent: { id, ...sent } })
  // What a copy does not say it takes from its model; but a line must name its product.
  if (isAsNow && level.isPatch && !level.words.isCopied) return
  if (id !== undefined) put(how.id, id, [name, 'id'], written, level, all)
  if (how.fk_id !== undefined && typeof fk_id === 'string' && !(isAsNow && id !== undefined))
    put(how.fk_id, fk_id, [name, 'fk_id'], written, level, all)
}

/** What is said of a record that is referred to as it is now, and is not so. */
function wrongNames(sent: Values, now: Values | null | undefined, pointer: string): FieldError[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    value === undefined || isDeepStrictEqual(now?.[name], value)
      ? []
      : readOnlyAt(pointer, name, now?.[name] ?? null),
  )
}

const withoutValue = ({ value: _, ...others }: Values): Values => others

/** Whether a record has these values. */
const holds = (record: Values | null | undefined, values: Values) =>
  Object.entries(values).every(([name, value]) => isDeepStrictEqual(record?.[name], value))

/** A list’s elements, or an object, in the words of the request. */
function within(
  name: string,
  value: unknown,
  words: Words,
  level: Level,
  all: Translation,
): unknown {
  const now = level.now?.[name]
  const inner = (i?: number): Level => {
    const step = `/${escapePointer(name)}${i === undefined ? '' : `/${i}`}`
    return {
      words,
      pointer: level.pointer + step,
      written: level.written + step,
      path: [...level.path, name],
      now: undefined,
      isPatch: false,
    }
  }
  if (isObject(value))
    return objectOf(value, { ...inner(), now: isObject(now) ? now : undefined }, all)
  if (!Array.isArray(value)) return value
  const list = Array.isArray(now) ? now : []
  return value.map((one: unknown, i) => {
    if (!isObject(one)) return one
    const was = stored(one, list, i)
    const level = { ...inner(i), now: was }
    if (was === undefined && 'id' in one && words.returned.get('id')?.as === 'read_only') {
      const detail = list.length === 0 ? readOnly(undefined) : NO_SUCH
      all.errors.push({ pointer: `${level.pointer}/id`, code: 'read_only', detail })
      // That says it of all that only the service sets.
      return objectOf(one, level, { ...all, errors: [] })
    }
    const copies = words.isCopied && was !== undefined && 'id' in one
    const element = objectOf(one, { ...level, isPatch: copies }, all)
    if (!copies) return element
    const { fk_id } = one
    return { copy_of: one['id'], ...element, ...(fk_id === undefined ? {} : { fk_id }) }
  })
}

/** The element of the record's list that this one is: the one with its id, where they have one. */
function stored(one: Values, list: unknown[], i: number): Values | undefined {
  const found =
    'id' in one ? list.find((each) => isObject(each) && each['id'] === one['id']) : list[i]
  return isObject(found) ? found : undefined
}

/** Writes a property under its name in requests; one that is there by that name says the same. */
function put(
  to: string,
  value: unknown,
  from: string[],
  written: Values,
  level: Level,
  all: Translation,
): void {
  const step = from.map((name) => `/${escapePointer(name)}`).join('')
  if (!Object.hasOwn(written, to)) {
    written[to] = value
    all.pointers.set(`${level.written}/${to}`, level.pointer + step)
    return
  }
  const was = from.reduce<unknown>((record, name) => (record as Values | null)?.[name], level.now)
  if (isDeepStrictEqual(written[to], value) || isDeepStrictEqual(was, value)) return
  all.errors.push({
    pointer: level.pointer + step,
    code:
      to.startsWith('id_') || to.startsWith('fk_')
        ? 'reference_contradiction'
        : 'amount_contradiction',
    detail: msg`says another thing than ${to}, which is ${JSON.stringify(written[to])}.`,
  })
}

const idsOf = (list: unknown): unknown =>
  Array.isArray(list) ? list.map((one) => (isObject(one) ? one['id'] : one)) : list

const NO_SUCH = msg`is read-only, and the record has none with this id now.`

/** The longest value that a sentence repeats. */
const MOST_SHOWN = 100

/** @param now what the record has there; undefined where there is no record yet */
export function readOnlyAt(pointer: string, name: string, now: unknown): FieldError {
  return {
    pointer: `${pointer}/${escapePointer(name)}`,
    code: 'read_only',
    detail: readOnly(now),
  }
}

function readOnly(now: unknown): Message {
  const text = JSON.stringify(now)
  if (text === undefined) return msg`is read-only: the service sets it. Leave it out.`
  return text.length > MOST_SHOWN
    ? msg`is read-only, and the record has another value now.`
    : msg`is read-only, and the record has ${text} now.`
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && value.constructor === Object
}
