import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../../harness.ts'
import { data, succeed } from '../orders.ts'
import { type Sample, sample } from '../sample.ts'

export interface Customer {
  id: number
  fk_id: string
  users: { id: number; name: string; fk_id: string }[]
}

export interface Portfolios {
  server: Server
  records: Sample
  /** Ids of two sellers. */
  ana: number
  bia: number
  /** A customer of Ana's, of Bia's, of both and of nobody. */
  own: Customer
  others: Customer
  shared: Customer
  nobodys: Customer
  /** Tokens of all scopes: restricted to Ana's orders, and to those of both. */
  token: string
  both: string
}

/** A service with customers of two sellers, and tokens that are restricted to them. */
export async function startPortfolios(): Promise<Portfolios> {
  const server = await startServer()
  // Identifiers that stand for nothing else in an answer.
  await sql`select setval(oid::regclass, 771000000 + oid::bigint) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(
    server.db,
  )
  const records = await sample(server)
  const ana = records.user
  const bia: number = (await data(server, 'POST', '/users', { name: 'Bia', fk_id: 'bia' })).id
  const field = { resource: 'customers', key: 'placa', label: 'Placa', type: 'text', unique: true }
  await succeed(server, 'POST', '/custom-fields', field)
  const create = (fk_id: string, sellers: object): Promise<Customer> =>
    data(server, 'POST', '/customers', {
      name: `Cliente ${fk_id}`,
      fk_id,
      custom_fields: { placa: fk_id },
      ...sellers,
    })
  const own = await create('own', { id_user: ana })
  const others = await create('hidden', { fk_id_users: ['bia'] })
  const shared = await create('shared', { id_users: [bia, ana] })
  const nobodys = await create('address', {})
  for (const { id, fk_id } of [own, others, nobodys]) {
    const address = { fk_id: `end-${fk_id}`, city: `Cidade ${fk_id}` }
    await succeed(server, 'POST', `/customers/${id}/addresses`, address)
  }
  const make = async (id_user: number[]): Promise<string> =>
    (await data(server, 'POST', '/tokens', { name: 'made', scopes: ['*'], only: { id_user } }))
      .token
  const [token, both] = [await make([ana]), await make([ana, bia])]
  return { server, records, ana, bia, own, others, shared, nobodys, token, both }
}

/** Lets whoever is restricted read all customers, or not. */
export async function openAll({ server }: Portfolios, isOpen: boolean): Promise<void> {
  await succeed(server, 'PATCH', '/account', { restricted_read_all_customers: isOpen })
}

/** An answer but for what differs from request to request, and the identifiers asked for. */
export function essenceOf({ status, text, headers }: Answer, asked: string[]): unknown[] {
  const same = asked
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, one) => left.replaceAll(one, '?'), text)
  const body = same.replace(/"request_id":"[^"]*"|"timestamp":"[^"]*"/g, '')
  return [status, body, headers['etag'], headers['location']]
}
