// What stands in a field and can't be read as what the field is of: a number, a date, a record of a
// list. The field keeps it, says why, and has `data-unreadable`; a form that finds one sends nothing.

/** The record of a code that somebody typed is being looked for: a form waits for what becomes of it. */
const lookups = new Set<Promise<unknown>>()

export function noteLookup(lookup: Promise<unknown>): void {
  lookups.add(lookup)
  void lookup.finally(() => lookups.delete(lookup)).catch(() => {})
}

/** A field, or what leads to one that is not on the page. */
type Unread = HTMLElement

function isUnread(field: Unread): boolean {
  if (!(field instanceof HTMLInputElement)) return true
  if (field.disabled || field.readOnly) return false
  return field.hasAttribute('data-unreadable') || field.validity.badInput
}

const unreadIn = (within: ParentNode) =>
  [...within.querySelectorAll<Unread>('input, button[data-unreadable]')].filter(isUnread)

/**
 * The fields of a form that can't be read, in their order. Where the one that is being typed into is
 * among them, it is left for a moment, as if somebody went on: so it says what is wrong with it, and
 * finds the record of which it has the code.
 */
export async function unreadFields(within: ParentNode): Promise<Unread[]> {
  if (unreadIn(within).length === 0 && lookups.size === 0) return []
  const active = document.activeElement
  if (active instanceof HTMLInputElement && isUnread(active)) active.blur()
  while (lookups.size > 0) await Promise.allSettled(lookups)
  return unreadIn(within)
}

/** What a field is called, and what was typed into it. */
export function unreadNames(fields: readonly Unread[]): { label: string; typed: string }[] {
  return fields.map((field) => {
    if (!(field instanceof HTMLInputElement)) return { label: field.textContent ?? '', typed: '' }
    const { type, value } = field
    return {
      label: field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '',
      typed: type === 'text' || type === 'search' ? value.trim() : '',
    }
  })
}
