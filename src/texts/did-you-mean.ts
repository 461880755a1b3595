import { type Message, msg } from './message.ts'
import { nearest } from './nearest.ts'

export const NO_PARAMETER = msg`is not a parameter here.`

/** What is said of a parameter that there is not, where one is near. */
export function meantInstead(name: string, known: readonly string[]): Message | undefined {
  const meant = nearest(name, known)
  return meant === undefined ? undefined : msg`is not a parameter here. Did you mean ${meant}?`
}

/** @param list the names of all, put together */
export function unknownAmong(name: string, known: readonly string[], list: string): Message {
  const meant = nearest(name, known)
  return meant === undefined
    ? msg`is not a known property here. Known: ${list}.`
    : msg`is not a known property here. Did you mean ${meant}? Known: ${list}.`
}

export function notOneOf(allowed: readonly unknown[], value: unknown): Message {
  const texts = allowed.map((one) => JSON.stringify(one))
  const codes = allowed.filter((one) => typeof one === 'string')
  const meant = typeof value === 'string' ? nearest(value, codes) : undefined
  return meant === undefined
    ? msg`must be one of ${texts}.`
    : msg`must be one of ${texts}. Did you mean ${JSON.stringify(meant)}?`
}
