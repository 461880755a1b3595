import type { CustomValues, Rule } from './rules.ts'

/**
 * What custom fields of a record hold when they are to say nothing of a person any more: nothing, but
 * for those that are required. They have a value that their declaration allows, and no other record
 * has where it must be unique.
 */
export function placeholderValues(rules: readonly Rule[], id: number): CustomValues {
  const required = rules.filter((rule) => rule.required)
  // A later rule of a field is one that is being checked: both hold.
  return Object.fromEntries(required.map((rule) => [rule.key, placeholderValue(rule, id)]))
}

function placeholderValue({ type, unique, choices }: Rule, id: number): string {
  switch (type) {
    case 'text':
      return unique ? `anonymised-${id}` : 'anonymised'
    case 'integer':
    case 'decimal':
      return unique ? String(-id) : '0'
    case 'boolean':
      return 'false'
    case 'date':
      return dayOf(unique ? id : 0)
    case 'choice':
      return choices[0] ?? ''
  }
}

const DAY_MS = 86_400_000
/** From 1900 to 2199. */
const DAYS = 109_573

function dayOf(number: number): string {
  return new Date(Date.UTC(1900, 0, 1) + (number % DAYS) * DAY_MS).toISOString().slice(0, 10)
}
