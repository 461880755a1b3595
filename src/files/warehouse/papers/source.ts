import type Big from 'big.js'
import { DateTime } from 'luxon'
import type { Language } from '../../../texts/message.ts'
import type { Company } from '../../documents/company.ts'
import { exactNumber, withoutTurning } from '../../documents/source.ts'
import { decimalText } from '../../documents/texts.ts'

// What papers of the warehouse are drawn from, in the thread that makes documents.

export type PaperName = 'picking' | 'loading' | 'labels' | 'label-sheets'

export interface PaperSource {
  paper: PaperName
  /** The JSON of the list, or of `Label[]`. */
  list: string
  account_name: string
  /** It is of a test account. */
  test: boolean
  company: Company | null
  time_zone: string
  /** The name of the logo's file. */
  logo: string | null
  language: Language
  /** ISO, of the moment when the orders were read. */
  made_at: string
}

/** Each number of a list is exact: those of identifiers and counts, too. */
export type Exact<T> = T extends { isLosslessNumber: boolean } | number
  ? Big
  : T extends (infer E)[]
    ? Exact<E>[]
    : T extends string | boolean | null | undefined
      ? T
      : { [P in keyof T]: Exact<T[P]> }

/** The list of a source with exact numbers. A name can't turn the text around it. */
export function readList<T>(given: PaperSource): { list: Exact<T>; source: PaperSource } {
  const source = withoutTurning(given)
  return { list: JSON.parse(source.list, exactNumber) as Exact<T>, source }
}

/** A day and its time where the account is. */
export function momentText(
  instant: string,
  { time_zone, language }: Pick<PaperSource, 'time_zone' | 'language'>,
): string {
  const local = DateTime.fromISO(instant, { zone: time_zone })
  return local.toFormat(language === 'en' ? 'yyyy-MM-dd HH:mm' : 'dd/MM/yyyy HH:mm')
}

/** Kilograms as people write them. */
export const weightText = (value: Big, language: Language): string =>
  decimalText(value, language, 0, 3)

/** What people call an order. */
export const nameOfOrder = ({ id, fk_id }: { id: unknown; fk_id: string | null }): string =>
  fk_id ?? String(id)
