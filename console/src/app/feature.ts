import type { ComponentType, ReactNode } from 'react'
import type { Language } from '../text/language.ts'
import type { IconName } from '../ui/icons.tsx'

/** A text in both languages, as `text.ts` of a feature gives it. */
type Words = (language: Language) => string

/** What an address says to its screen. */
export interface RouteParams {
  /** Of the record that is shown, where the path has `:id`. */
  id: number
  kind: string
  /** The address has `new` in place of an id that may be left out. */
  isNew: boolean
}

interface Screen {
  /**
   * Below `/console`, as wouter takes it: `/orders/:id`, or `/records/:kind/:id?` where there is a
   * screen without the record, and one for a new one at `new`. The most specific first.
   */
  path: string
  /** Loaded when somebody goes there. */
  load: () => Promise<{ default: ComponentType<RouteParams> }>
  /** Without it the address shows that there is nothing. */
  scope?: string
}

/** The parts of the navigation below the line, in their order. */
export const sections = ['company', 'programs'] as const
export type Section = (typeof sections)[number]

export interface NavigationEntry {
  href: string
  label: Words
  icon: IconName
  /** Shown to members who have it. */
  scope?: string
  /** Below the line: what one sets up and not what one works in, for the company or for its programs. */
  section?: Section
}

/** What the command palette offers and does. */
export interface Action {
  id: string
  label: Words
  icon?: IconName
  scope?: string
  /** Shown beside it, and pressed anywhere but in a field: `g o` one after the other, `n`. */
  keys?: string
  run: (go: (href: string) => void) => void
}

interface Hit {
  id: string
  label: string
  /** Tells it from others of its name. */
  detail?: ReactNode
  href: string
}

/** Finds records for the command palette, while somebody types. */
interface Search {
  id: string
  label: Words
  icon: IconName
  scope: string
  find: (words: string, signal: AbortSignal) => Promise<readonly Hit[]>
}

/** What a folder of screens brings into the frame. */
export interface Feature {
  screens: readonly Screen[]
  navigation?: readonly NavigationEntry[]
  actions?: readonly Action[]
  searches?: readonly Search[]
}
