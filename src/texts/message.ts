import { portuguese } from './pt-BR/all.ts'

/** Languages of what is made for people. */
export const languages = ['pt-BR', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * A sentence for a person as it stands in the code, with its values. It is put into words when it is
 * sent, in the language of who asked. Made by `msg`.
 */
export class Message {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  in(language: Language): string {
    const textOf = (i: number) => valueIn(this.values[i], language)
    const translated = language === 'en' ? undefined : portuguese.get(keyOf(this.strings))
    if (translated !== undefined)
      return translated.replace(/\{(\d)\}/g, (_, i: string) => textOf(Number(i)))
    return this.strings.reduce((text, next, i) => text + textOf(i - 1) + next)
  }

  toString(): string {
    return this.in('en')
  }
}

function valueIn(value: unknown, language: Language): string {
  if (value instanceof Message) return value.in(language)
  if (Array.isArray(value)) return value.map((one) => valueIn(one, language)).join(', ')
  return String(value)
}

/** The English sentence with `{0}`, `{1}` … for its values: the Portuguese one is found by it. */
export function keyOf(strings: readonly string[]): string {
  return strings.reduce((key, next, i) => `${key}{${i - 1}}${next}`)
}

/**
 * A sentence in English, to which `src/texts/pt-BR/` has the one in Portuguese; `npm run check` names
 * those that it has not. Values may be sentences or lists of them.
 */
export function msg(strings: TemplateStringsArray, ...values: unknown[]): Message {
  return new Message(strings, values)
}

/** What is the same in all languages, or was said by others, such as a parser's reason. */
export function verbatim(text: string): Message {
  return new Message([text], [])
}

class Translated extends Message {
  readonly #words: Record<Language, string>

  constructor(words: Record<Language, string>) {
    super([words.en], [])
    this.#words = words
  }

  override in(language: Language): string {
    return this.#words[language]
  }
}

/** What was put into words elsewhere, as in another thread. */
export function translated(words: Record<Language, string>): Message {
  return new Translated(words)
}

class Capital extends Message {
  readonly #text: Message

  constructor(text: Message) {
    super(text.strings, text.values)
    this.#text = text
  }

  override in(language: Language): string {
    const text = this.#text.in(language)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}

/** The same at the beginning of a sentence. */
export function capital(text: Message): Message {
  return new Capital(text)
}

class Numeral extends Message {
  readonly #value: `${number}`
  readonly #decimals: number

  constructor(value: number | string, decimals: number) {
    super([String(value)], [])
    this.#value = String(value) as `${number}`
    this.#decimals = decimals
  }

  override in(language: Language): string {
    const decimals = this.#decimals
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return new Intl.NumberFormat(language, options).format(this.#value)
  }
}

/** A whole number for people: `1,200`, in Portuguese `1.200`. */
export function numeral(value: number): Message {
  return new Numeral(value, 0)
}

/** An amount of money as the database has it, exactly: `1,234.50`, in Portuguese `1.234,50`. */
export function amount(decimal: string): Message {
  return new Numeral(decimal, 2)
}

/** The size of what has so many bytes: `1,234.5 MB`, in Portuguese `1.234,5 MB`. */
export function megabytes(bytes: number): Message {
  return msg`${new Numeral(bytes / 1e6, 1)} MB`
}

/** How many there are: `1 order`, `1,200 orders`. */
export function counted(count: number, one: Message, many: Message): Message {
  return msg`${numeral(count)} ${count === 1 ? one : many}`
}

/** Sentences below each other. */
export function lines(texts: readonly Message[]): Message {
  return joined(texts, (some, last) => msg`${some}\n${last}`)
}

export function either(texts: readonly Message[]): Message {
  return joined(texts, (some, last) => msg`${some} or ${last}`)
}

export function both(texts: readonly Message[]): Message {
  return joined(texts, (some, last) => msg`${some} and ${last}`)
}

function joined(
  texts: readonly Message[],
  join: (some: Message, last: Message) => Message,
): Message {
  const [first = verbatim(''), ...others] = texts
  return others.reduce(join, first)
}

/** A value as JSON, all texts in it in this language. */
export function messageJson(value: unknown, language: Language): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one instanceof Message ? one.in(language) : one,
  )
}
