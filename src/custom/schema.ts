import { Type } from 'typebox'
import { nullable, textOut } from '../http/schemas.ts'

/** The pattern of Type.String itself is `^.*$`, which lets a key with a newline hold anything. */
export const anyKey = Type.String({ pattern: '^[^]*$' })

export const MAX_CUSTOM_FIELDS = 100

const options = {
  maxProperties: MAX_CUSTOM_FIELDS,
  propertyNames: { minLength: 1, maxLength: 100, format: 'text' },
}
const value = Type.String({ maxLength: 2000, format: 'text' })

/** In a body that writes a whole record. */
export const customFieldsIn = Type.Record(anyKey, value, options)

/** In a body that changes one. */
export const customFieldsPatch = Type.Record(anyKey, nullable(value), {
  ...options,
  description: 'Merged key by key; null removes a key.',
})

export const customFieldsOut = Type.Record(anyKey, textOut(2000), {
  maxProperties: MAX_CUSTOM_FIELDS,
  description: 'The texts that were sent.',
})
