// Spreadsheets take a text that begins like a formula for one. An apostrophe in front keeps them from it
// (OWASP, CSV injection), and one that is there already gets another, so that reading gives back what
// was written.

/** How formulas begin, in their wide forms too; people put the apostrophe in front of digits. */
const GUARDED = /^'*[=+\-@\t\r＝＋－＠]/
const MARKED = /^'(?='*[=+\-@\t\r＝＋－＠\d])/

/** A text that no spreadsheet takes for a formula, and that `unguarded` reads as it was. */
export function guarded(text: string): string {
  return GUARDED.test(text) || MARKED.test(text) ? `'${text}` : text
}

/** The text without the apostrophe that marks it as text; `="00123"` is a text as well. */
export function unguarded(text: string): string {
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(text) ?? []
  return quoted === undefined ? text.replace(MARKED, '') : quoted.replaceAll('""', '"')
}
