/**
 * Lists of values in one parameter: `7,12`. A comma that is part of a value is written `\,`, and a
 * backslash before a comma or another backslash is written twice.
 */

/** The values of a list as it was written, the empty ones too; so many of them at most. */
export function readValues(text: string, atMost = Infinity): string[] {
  const values = ['']
  for (const [part] of text.matchAll(/,|(?:\\[\\,]|\\|[^\\,])+/g)) {
    if (part === ',' && values.length >= atMost) break
    if (part === ',') values.push('')
    else values.push(`${values.pop()}${part.replace(/\\([\\,])/g, '$1')}`)
  }
  return values
}

/** The text of a list. Lists of the same values have the same text, in whatever order they stand. */
export function valuesText(values: readonly string[]): string {
  return [...new Set(values.map(written))].sort().join(',')
}

/** The text of a list whose order counts. */
export function listText(values: readonly string[]): string {
  return values.map(written).join(',')
}

/** The text of what each of some records has; null where one of them has nothing: then it names not all. */
export function listOfAll(values: readonly unknown[]): string | null {
  if (values.length === 0 || values.some((value) => value === null || value === undefined))
    return null
  return listText(values.map(String))
}

const written = (value: string) => value.replace(/[\\,]/g, '\\$&')
