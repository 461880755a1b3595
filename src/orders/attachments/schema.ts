import { Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import { closed, dateTimeOut, id, line, nameOut, nullable, textOut } from '../../http/schemas.ts'
import { MAX_FILE_NAME } from '../../http/uploads/files.ts'
import { mediaTypes } from './media-types.ts'
import { attachmentJson } from './sql.ts'

const EXAMPLE = 'Pedido de compra 4711.pdf'

const attachment = closed(
  {
    id,
    id_order: { ...id, description: 'The order.' },
    name: textOut(MAX_FILE_NAME, {
      description:
        'The file’s name, without a path; `***` where the data of the order’s customer was removed.',
      examples: [EXAMPLE],
    }),
    media_type: Type.String({
      enum: mediaTypes as unknown as string[],
      description:
        'What the file is by its bytes, but for a CSV, which its name tells from a text.',
      examples: ['application/pdf'],
    }),
    bytes: Type.Integer({ minimum: 1, maximum: 1024 ** 3, examples: [48_213] }),
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      maxLength: 64,
      description: 'The SHA-256 of the content, in hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    token: closed(
      { id, name: nameOut },
      {
        title: 'OrderAttachmentToken',
        description: 'Who added it: a token, or the session of a member with the member’s name.',
      },
    ),
    id_member: nullable({ ...id, description: 'The member whose session it was.' }),
    created_at: dateTimeOut,
  },
  { $id: 'OrderAttachment', description: 'A file beside an order. It never changes.' },
)

export const attachmentSchemas = [attachment]

export const attachmentSource: ListSource = {
  table: 'order_attachments',
  document: attachmentJson,
  sortable: { id: 'bigint', created_at: 'timestamptz' },
}

const { sort, ...parameters } = listParameters(attachmentSource)

export const attachmentsQuery = closed({
  ...parameters,
  sort: Type.Optional({ ...sort, examples: ['-id'], 'x-component': 'SortOfAttachments' }),
})

/** What the file is called, for programs that send bytes without a name. */
export const uploadQuery = closed({
  name: Type.Optional({
    ...line(MAX_FILE_NAME, { minLength: 1, examples: [EXAMPLE], 'x-component': 'FileName' }),
    description: 'What the file is called; unless given, as its part of the body says.',
  }),
})

export const id_attachment = { ...id, description: 'The attachment’s `id`.' }
