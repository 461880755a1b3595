import { setTimeout } from 'node:timers/promises'
import { callService } from '../../test/support/call.ts'
import { note, type Scenario } from '../support/command.ts'
import { processCpu } from '../support/cpu.ts'
import { residentBytes } from '../support/memory.ts'
import { type Account, ask, onFilled, onSeeded, type Service } from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'

type Run = (service: Service & Account) => Promise<{ bytes: number; firstByteMs: number }>

const PAGES = 'pages of 100'

/** What is asked for; the first one is what the others are compared with. */
const PARTS: Record<string, Run> = {
  [PAGES]: pages,
  ...Object.fromEntries(
    [
      ...['format=ndjson', 'format=csv', 'format=csv&rows=items', 'format=xlsx'],
      ...['format=xlsx&rows=items', 'format=csv&fields=id,fk_id,date,customer,total_value'],
    ].map((query) => [query, file(query)]),
  ),
  'format=ndjson after a rename': afterRename('format=ndjson'),
}

const HEAD: Table['head'] = {
  ...{ Database: 'text', What: 'text', s: 1, MB: 1, 'orders/s': 0, '× pages': 1 },
  ...{ 'first byte ms': 0, 'CPU s': 1, 'MB before': 0, 'MB at most': 0, 'longest write ms': 0 },
}

/** What it takes of memory, and how long a writer waits meanwhile. */
export const exports: Scenario = {
  name: 'exports',
  about: 'all orders as a file, beside the same by pages',
  databases: ['embedded', 'postgres'],
  numbers: { orders: 20_000 },
  takes: ['filled'],
  parts: Object.keys(PARTS),
  async run({ host, orders, filled, isPart }) {
    const measureAll = async (service: Service & Account): Promise<Table[]> => {
      const { pagination } = await ask(service, '/orders?limit=1')
      await file('format=csv&fields=id')(service)
      const rows: Cell[][] = []
      let paged: number | undefined
      for (const [what, run] of Object.entries(PARTS)) {
        if (!isPart(what)) continue
        note(what)
        const { seconds, megabytes, ...found } = await measure(service, run)
        if (what === PAGES) paged = seconds
        const speeds = [pagination.total / seconds, paged === undefined ? '' : paged / seconds]
        rows.push([host.title, what, seconds, megabytes, ...speeds, ...Object.values(found)])
      }
      return [{ title: `${pagination.total} orders`, head: HEAD, rows }]
    }
    if (filled) return onFilled(host, filled, measureAll)
    return onSeeded(host, { orders, itemsMin: 1, itemsMax: 10 }, measureAll)
  },
}

/** In the order of the table. */
async function measure(service: Service & Account, run: Run) {
  await setTimeout(500)
  const { pid } = service
  const [cpu, before, start] = [processCpu(pid), residentBytes(pid), performance.now()]
  let [most, isOver, longest] = [before, false, 0]
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, residentBytes(pid))
      await setTimeout(20)
    }
  }
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      const begun = performance.now()
      const body = { name: `Writer ${n}` }
      const { status } = await callService(service, service.token, '/customers', { body })
      if (status !== 201) note(`a writer was answered ${status}`)
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
    seconds,
    megabytes: bytes / 1e6,
    firstByteMs,
    cpuSeconds: processCpu(pid) - cpu,
    beforeMb: before / 1e6,
    mostMb: most / 1e6,
    longestWriteMs: longest,
  }
}

function file(query: string): Run {
  return async ({ address, token }) => {
    const start = performance.now()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${address}/orders?${query}`, { headers })
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
async function pages({ address, token }: Service & Account) {
  let [bytes, firstByteMs] = [0, 0]
  const start = performance.now()
  let query = 'pagination=cursor&limit=100'
  for (;;) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${address}/orders?${query}`, { headers })
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
    const { data } = await ask(service, '/customers?limit=1')
    const body = { name: `Renamed ${Date.now()}` }
    await ask(service, `/customers/${data[0].id}`, { method: 'PATCH', body })
    return file(query)(service)
  }
}
