import { Type } from 'typebox'
import { MAX_SEARCH } from '../../base/values/search-words.ts'
import { id } from '../schemas.ts'

/** So many values a list parameter takes. */
const MAX_VALUES = 100

/** Ids in a parameter, with commas between them. */
export function idsFilter(description: string, maxItems = MAX_VALUES) {
  return Type.Array(id, { minItems: 1, maxItems, description, examples: [[1, 2]] })
}

/** Records that are named one by one: as many as a page of a light list has. */
const MOST_IDS = 500

/** @param plural what the list has */
export function namedFilter(plural: string) {
  return idsFilter(`These ${plural}: ids, with commas between them, at most ${MOST_IDS}.`, MOST_IDS)
}

/** External identifiers in a parameter, with commas between them. */
export function fkIdsFilter(description: string) {
  const code = Type.String({ format: 'text', minLength: 1, maxLength: 100 })
  return Type.Array(code, {
    minItems: 1,
    maxItems: MAX_VALUES,
    description,
    examples: [['ERP-1001', 'ERP-1002']],
  })
}

/** What a person types to find records. */
export function searchFilter(description: string) {
  return Type.String({
    format: 'search',
    minLength: 1,
    maxLength: MAX_SEARCH,
    description: `${description} Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing.`,
    examples: ['acucar'],
  })
}

/** Before the key of a custom field in a filter or a sort. */
export const CUSTOM = 'custom.'

/** Options of a query's schema that let custom fields be asked for; which there are is data. */
export const customFilters = {
  patternProperties: {
    '^custom\\.': Type.Array(Type.String({ format: 'text', minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: MAX_VALUES,
    }),
  },
}
