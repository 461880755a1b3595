import { msg } from '../../texts/message.ts'
import { isBucketAddress, readBucketAddress } from '../values/bucket-address.ts'
import { isTimeZone } from '../values/date-time.ts'
import { isPercentEncoded } from '../values/percent-encoding.ts'
import { readSort } from '../values/sort.ts'
import { OperatorError } from './operator-error.ts'

// What settings are, and how their texts are read.

interface Setting<T> {
  default: T
  describe: string
  /** Reads the text of the variable, or throws an OperatorError that says what it must be. */
  read: (text: string) => T
  /** Its value is repeated nowhere. */
  secret: boolean
}

export function setting<T>(
  fallback: T,
  read: (text: string) => T,
  describe: string,
  secret = false,
): Setting<T> {
  return { default: fallback, read, describe, secret }
}

/** @throws OperatorError that says what the text must be */
export const integer = (minimum: number, maximum: number) => (text: string) => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new OperatorError(msg`must be a whole number from ${minimum} to ${maximum}`)
  }
  return value
}

/** The same. */
export const oneOf =
  <const T extends string>(...values: T[]) =>
  (text: string): T => {
    const value = values.find((one) => one === text)
    if (value === undefined) throw new OperatorError(msg`must be one of ${values}`)
    return value
  }

/** Times of the day by comma, such as `02:30,14:30`. */
export const timesOfDay = (text: string): readonly string[] => {
  const times = text.split(',').map((one) => one.trim())
  if (times.every((one) => /^([01]\d|2[0-3]):[0-5]\d$/.test(one))) return times
  throw new OperatorError(msg`must be a time of the day such as 02:30, or several by comma`)
}

export const any = (text: string) => text

/** A folder, or one of a bucket. */
export const folderOrBucket = (text: string) => {
  if (isBucketAddress(text)) readBucketAddress(text)
  return text
}

/** The same. */
export const postgresUrl = (text: string) => {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(text) ?? []
  // What stands before the last @ was meant as user and password, whatever a parser takes it for.
  const credentials = rest?.slice(0, Math.max(rest.lastIndexOf('@'), 0)) ?? ''
  if (/[/?#]/.test(credentials) || !isPercentEncoded(credentials)) {
    throw new OperatorError(
      msg`holds a character in its user or password that ends them there: write "%" as %25, "/" as %2F, "?" as %3F, "#" as %23, "@" as %40 and ":" as %3A`,
    )
  }
  if (rest === undefined || !URL.canParse(text)) {
    throw new OperatorError(
      msg`must be an address such as postgres://user:password@host:5432/database`,
    )
  }
  return text
}

/** Which pages may call the API: those of these origins, or all. */
export type Origins = '*' | readonly string[]

export function origins(text: string): Origins {
  if (text === '*') return text
  return text.split(',').map((one) => {
    const origin = one.trim()
    const parsed = /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : ''
    if (parsed === origin && origin !== '') return origin
    const hint = parsed === '' ? msg`such as https://shop.example.com` : msg`here ${parsed}`
    throw new OperatorError(
      msg`must be *, or origins by comma: scheme, host and port alone, ${hint}`,
    )
  })
}

/** A part of a whole. */
export const share = (text: string) => {
  const value = Number(text)
  if (/^[01](\.\d+)?$/.test(text) && value <= 1) return value
  throw new OperatorError(msg`must be a number from 0 to 1 such as 0.1`)
}

/** Whether something is so. */
export const yesOrNo = (text: string) => oneOf('true', 'false')(text) === 'true'

/** Where mails are handed over. */
export function smtpUrl(text: string): string {
  const parsed = /^smtps?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (parsed && parsed.hostname !== '' && isPercentEncoded(`${parsed.username}${parsed.password}`))
    return text
  throw new OperatorError(msg`must be an address such as smtp://user:password@smtp.example.com:587`)
}

const ADDRESS = String.raw`[^<>@,;\s]+@[^<>@,;\s]+`

/** To whom mails go. */
export function mailTo(text: string): string {
  if (new RegExp(`^${ADDRESS}$`).test(text)) return text
  throw new OperatorError(msg`must be an address such as operator@example.com`)
}

/** From whom mails are: an address, or one with a name. */
export function mailFrom(text: string): string {
  // A comma would make two of it, but in quotes.
  const name = String.raw`("[^"\r\n]+"|[^<>@",;:\r\n]+) `
  if (new RegExp(`^(${name})?<${ADDRESS}>$|^${ADDRESS}$`).test(text)) return text
  throw new OperatorError(
    msg`must be an address such as pedido@example.com, or Pedido <pedido@example.com>`,
  )
}

/** Where people reach the service, without a slash at its end. */
export function publicUrl(text: string): string {
  const parsed = /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (parsed && parsed.search === '' && parsed.hash === '' && parsed.username === '') {
    return parsed.href.replace(/\/+$/, '')
  }
  throw new OperatorError(msg`must be an address such as https://pedido.example.com`)
}

/** An address that is asked, with this in it where what is asked for goes. */
export const addressWith = (placeholder: string) => (text: string) => {
  const isAddress = /^https?:\/\//.test(text) && URL.canParse(text.replaceAll(placeholder, '0'))
  if (isAddress && text.includes(placeholder)) return text
  throw new OperatorError(
    msg`must be an address with ${placeholder} in it, such as https://lookup.example.com/${placeholder}`,
  )
}

/** How `GET /orders` sorts, by these fields. */
export const orderSort = (sortable: readonly string[]) => (text: string) => {
  const { errors } = readSort(text, sortable)
  if (errors.length > 0)
    throw new OperatorError(msg`must be what "sort" of GET /orders takes (${errors})`)
  return text
}

/** A time zone by its name. */
export function timeZone(text: string): string {
  if (!isTimeZone(text))
    throw new OperatorError(msg`must be an IANA time zone such as America/Sao_Paulo`)
  return text
}
