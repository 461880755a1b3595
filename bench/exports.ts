import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { migrate } from '../src/database/schema/migrate.ts'
import { startService } from '../test/support/service.ts'
import { accountOf } from './seed/account.ts'
import { seed } from './seed/seed.ts'
import { processCpu } from './support/cpu.ts'
import { onServer } from './support/server.ts'
import { onFilled, onSeeded, SETTINGS } from './support/service.ts'

// `npm run bench:exports`: all orders as a file, in each format, beside the same by pages of a list;
// how much memory that takes, and how long a writer waits meanwhile. `--orders` says how many there
// are, and `--only 'format=csv'`, as often as wanted, which files are asked for, without the pages.
// `--filled URL` asks a database that `npm run bench:seed` has filled, and leaves it.

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    embedded: { type: 'boolean', default: false },
    orders: { type: 'string', default: '20000' },
    'items-max': { type: 'string', default: '10' },
    only: { type: 'string', multiple: true },
    filled: { type: 'string' },
  },
})
const orders = Number(flags.orders)
const seeding = { orders, itemsMin: 1, itemsMax: Number(flags['items-max']), events: false }

interface Service {
  address: string
  token: string
  pid: number
}

interface Row {
  what: string
  seconds: number
  megabytes: number
  firstByteMs: number
  cpuSeconds: number
  beforeMb: number
  mostMb: number
  longestWriteMs: number
}

const FILES = [
  'format=ndjson',
  'format=csv',
  'format=csv&rows=items',
  'format=xlsx',
  'format=xlsx&rows=items',
  'format=csv&fields=id,fk_id,date,customer,total_value',
]

function residentMb(pid: number): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return (Number(pages) * 4096) / 1e6
}

async function measure(service: Service, what: string, run: Run): Promise<Row> {
  await setTimeout(500)
  const [cpu, resident, start] = [
    processCpu(service.pid),
    residentMb(service.pid),
    performance.now(),
  ]
  let [most, isOver, longest] = [resident, false, 0]
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, residentMb(service.pid))
      await setTimeout(20)
    }
  }
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      const begun = performance.now()
      const answer = await post(service, '/customers', { name: `Writer ${n}` })
      if (answer.status !== 201) console.error(`a writer was answered ${answer.status}`)
      longest = Math.max(longest, performance.now() - begun)
      await setTimeout(50)
    }
  }
  const others = [watch(), write()]
  const { bytes, firstByteMs } = await run(service)
  const seconds = (performance.now() - start) / 1000
  isOver = true
  await Promise.all(others)
  return {
    what,
    seconds,
    megabytes: bytes / 1e6,
    firstByteMs,
    cpuSeconds: processCpu(service.pid) - cpu,
    beforeMb: resident,
    mostMb: most,
    longestWriteMs: longest,
  }
}

type Run = (service: Service) => Promise<{ bytes: number; firstByteMs: number }>

const headersOf = ({ token }: Service) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

function post(service: Service, path: string, body: object): Promise<Response> {
  const headers = headersOf(service)
  return fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

function file(query: string): Run {
  return async (service) => {
    const start = performance.now()
    const headers = headersOf(service)
    const answer = await fetch(`${service.address}/orders?${query}`, { headers })
    if (answer.status !== 200) throw new Error(await answer.text())
    let [bytes, firstByteMs] = [0, 0]
    for await (const chunk of answer.body ?? []) {
      if (bytes === 0) firstByteMs = performance.now() - start
      bytes += chunk.length
    }
    return { bytes, firstByteMs }
  }
}

/** The same in whole pages, as clients read lists. */
const pages: Run = async (service) => {
  let [bytes, firstByteMs] = [0, 0]
  const start = performance.now()
  let query = 'pagination=cursor&limit=100'
  for (;;) {
    const answer = await fetch(`${service.address}/orders?${query}`, {
      headers: headersOf(service),
    })
    const text = await answer.text()
    if (bytes === 0) firstByteMs = performance.now() - start
    bytes += text.length
    const { next_cursor } = JSON.parse(text)
    if (next_cursor === null) return { bytes, firstByteMs }
    query = `cursor=${next_cursor}`
  }
}

/** After a change of a name that orders show: what was stored of them is stale. */
function afterRename(query: string): Run {
  return async (service) => {
    const headers = headersOf(service)
    const answer = await fetch(`${service.address}/customers?limit=1`, { headers })
    const { data } = (await answer.json()) as { data: [{ id: number }] }
    await fetch(`${service.address}/customers/${data[0].id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ name: `Renamed ${Date.now()}` }),
    })
    return file(query)(service)
  }
}

async function measureAll(title: string, service: Service): Promise<void> {
  await file('format=csv&fields=id')(service)
  const rows: Row[] = []
  if (!flags.only) rows.push(await measure(service, 'pages of 100', pages))
  const [paged] = rows
  for (const query of flags.only ?? FILES) rows.push(await measure(service, query, file(query)))
  if (!flags.only) {
    rows.push(await measure(service, 'format=ndjson after a rename', afterRename('format=ndjson')))
  }
  console.log(`\n${title}, ${orders} orders\n`)
  console.log(
    '| | s | MB | orders/s | × pages | first byte ms | CPU s | MB before | MB at most | longest write ms |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const row of rows) {
    const cells = [
      row.seconds.toFixed(1),
      row.megabytes.toFixed(1),
      Math.round(orders / row.seconds),
      paged ? (paged.seconds / row.seconds).toFixed(1) : '',
      Math.round(row.firstByteMs),
      row.cpuSeconds.toFixed(1),
      Math.round(row.beforeMb),
      Math.round(row.mostMb),
      Math.round(row.longestWriteMs),
    ]
    console.log(`| ${row.what} | ${cells.join(' | ')} |`)
  }
}

/** The embedded database in a folder of its own. */
async function onEmbedded(use: (service: Service) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-bench-'))
  const silent = { info() {}, warn() {} }
  const settings = { ...SETTINGS, DATA_DIR: folder }
  const first = await startService(settings)
  await first.stop('SIGTERM')
  const database = await connect(readConfig({ DATA_DIR: folder }), silent)
  await migrate(database.pool)
  const account_id = await accountOf(database.db, '1')
  await seed(database.db, { ...seeding, account_id, connections: 1 })
  await database.close()
  const { address, child, stop } = await startService(settings)
  try {
    await use({ address, token: first.token ?? '', pid: child.pid ?? 0 })
  } finally {
    await stop('SIGTERM')
    await rm(folder, { recursive: true })
  }
}

const { embedded, url, filled } = flags
if (embedded) await onEmbedded((service) => measureAll('Embedded', service))
else {
  await onServer(url ?? filled, (server) =>
    filled
      ? onFilled(server, filled, (service) => measureAll(server.title, service))
      : onSeeded(server, seeding, (service) => measureAll(server.title, service)),
  )
}
