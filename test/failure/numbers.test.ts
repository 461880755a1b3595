import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { callService } from '../support/call.ts'
import { anOrder, type Stand, startStand } from '../support/servers/stand.ts'
import { type Service, startService } from '../support/service.ts'

// Numbers of orders while writers are many, every tenth is undone, and PostgreSQL and the service are killed.

const WRITERS = 16
/** Half a minute on an idle machine; 10,000 by hand. */
const NUMBERS = Number(process.env['NUMBERS'] ?? 1500)
const TAKEN = 'ERP-1'

let stand: Stand
let service: Service
before(async () => {
  stand = await startStand({ DATABASE_POOL_SIZE: '20' })
  service = stand.service
  await stand.call('/number-series', { body: { name: 'Pedidos' } })
  const numbered = { method: 'PATCH', body: { numbered: true } }
  await stand.call('/order-statuses/fk_id/open', numbered)
  const brought = await create({ number: TAKEN })
  assert.deepEqual([brought?.status, brought?.body.data.number], [201, TAKEN])
})
after(async () => {
  await service.stop('SIGKILL')
  await stand.close()
})

const open = { fk_id_order_status: 'open' }
const order = (more: object) => ({ ...anOrder().body, ...more })

/** Undefined where the service is gone. */
const call = (path: string, body: object) =>
  callService(service, stand.token, path, { body }).catch(() => undefined)
const create = (more: object = {}) => call('/orders', order({ ...open, ...more }))

/**
 * A draft comes into a status that numbers it, and in the same transaction an order is refused: what was drawn is
 * undone, and drawn again by the draft alone.
 */
async function undone(code: string): Promise<void> {
  await call('/orders', order({ fk_id: code }))
  const lines = [
    order({ ...open, fk_id: code }),
    order({ ...open, fk_id: `${code}-refused`, number: TAKEN }),
  ]
  await fetch(`${service.address}/bulk/orders`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${stand.token}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

test('no number is left out, and none is given twice', async () => {
  const acknowledged = new Map<number, string>()
  let isOver = false
  const drawn = async () => {
    const [row] = await stand.sql('select next::float8 as next from number_series')
    return Number(row?.['next']) - 1
  }
  const writer = async (which: number) => {
    for (let i = 0; !isOver; i++) {
      if (i % 10 === 9) await undone(`W${which}-${i}`)
      else {
        const made = await create()
        const { id, number } = made?.body.data ?? {}
        if (made?.status === 201) acknowledged.set(id, number)
        else await setImmediate()
      }
    }
  }
  const until = async (least: number) => {
    while (!isOver && (await drawn()) < least) await setTimeout(20)
  }
  const breaking = async () => {
    await until(NUMBERS / 3)
    await stand.postgres.halt('SIGQUIT')
    await stand.postgres.start()
    await until((NUMBERS * 2) / 3)
    await service.stop('SIGKILL')
    service = await startService({ DATA_DIR: stand.folder, DATABASE_URL: stand.postgres.url })
    await until(NUMBERS)
  }
  const writers = Array.from({ length: WRITERS }, (_, which) => writer(which))
  await breaking().finally(() => {
    isOver = true
  })
  await Promise.all(writers)

  const last = await drawn()
  const rows = await stand.sql(
    'select id::float8 as id, number from orders where number is not null and number <> $1',
    [TAKEN],
  )
  const numbers = rows.map(({ number }) => Number(number)).sort((a, b) => a - b)
  assert.ok(last >= NUMBERS)
  assert.deepEqual(
    numbers,
    Array.from({ length: last }, (_, i) => i + 1),
  )
  const byId = new Map(rows.map(({ id, number }) => [id, number]))
  for (const [id, number] of acknowledged) assert.equal(byId.get(id), number)
  assert.deepEqual(await stand.sql('select * from number_gaps'), [])
  const [{ count } = {}] = await stand.sql('select count(*)::int as count from order_numbers')
  assert.equal(count, last + 1)
  const refused = await stand.sql("select from orders where fk_id like '%refused'")
  assert.equal(refused.length, 0)
})
