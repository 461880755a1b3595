import { Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import { closed, dateTimeOut, id, nameOut, nullable, text, textOut } from '../../http/schemas.ts'
import { commentJson } from './sql.ts'

const MAX_TEXT = 5_000
const EXAMPLE = 'Cliente pediu para entregar depois das 14h.'

const comment = closed(
  {
    id,
    id_order: { ...id, description: 'The order.' },
    text: textOut(MAX_TEXT, {
      description: 'As it was written; `***` where the data of the order’s customer was removed.',
      examples: [EXAMPLE],
    }),
    token: closed(
      { id, name: nameOut },
      {
        title: 'OrderCommentToken',
        description: 'Who wrote it: a token, or the session of a member with the member’s name.',
      },
    ),
    id_member: nullable({ ...id, description: 'The member whose session it was.' }),
    created_at: dateTimeOut,
  },
  { $id: 'OrderComment', description: 'What somebody noted on an order. It never changes.' },
)

export const commentSchemas = [comment]

export const commentBody = closed(
  {
    text: {
      ...text(MAX_TEXT, { minLength: 1, examples: [EXAMPLE] }),
      description: 'What is to be noted.',
    },
  },
  { examples: [{ text: EXAMPLE }] },
)

export const commentSource: ListSource = {
  table: 'order_comments',
  document: commentJson,
  sortable: { id: 'bigint', created_at: 'timestamptz' },
}

const { sort, ...parameters } = listParameters(commentSource)

export const commentsQuery = closed({
  ...parameters,
  sort: Type.Optional({ ...sort, examples: ['-id'], 'x-component': 'SortOfComments' }),
})
