import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import type { Condition } from '../../database/list.ts'
import { text } from '../../http/schemas.ts'

// Records by the places of addresses.

/**
 * @param whose what the address is of, such as `Customers with an address`
 * @param component the end of their names in the document
 */
export function placeParameters(whose: string, component: string): TProperties {
  return {
    city: Type.Optional(
      text(200, {
        minLength: 1,
        description: `${whose} in this city: its whole name; capitals, accents and punctuation do not count.`,
        examples: ['São Paulo'],
        'x-component': `City${component}`,
      }),
    ),
    state: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        maxLength: 2,
        description: `${whose} in this state: two letters.`,
        examples: ['SP'],
        'x-component': `State${component}`,
      }),
    ),
  }
}

/** Which addresses `a` are in a place. */
export const placeConditions = {
  city: (value) => sql`a.city is not null and search_text(a.city) = search_text(${value}::text)`,
  state: (value) => sql`a.state is not null and a.state = ${value.toUpperCase()}`,
} satisfies Record<string, (value: string) => Condition>

/** What the filters mean of the customers `r`. */
export function placeFilters(account_id: number): Record<string, (value: string) => Condition> {
  return Object.fromEntries(
    Object.entries(placeConditions).map(([name, isThere]) => [
      name,
      (value: string) =>
        sql`r.id in (select a.id_customer from addresses a where a.account_id = ${account_id} and ${isThere(value)})`,
    ]),
  )
}
