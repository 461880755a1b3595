import { type Static, Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import { closed, count, dateTimeOut, id, nameOut, nullable, textOut } from '../../http/schemas.ts'
import { email, emailOut, mailState } from '../../members/schema.ts'
import { linkJson } from './sql.ts'

const USUAL_DAYS = 14
const MOST_DAYS = 90
/** Of one order, in force or not. */
export const MAX_LINKS = 100

const CHANNELS = ['copy', 'whatsapp', 'email', 'share'] as const
const ANSWERS = ['accepted', 'declined'] as const

const asksAnswer =
  'Whether whoever opens it is asked for a yes or a no, which is noted as a comment; until then they may comment, too.'
const channel = 'How it is sent, as whoever makes it says.'

const properties = {
  id,
  id_order: { ...id, description: 'The order.' },
  channel: nullable(Type.String({ enum: [...CHANNELS], description: channel })),
  asks_answer: Type.Boolean({ description: asksAnswer }),
  token: closed(
    { id, name: nameOut },
    { title: 'OrderLinkToken', description: 'Who made it: a token, or the session of a member.' },
  ),
  id_member: nullable({ ...id, description: 'The member whose session it was.' }),
  created_at: dateTimeOut,
  expires_at: dateTimeOut,
  revoked_at: { ...nullable(dateTimeOut), description: 'When somebody ended it.' },
  opened_count: { ...count, description: 'How often its page was opened, but by programs.' },
  opened_at: { ...nullable(dateTimeOut), description: 'The last time.' },
  answer: nullable(Type.String({ enum: [...ANSWERS] })),
  answered_at: nullable(dateTimeOut),
  mail: nullable(
    closed(
      {
        to: nullable({
          ...emailOut,
          description: 'Null once the customer’s data is removed.',
        }),
        ...mailState,
      },
      { title: 'OrderLinkMail', description: 'The mail in which the service sends it.' },
    ),
  ),
}

const link = closed(properties, {
  $id: 'OrderLink',
  description: 'A link by which somebody without an account sees an order.',
})

const newLink = closed(
  {
    ...properties,
    message: textOut(10_000, {
      description:
        'What to write to the customer, by the account’s `order_message`: `{link}` stands where the `url` goes.',
      examples: ['Olá, Mercado Aurora! Segue o pedido PED-7 de Aurora: {link}'],
    }),
    url: Type.Optional(
      textOut(2000, {
        description:
          'The link; it can’t be read again. What the service mails stands in the mail alone.',
        examples: ['https://pedido.example/shared/pdv_1_…'],
      }),
    ),
  },
  { $id: 'NewOrderLink' },
)

export const linkSchemas = [link, newLink]

export const linkBody = closed(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_DAYS,
        default: USUAL_DAYS,
        description: `Days for which it can be opened; ${USUAL_DAYS} unless given.`,
      }),
    ),
    asks_answer: Type.Optional(
      Type.Boolean({ default: false, description: `${asksAnswer} False unless given.` }),
    ),
    channel: Type.Optional(nullable(Type.String({ enum: [...CHANNELS], description: channel }))),
    to: Type.Optional({
      ...email,
      description:
        'The service mails the link there, with the order as PDF and the account’s message, and answers go to the member who sends it. `mail` says what became of it.',
    }),
  },
  { title: 'OrderLinkInput', examples: [{ days: 7, asks_answer: true, channel: 'whatsapp' }] },
)

export type LinkInput = Static<typeof linkBody>
export const usualDays = ({ days = USUAL_DAYS }: LinkInput): number => days

export const linkSource: ListSource = {
  table: 'order_links',
  document: linkJson,
  sortable: { id: 'bigint', created_at: 'timestamptz' },
}

const { sort, ...parameters } = listParameters(linkSource)

export const linksQuery = closed({
  ...parameters,
  sort: Type.Optional({ ...sort, examples: ['-id'], 'x-component': 'SortOfLinks' }),
})
