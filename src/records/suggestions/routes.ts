import { sql } from 'kysely'
import { type Static, type TSchema, Type } from 'typebox'
import type { Viewer } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import { bareDocument } from '../../base/values/check-digits.ts'
import { gtinsIn, searchWords } from '../../base/values/search-words.ts'
import type { Reader } from '../../database/database.ts'
import type { Condition } from '../../database/list.ts'
import { beginsWith, canBeSimilar } from '../../database/search.ts'
import type { App } from '../../http/app.ts'
import { manyEnvelope, sendJson } from '../../http/envelope.ts'
import { searchFilter } from '../../http/lists/filters.ts'
import { operation } from '../../http/openapi/operation.ts'
import { closed } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { inWords } from '../../texts/nouns.ts'
import { definitions, type RecordDefinition } from '../definitions.ts'
import { searchFilterOf } from '../lists/record-list.ts'
import { customersWithin } from '../portfolio/portfolio.ts'
import {
  records_suggestByWords,
  records_suggestExact,
  records_suggestSimilar,
  type Suggested,
} from './sql.ts'

const USUAL = 10
const MOST = 20

const MATCHES = ['exact', 'words', 'similar'] as const
type Match = (typeof MATCHES)[number]

/** Records for a field in which somebody types, of the kinds of which an account has many. */
export function suggestionRoutes(app: App, { readsOf }: Services): void {
  for (const definition of definitions) {
    const { path, title, plural, family, searched } = definition
    if (searched === undefined) continue
    const suggestion = suggestionOf(definition)
    app.addSchema(suggestion)
    app.get(
      `${path}/suggestions`,
      operation({
        operationId: `suggest${plural}`,
        tag: plural,
        summary: `Find ${inWords(plural)} while somebody types`,
        description: `At most \`limit\` of them, whole, the likeliest first: those whose ${exactly(definition)} it is, then those that have all words of it as the list’s \`q\` finds them, and where there is room those in which each word is written much like one of it, such as \`fejao\` of \`feijão\`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those.`,
        scope: `${family}:read` as const,
        query: suggestionsQuery(definition),
        success: Type.Object(
          {
            data: Type.Array(Type.Ref(`${title}Suggestion`), { maxItems: MOST }),
            meta: Type.Ref('Meta'),
          },
          { additionalProperties: false, title: `${title}Suggestions` },
        ),
        problems: ['quota_exceeded'],
      }),
      async (request, reply) => {
        const viewer = actorOf(request)
        const query = request.query as Query
        const found = await readsOf(request).long((db) => suggest(db, viewer, definition, query))
        return sendJson(reply, manyEnvelope(found))
      },
    )
  }
}

/** What may be typed whole. */
const exactly = ({ gtins = [], fields }: RecordDefinition) =>
  [
    '`fk_id`',
    ...gtins.map((name) => `\`${name}\``),
    ...(fields['document'] ? ['`document`'] : []),
  ].join(' or ')

function suggestionOf({ title, singular }: RecordDefinition): TSchema {
  return closed(
    {
      match: Type.String({
        enum: [...MATCHES],
        description:
          '`exact`: by a code; `words`: it has all words; `similar`: it has words that are written much like them.',
      }),
      record: Type.Ref(title),
    },
    { $id: `${title}Suggestion`, description: `The ${singular} that may be meant.` },
  )
}

function suggestionsQuery(definition: RecordDefinition) {
  const { searched, title } = definition
  return closed({
    q: {
      ...searchFilter(`What was typed. Finds ${searched}.`),
      'x-component': `${title}Typed`,
    },
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST,
        default: USUAL,
        description: `Records in the answer; ${USUAL} unless given.`,
        'x-component': 'LimitOfSuggestions',
      }),
    ),
    active: Type.Optional(
      Type.Boolean({
        description: '`true`: those in use alone; `false`: those that are not.',
        'x-component': 'ActiveSuggestions',
      }),
    ),
  })
}

type Query = Static<ReturnType<typeof suggestionsQuery>> & { q: string }

async function suggest(
  db: Reader,
  viewer: Viewer,
  definition: RecordDefinition,
  { q, limit = USUAL, active }: Query,
): Promise<string[]> {
  const { account_id } = viewer
  const words = searchWords(q)
  if (words.length === 0) return []
  const within = [
    ...(definition.hasSellers ? customersWithin(viewer) : []),
    ...(active === undefined ? [] : [sql`r.active = ${active}`]),
  ]
  const found: { match: Match; rows: Suggested[] }[] = []
  const all = () => found.flatMap(({ rows }) => rows)
  const room = () => ({
    definition,
    account_id,
    within,
    except: all().map(({ id }) => id),
    limit: limit - all().length,
  })
  const hasRoom = () => all().length < limit
  const exact = records_suggestExact(db, room(), exactCondition(definition, q))
  found.push({ match: 'exact', rows: await exact })
  if (hasRoom()) {
    const condition = searchFilterOf(definition)(q)
    const rows = await records_suggestByWords(
      db,
      room(),
      condition,
      beginsWith(sql`r.name`, q.trim()),
    )
    found.push({ match: 'words', rows })
  }
  if (hasRoom() && words.some(canBeSimilar)) {
    found.push({ match: 'similar', rows: await records_suggestSimilar(db, room(), words) })
  }
  return found.flatMap(({ match, rows }) =>
    rows.map(({ document }) => `{"match":"${match}","record":${document}}`),
  )
}

/** Whether the whole of it is a code of the record, which an index finds. */
function exactCondition({ gtins = [], fields }: RecordDefinition, q: string): Condition {
  const typed = q.trim()
  const scanned = gtinsIn(typed)
  const codes = [
    sql`r.fk_id = ${typed}`,
    ...(scanned.length > 0
      ? gtins.map((name) => sql`${sql.ref(`r.${name}`)} = any (${scanned}::text[])`)
      : []),
    ...(fields['document'] ? [sql`r.document = ${bareDocument(typed)}`] : []),
  ]
  return sql.join(codes, sql` or `)
}
