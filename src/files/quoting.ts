/** What separates cells or ends a line in some program, whatever does so in the file. */
const APART = /[",;\t|\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/

/**
 * A cell of CSV. A file that is opened with another separator than it was written with has each cell
 * whole, too.
 */
export function quoted(text: string): string {
  return APART.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
