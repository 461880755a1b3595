import { type TSchema, Type } from 'typebox'
import {
  dateTimeOut,
  fieldErrors,
  id,
  meta,
  nameOut,
  nullable,
  pagination,
  quoting,
  textOut,
  traceparent,
} from './schemas.ts'

// What error answers are, beside what all others have.

const problem = Type.Object(
  {
    type: Type.String({
      format: 'uri-reference',
      maxLength: 100,
      description: 'Where the code is explained.',
      examples: ['/docs/errors#validation_failed'],
    }),
    title: textOut(100, { examples: ['Validation failed'] }),
    status: Type.Integer({ minimum: 400, maximum: 599, examples: [422] }),
    detail: quoting({
      description: 'For a person.',
      pattern: '\\S',
      examples: ['/items/0/price: is required.'],
    }),
    code: Type.String({
      description: 'Stable: decide by this one. All codes are listed at `/docs/errors`.',
      pattern: '^[a-z_]+$',
      maxLength: 50,
      examples: ['validation_failed'],
    }),
    request_id: Type.String({
      pattern: '^[A-Za-z0-9._~:/+=@-]+$',
      maxLength: 100,
      description:
        'Finds the request in the service’s log: the `X-Request-Id` that was sent, or a new one.',
      examples: ['0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c'],
    }),
    traceparent: Type.Optional(traceparent),
    errors: fieldErrors,
    existing_id: Type.Optional({
      ...id,
      description: 'With `duplicate_fk_id`: the record that has it.',
    }),
    possible_id: Type.Optional({
      ...id,
      description:
        'With `outcome_unknown`: where a record was made, it has this id, and its history begins with this `request_id`. If the database crashed, the id may have gone to another one.',
    }),
    allowed: Type.Optional(
      Type.Array(Type.Object({ id, name: nameOut }, { title: 'AllowedMove' }), {
        maxItems: 200,
        description: 'With `move_not_allowed`: where the order can move.',
      }),
    ),
    used_by: Type.Optional(
      Type.Array(textOut(100, { examples: ['orders'] }), {
        maxItems: 20,
        description: 'With `record_in_use`: what kinds of records use it.',
      }),
    ),
    accounts: Type.Optional(
      Type.Array(Type.Object({ id, name: nameOut }, { title: 'AccountChoice' }), {
        maxItems: 10,
        description: 'With `account_needed`: those to choose from.',
      }),
    ),
    restart_cursor: Type.Optional(
      textOut(16_000, {
        description:
          'With `cursor_gone`: begins at the oldest event that is kept, with the same filters.',
        examples: ['q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
      }),
    ),
    oldest_time: Type.Optional(
      nullable({
        ...dateTimeOut,
        description: 'With `cursor_gone`: the time of that event; null while there is none.',
      }),
    ),
    meta: Type.Ref('Meta'),
  },
  { $id: 'Problem', description: 'An error answer: RFC 9457 problem details.' },
)

/** Every schema that responses refer to by name, in the OpenAPI document's components. */
export const commonSchemas: TSchema[] = [meta, pagination, problem]
