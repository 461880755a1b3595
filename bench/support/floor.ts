import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Actor } from '../../src/access/actor.ts'
import { UNRESTRICTED } from '../../src/access/row-scope.ts'
import type { Tx } from '../../src/database/database.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { createOrder } from '../../src/orders/creating/create.ts'
import { type References, sampleOrder } from './order.ts'

// The floor: the least that could do the job. A bare node:http server over a bare pg pool; no
// authentication, no validation, no router. It reads the same stored documents by the same rule
// (never a stale one), and writes orders with exactly the statements of the service.
// Run by bench/scenarios/floor.ts as `node bench/support/floor.ts <settings as JSON>`.

interface Settings {
  url?: string
  dataDir?: string
  poolSize: number
  account_id: number
  references: References
}

const { url, dataDir, poolSize, account_id, references } = JSON.parse(
  process.argv[2] ?? '',
) as Settings

const READ = `
  select d.document
    from order_documents d join accounts a on a.account_id = d.account_id
   where d.account_id = $1 and d.id_order = $2 and (d.names_epoch is null or d.names_epoch = a.names_epoch)`

const LIST = `
  select (select count(*) from orders where account_id = $1) as total,
         string_agg(d.document, ',' order by o.id desc) as documents
    from (select account_id, id from orders where account_id = $1 order by id desc limit 25) o
    join order_documents d on d.account_id = o.account_id and d.id_order = o.id
    join accounts a on a.account_id = d.account_id and (d.names_epoch is null or a.names_epoch = d.names_epoch)`

const FEED = `
  select string_agg(e.data, ',' order by p.position) as records
    from (select position, id_event from event_positions where account_id = $1 order by position limit 100) p
    join events e on e.account_id = $1 and e.id = p.id_event`

interface Recorded {
  name: string
  text: string
  values: unknown[]
}

/** The statements that the service's own command runs for the sample order. */
async function recordCreate(): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const recorder = {
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: unknown[] }) => {
      recorded.push({ name: `create_${recorded.length}`, text: sql, values: parameters })
      return { rows: [{ order_ids: [1], event_ids: [1], item_ids: [], document: '' }] }
    },
  } as unknown as Tx
  const actor = {
    account_id,
    time_zone: 'UTC',
    amounts: 'verify',
    only: UNRESTRICTED,
    id_token: 1,
    token_name: 'bench',
    request_id: '7b1f6a52-3d0e-4c8b-9a57-0c2f3b9f1e11',
    traceparent: null,
  } as Actor
  await createOrder(recorder, actor, sampleOrder(references))
  return recorded
}

const pool = dataDir
  ? (await openEmbedded(dataDir)).pool
  : new pg.Pool({ connectionString: url, max: poolSize })
const [drawIds, insert, ...more] = await recordCreate()
if (!drawIds || !insert || more.length) throw new Error('a create has other statements now')
const FIELDS = 3
const [fields] = JSON.parse(insert.values[FIELDS] as string) as [object]
const lines = JSON.parse(insert.values[FIELDS + 1] as string) as object[]

async function read(path: string): Promise<string> {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const { rows } = await pool.query({ name: 'read', text: READ, values: [account_id, id] })
  return `{"data":${rows[0].document},"meta":${meta()}}`
}

async function list(): Promise<string> {
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [account_id] })
  const pagination = { page: 1, limit: 25, total: Number(rows[0].total), hasPrev: false }
  return `{"data":[${rows[0].documents}],"pagination":${JSON.stringify(pagination)},"meta":${meta()}}`
}

async function feed(): Promise<string> {
  const { rows } = await pool.query({ name: 'feed', text: FEED, values: [account_id] })
  return `{"data":[${rows[0].records}],"size":100,"meta":${meta()}}`
}

async function create(drawIds: Recorded, insert: Recorded): Promise<string> {
  const client = await pool.connect()
  await client.query('begin')
  const drawn = await client.query(drawIds)
  const { order_ids, event_ids, item_ids } = drawn.rows[0]
  // What a driver gives of an array of bigint are texts, as of a bigint.
  const [id] = order_ids
  const values = [account_id, order_ids, event_ids, ...insert.values.slice(FIELDS)]
  values[FIELDS] = JSON.stringify([{ ...fields, id }])
  values[FIELDS + 1] = JSON.stringify(
    lines.map((line, i) => ({ ...line, id_order: id, id: item_ids[i] })),
  )
  const created = await client.query({ ...insert, values })
  await client.query('commit')
  client.release()
  return `{"data":${created.rows[0].document},"message":"Resource created successfully","meta":${meta()}}`
}

function meta(): string {
  return `{"timestamp":"${new Date().toISOString().slice(0, -1)}","version":"2"}`
}

async function answer({ method, url: path = '' }: IncomingMessage): Promise<string> {
  if (method === 'POST') return create(drawIds as Recorded, insert as Recorded)
  if (path.startsWith('/events')) return feed()
  return path.startsWith('/orders/') ? read(path) : list()
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  answer(request).then(
    (text) => {
      response.writeHead(request.method === 'POST' ? 201 : 200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    },
    (error: Error) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Floor listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
