import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { run, type Service, startService } from './service.ts'

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  body: any
}

export interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A PostgreSQL that a test may damage, and the real `pedido serve` on it. */
export interface Stand {
  postgres: PostgresServer
  service: Service
  token: string
  call(path: string, options?: Call): Promise<Reply>
  close(): Promise<void>
}

/**
 * Starts both, with one account, a customer (id 1) and a product (id 1). What PostgreSQL commits
 * survives its crash, though not the machine's.
 * @param settings of the service, on top of its `DATABASE_URL`
 * @param addressOf where the service finds the server, such as a proxy before it
 */
export async function startStand(
  settings: Record<string, string> = {},
  addressOf: (url: string) => string | Promise<string> = (url) => url,
): Promise<Stand> {
  const postgres = await startPostgres({ synchronous_commit: 'on' })
  const folder = await mkdtemp(join(tmpdir(), 'pedido-stand-'))
  const direct = { DATA_DIR: folder, DATABASE_URL: postgres.url }
  await run(['account', 'create', 'Aurora'], direct)
  const words = ['token', 'create', '--account', 'Aurora', '--name', 'test', '--scope', '*']
  const token = (await run(words, direct)).stdout.trim()
  const service = await startService({
    ...direct,
    DATABASE_URL: await addressOf(postgres.url),
    ...settings,
  })
  const call = (path: string, options?: Call) => callService(service, token, path, options)
  await call('/customers', { body: { name: 'Mercado Aurora' } })
  await call('/products', { body: { name: 'Café torrado', price: 18.9 } })
  const close = async () => {
    await service.stop('SIGKILL')
    await postgres.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { postgres, service, token, call, close }
}

async function callService(
  { address }: Service,
  token: string,
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', headers = {} }: Call = {},
): Promise<Reply> {
  const response = await fetch(address + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
