import { Type } from 'typebox'
import type { ListSource } from '../database/list.ts'
import { listParameters } from '../http/lists/lists.ts'
import { closed, dateFilter, dateTimeOut, id, nameOut, nullable, textOut } from '../http/schemas.ts'
import { requestJson } from './sql.ts'

const method = Type.String({
  enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  description: 'Its method.',
  examples: ['POST'],
})
const code = Type.String({
  pattern: '^[a-z_]+$',
  maxLength: 50,
  description: 'Of the problem, as in its answer.',
  examples: ['validation_failed'],
})
const operation = Type.String({
  pattern: '^[A-Za-z]+$',
  maxLength: 100,
  description: 'Its `operationId` in the OpenAPI document.',
  examples: ['createOrder'],
})
const requestId = Type.String({
  pattern: '^[A-Za-z0-9._~:/+=@-]+$',
  maxLength: 100,
  description: 'The `X-Request-Id` of the request and of its answer.',
  examples: ['0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c'],
})

export const keptRequest = closed(
  {
    id,
    time: { ...dateTimeOut, description: 'When it was answered.' },
    method,
    path: textOut(500, {
      description: 'With ids of records; what else is in it, such as an `fk_id`, is `***`.',
      examples: ['/orders/42'],
    }),
    operation: nullable({ ...operation, description: 'Null where there is no such address.' }),
    status: Type.Integer({ minimum: 100, maximum: 599, examples: [422] }),
    code: nullable(code),
    errors: Type.Array(
      closed(
        {
          place: nullable(
            textOut(500, {
              description: 'The pointer into the body, the parameter or the header.',
              examples: ['/items/0/price'],
            }),
          ),
          code: Type.String({ pattern: '^[a-z_]+$', maxLength: 50, examples: ['required'] }),
        },
        { title: 'KeptRequestError' },
      ),
      { maxItems: 100, description: 'Of a refused one: where, and what was wrong.' },
    ),
    request_id: requestId,
    token: nullable(
      closed(
        { id, name: nameOut },
        {
          title: 'KeptRequestToken',
          description: 'Whose request it was, as it is called now: the token, or client or issuer.',
        },
      ),
    ),
    milliseconds: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Until the answer was sent.',
    }),
    query: nullable(
      Type.Record(
        Type.String({ pattern: '^[^]*$' }),
        Type.String({ pattern: '^[^]*$', maxLength: 500 }),
        {
          description: 'Of a refused one: its parameters; texts are `***`.',
          examples: [{ limit: '1000' }],
        },
      ),
    ),
    body: nullable(
      Type.Record(Type.String({ pattern: '^[^]*$' }), Type.Unknown(), {
        description:
          'Of a refused one with a JSON object, as far as it is kept: texts are `***`, but for words of a list, and dates. Null for who lacks the scope of the operation.',
        examples: [{ id_customer: 7, observations: '***' }],
      }),
    ),
  },
  { $id: 'KeptRequest', description: 'A change that a token asked for, or what it was refused.' },
)

export const requestSource: ListSource = {
  table: 'requests',
  document: requestJson,
  sortable: { id: 'bigint' },
}

const { sort, ...shared } = listParameters(requestSource)

export const requestQuery = closed({
  ...shared,
  sort: Type.Optional({ ...sort, examples: ['-id'], 'x-component': 'SortOfRequests' }),
  id_token: Type.Optional({ ...id, description: 'Of this token.' }),
  method: Type.Optional(method),
  path: Type.Optional(
    Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 500,
      description: 'At this path, and below it: `/orders/42` finds `/orders/42/items`, too.',
      examples: ['/orders/42'],
    }),
  ),
  operation: Type.Optional(operation),
  status: Type.Optional(
    Type.String({
      pattern: '^([1-5]xx|[1-5]\\d\\d)$',
      maxLength: 3,
      description: 'A status, or a class of them such as `4xx`.',
      examples: ['4xx'],
      'x-component': 'StatusOfRequest',
    }),
  ),
  code: Type.Optional(code),
  request_id: Type.Optional(requestId),
  from: Type.Optional({
    ...dateFilter,
    description: 'Answered at or after: RFC 3339 or a bare date.',
  }),
  to: Type.Optional({ ...dateFilter, description: 'Answered at or before.' }),
})
