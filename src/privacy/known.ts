import { searchWords } from '../base/values/search-words.ts'

// By what a person is recognised in texts: an answer that was kept, a line of a file, a filter. Records
// name the customer by its id, and need none of this.

/** All in small letters. */
export interface Known {
  /** Stand in a text that is about the person: a name of several words, an e-mail address, a CPF … */
  texts: string[]
  /** The same and more, without punctuation: a code that holds one identifies the person. */
  marks: string[]
  /** Codes that the customer had: a cell that is one. */
  codes: string[]
}

/** What is known of a person, by values of its record as it is or was. */
interface Facts {
  name?: unknown
  trade_name?: unknown
  fk_id?: unknown
  document?: unknown
  email?: unknown
  phone?: unknown
  legal_name?: unknown
  ie?: unknown
  suframa?: unknown
  contacts?: unknown
  custom_fields?: unknown
}

export const NOTHING: Known = { texts: [], marks: [], codes: [] }

/** Shorter ones would be found in what is about others. */
const SHORTEST = { name: 8, word: 4, local: 4, code: 4, phone: 8, registration: 8, value: 6 }

export function knownOf(facts: Facts[]): Known {
  const known = facts.map(knownOfOne)
  return {
    texts: unique(known.flatMap(({ texts }) => texts)),
    marks: unique(known.flatMap(({ marks }) => marks)),
    codes: unique(known.flatMap(({ codes }) => codes)),
  }
}

export function joined(a: Known, b: Known): Known {
  return {
    texts: unique([...a.texts, ...b.texts]),
    marks: unique([...a.marks, ...b.marks]),
    codes: unique([...a.codes, ...b.codes]),
  }
}

function knownOfOne(facts: Facts): Known {
  const { name, fk_id, document, email, phone, custom_fields } = facts
  const [called, written, tax, number] = [name, email, document, phone].map(lower) as [
    string,
    string,
    string,
    string,
  ]
  // People leave out the country's number.
  const bareNumber = number.replaceAll(/\D/g, '').replace(/^55(?=\d{10})/, '')
  const others = [facts.legal_name, facts.trade_name].map(lower)
  const registrations = [facts.ie, facts.suframa].map(lower)
  const values = Object.values((custom_fields ?? {}) as Record<string, unknown>).map(lower)
  const texts = [
    ...longer(SHORTEST.name, called, ...others),
    ...longer(SHORTEST.registration, ...registrations),
    ...longer(1, written),
    ...longer(1, tax, punctuated(tax)),
    ...longer(SHORTEST.phone, number, bareNumber),
    ...longer(SHORTEST.value, ...values),
    // Who is talked to there is somebody else: their names are in no code of the person's.
    ...((facts.contacts ?? []) as Facts[]).flatMap((one) => knownOfOne(one).texts),
  ]
  const words = searchWords([called, ...others].join(' ')).flatMap((word) =>
    longer(SHORTEST.word, word),
  )
  const local = bare(written.split('@')[0] ?? '')
  return {
    texts,
    marks: [
      ...longer(1, bare(tax)),
      ...longer(SHORTEST.registration, ...registrations),
      ...longer(1, bare(written)),
      ...longer(SHORTEST.local, local),
      ...longer(SHORTEST.phone, bareNumber.slice(-SHORTEST.phone)),
      ...words,
    ],
    codes: longer(SHORTEST.code, lower(fk_id)),
  }
}

/** Whether a text is about the person. */
export function mentions({ texts, codes }: Known, text: string): boolean {
  const lowered = lower(text)
  const without = lowered.replaceAll(/[\s./()+-]/g, '')
  return (
    codes.includes(lowered.trim()) ||
    texts.some((one) => lowered.includes(one) || without.includes(one))
  )
}

/** Whether a code identifies the person: it is made of the CPF, the e-mail address, the name … */
export function identifies({ marks }: Known, code: string): boolean {
  const lowered = bare(lower(code))
  return marks.some((mark) => lowered.includes(mark))
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

/** Without accents and punctuation. */
function bare(text: string): string {
  return searchWords(text).join('')
}

/** A CPF or CNPJ as people write it. */
function punctuated(document: string): string {
  return document.length === 11
    ? document.replace(/^(\w{3})(\w{3})(\w{3})(\w{2})$/, '$1.$2.$3-$4')
    : document.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\w{2})$/, '$1.$2.$3/$4-$5')
}

function longer(length: number, ...texts: (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text.length >= length)
}

const unique = (texts: string[]) => [...new Set(texts)]
