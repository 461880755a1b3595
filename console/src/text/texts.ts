import { isolated } from './bidi.ts'
import { type Language, useLanguage } from './language.ts'

// biome-ignore lint/suspicious/noExplicitAny: a text may take whatever stands in it
type Text = string | ((...given: any[]) => string)
/** Portuguese first, then English. */
type Catalogue = Record<string, readonly [Text, Text]>
/** A catalogue in one language. */
export type Texts<C extends Catalogue> = {
  readonly [Name in keyof C]: C[Name][0] extends string ? string : C[Name][0]
}

/**
 * The texts of a feature, in both languages side by side: one that is missing does not compile.
 * A function where something stands in the text. `useTexts(text)` gives those of the member's
 * language.
 */
export function texts<C extends Catalogue>(catalogue: C): (language: Language) => Texts<C> {
  const pick = (place: 0 | 1) =>
    Object.fromEntries(
      Object.entries(catalogue).map(([name, pair]) => [name, isolating(pair[place])]),
    ) as Texts<C>
  const made: Partial<Record<Language, Texts<C>>> = {}
  return (language) => {
    made[language] ??= pick(language === 'en' ? 1 : 0)
    return made[language]
  }
}

/** What is given to a text does not turn the rest of it. */
function isolating(text: Text): Text {
  return typeof text === 'string' ? text : (...given) => text(...given.map(isolated))
}

/** The texts of a catalogue in the member's language. */
export function useTexts<T>(catalogue: (language: Language) => T): T {
  return catalogue(useLanguage())
}

/** `1 pedido`, `2.345 pedidos`, and `0 pedidos` as people write it: for texts that count. */
export function counted(language: Language, count: number, one: string, many: string): string {
  const number = new Intl.NumberFormat(language).format(count)
  return `${number} ${count === 1 ? one : many}`
}

/** One text in the member's language, where it is not of a catalogue. */
export const wordOf = ([portuguese, english]: readonly [string, string], language: Language) =>
  language === 'en' ? english : portuguese
