import { createContext, useContext } from 'react'
import type { Language } from './languages.ts'

export type { Language } from './languages.ts'

/** The member's language, or the browser's where nobody has signed in. */
export const LanguageContext = createContext<Language>('pt-BR')

export const useLanguage = (): Language => useContext(LanguageContext)

/** Portuguese where the browser names it before English. */
export function browserLanguage(): Language {
  const known = navigator.languages.find((tag) => /^(pt|en)\b/.test(tag))
  return known?.startsWith('en') ? 'en' : 'pt-BR'
}
