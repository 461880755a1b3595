// Names come from anybody. One that is written from right to left, or says that what follows is, must
// not turn the text around it: not the number behind it, nor the total.

/** Embeddings, overrides and isolates, and their ends: what turns text, and shows nothing itself. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** What the service says, without characters that turn text. JSON in which none is escaped. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '')
}

/** What stands in a sentence, kept from its neighbours where it may be written the other way. */
export function isolated<T>(given: T): T | string {
  return typeof given === 'string' && RIGHT_TO_LEFT.test(given) ? `\u2068${given}\u2069` : given
}
