import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { sampleOrder } from '../../support/order.ts'
import { type Client, count, form, open, send } from './client.ts'
import { hostileFiles } from './files.ts'

// Thirteen ways in which one account takes all that it can get, by requests that it may send, and a floor.

/** Gets ready, which costs the service little, and gives what then lasts until it is to leave off. */
export type Way = (client: Client) => Promise<() => Promise<void>>

/** So many at once, each as soon as the one before is answered, or refused and a moment has passed. */
async function each(
  client: Client,
  many: number,
  work: (turn: number) => Promise<{ status: number }>,
): Promise<void> {
  let turn = 0
  const one = async () => {
    while (!client.isOver()) {
      const { status } = await work(turn++)
      if (status === 0 || status > 299) await setTimeout(REFUSED_MS)
    }
  }
  await Promise.all(Array.from({ length: many }, one))
}

/** A client that does its worst doesn't wait as long as it is told to. */
const REFUSED_MS = 100

const imports: Way = async (client) => {
  const files = await hostileFiles()
  return async () => {
    await each(client, 4, async (turn) => {
      const { name, content } = files[turn % files.length] ?? { name: '', content: Buffer.alloc(0) }
      const made = await send(client, '/imports?resource=customers', form(content, name))
      if (made.status !== 201) return made
      const { id } = JSON.parse(made.text).data
      for (;;) {
        const { status, text } = await send(client, `/imports/${id}`)
        if (status !== 200 || client.isOver()) break
        if (!['checking', 'running'].includes(JSON.parse(text).data.state)) break
        await setTimeout(200)
      }
      await send(client, `/imports/${id}/cancel`, { body: {} })
      return made
    })
  }
}

const exports: Way = async (client) => () => {
  const files = ['format=xlsx&rows=items', 'format=csv&rows=items', 'format=ndjson', 'format=xlsx']
  return each(client, 8, (turn) => send(client, `/orders?${files[turn % files.length]}`))
}

const searches: Way = async (client) => () => {
  const asked = [
    '/orders?q=aurora',
    '/orders?q=o&sort=total_value',
    '/orders?total_from=10&delivery_date_from=2020-01-01&sort=-delivery_date',
    '/customers?q=mercado',
    '/products?q=a',
    '/orders?q=zzzzzz',
  ]
  return each(client, 24, (turn) => send(client, asked[turn % asked.length] ?? ''))
}

/** For which there is no index: each takes a connection for as long as all orders are looked at. */
const slowLists: Way = async (client) => () => {
  const filters = 'total_from=10&delivery_date_from=2020-01-01&sort=-delivery_date'
  return each(client, 200, (turn) => send(client, `/orders?${filters}&page=${1 + (turn % 50)}`))
}

const summaries: Way = async (client) => () => {
  const asked = ['product', 'product&total_from=1', 'user&total_from=1', 'customer&total_from=1']
  return each(client, 12, (turn) =>
    send(client, `/orders/summary?group_by=${asked[turn % asked.length]}`),
  )
}

const documents: Way = async (client) => {
  const { references } = client.noisy
  const order = sampleOrder(references, 100)
  const words = 'Caixa de papelão ondulado com fita, '
  const description = words.repeat(200).slice(0, 5000)
  const items = order.items?.map((item) => ({ ...item, description }))
  const { text } = await send(client, '/orders', { body: { ...order, items } })
  const { id } = JSON.parse(text).data
  return () =>
    each(client, 12, (turn) =>
      send(client, `/orders/${id}/document?language=${turn % 2 ? 'en' : 'pt-BR'}`),
    )
}

const slowUploads: Way = async (client) => async () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const start =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nfk_id,name\n'
  const kinds = [
    { path: '/imports?resource=customers', headers: multipart, start },
    { path: `/products/${client.noisy.references.products[0]}/image`, headers: multipart, start },
    { path: '/bulk/customers', headers: { 'content-type': 'application/x-ndjson' }, start: '{' },
    { path: '/customers', headers: { 'content-type': 'application/json' }, start: '{' },
  ]
  await each(client, 600, async (turn) => {
    const kind = kinds[turn % kinds.length]
    if (!kind) return { status: 0 }
    const { path, headers, start } = kind
    const sending = open(client, path, { headers })
    let status = -1
    sending
      .on('error', () => {
        status = Math.max(status, 0)
      })
      .on('response', (response) => {
        status = response.statusCode ?? 0
        response.resume()
      })
    sending.write(start)
    while (status === -1 && !client.isOver()) {
      await setTimeout(500)
      if (!sending.destroyed) sending.write('a')
    }
    sending.destroy()
    count(client, Math.max(status, 0))
    return { status: Math.max(status, 0) }
  })
}

const streams: Way = async (client) => async () => {
  const streaming = each(client, 500, async (turn) => {
    const filter = turn % 2 ? '?type=order.deleted' : ''
    const asking = open(client, `/events/stream${filter}`, { method: 'GET' })
    const answered = Promise.withResolvers<number>()
    asking
      .on('error', () => answered.resolve(0))
      .on('response', (response) => {
        response.resume().on('error', () => {})
        answered.resolve(response.statusCode ?? 0)
      })
    asking.end()
    const status = await answered.promise
    count(client, status)
    while (status === 200 && !client.isOver() && !asking.destroyed) await setTimeout(200)
    asking.destroy()
    return { status }
  })
  const writing = each(client, 2, (turn) =>
    send(client, '/customers', { body: { name: `Mercado ${turn}` } }),
  )
  await Promise.all([streaming, writing])
}

const bulk: Way = async (client) => {
  const order = sampleOrder(client.noisy.references)
  const headers = { 'content-type': 'application/x-ndjson' }
  const lines = (line: (n: number) => object) =>
    Array.from({ length: 2_000 }, (_, n) => JSON.stringify(line(n))).join('\n')
  // Without a code each is refused, which takes no database and most of the processor.
  const refused = lines(() => order)
  const written = ['a', 'b'].map((observations) =>
    lines((n) => ({ ...order, fk_id: `B-${n}`, observations })),
  )
  return () =>
    each(client, 12, (turn) => {
      const body = turn % 2 ? refused : (written[(turn / 2) % 2] ?? '')
      return send(client, '/bulk/orders', { body, headers })
    })
}

const previews: Way = async (client) => {
  const body = sampleOrder(client.noisy.references, 1_000)
  return () => each(client, 16, () => send(client, '/orders/preview', { body }))
}

const webhooks: Way = async (client) => {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    void globalThis.setTimeout(() => response.end(), 25_000)
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const hooks = await Promise.all(
    Array.from({ length: 20 }, () => send(client, '/webhooks', { body: { url, types: ['*'] } })),
  )
  const ids = hooks.flatMap(({ text }) => (text === '' ? [] : [JSON.parse(text).data?.id]))
  return async () => {
    await Promise.all(
      ids.map((id) => send(client, `/webhooks/${id}/replay`, { body: { from: '2000-01-01' } })),
    )
    await each(client, 4, (turn) =>
      send(client, `/webhooks/${ids[turn % ids.length]}/test`, { body: {} }),
    )
    await Promise.all(ids.map((id) => send(client, `/webhooks/${id}`, { method: 'DELETE' })))
    receiver.close().closeAllConnections()
  }
}

const signIns: Way = async (client) => () => {
  const any = () => 1 + Math.floor(Math.random() * 250)
  return each(client, 40, async (turn) => {
    const email = turn % 4 ? `nobody-${Math.random()}@example.com` : client.noisy.email
    const body = { email, password: 'nove caixas de erva-mate' }
    const from = `127.${any()}.${any()}.${any()}`
    return await send(client, '/session', { body, token: null, from })
  })
}

const images: Way = async (client) => {
  const create = { width: 7_000, height: 7_000, channels: 3 as const, background: '#39c' }
  const noise = { ...create, noise: { type: 'gaussian' as const, mean: 120, sigma: 20 } }
  // As large as each kind may be.
  const avif = { ...create, width: 3_600, height: 3_600 }
  const whole = { ...create, width: 5_000, height: 5_000, channels: 4 as const }
  const files = [
    await sharp({ create: avif }).avif({ effort: 0 }).toBuffer(),
    await sharp({ create: whole }).png({ progressive: true }).toBuffer(),
    await sharp({ create }).png().toBuffer(),
    await sharp({ create: noise }).jpeg({ quality: 30 }).toBuffer(),
  ]
  const { products } = client.noisy.references
  return () =>
    each(client, 12, (turn) =>
      send(client, `/products/${products[turn % products.length]}/image`, {
        ...form(files[turn % files.length] ?? Buffer.alloc(0), 'a.png'),
      }),
    )
}

/** No request at all: what anything notices beside other programs that want all processors. */
export const FLOOR = 'busy processors'

const busyProcessors: Way = async (client) => async () => {
  const loops = Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  )
  while (!client.isOver()) await setTimeout(REFUSED_MS)
  await Promise.all(loops.map((loop) => loop.terminate()))
}

export const ways: Record<string, Way> = {
  imports,
  exports,
  searches,
  'slow lists': slowLists,
  summaries,
  documents,
  'slow uploads': slowUploads,
  streams,
  bulk,
  previews,
  webhooks,
  'failed sign-ins': signIns,
  images,
  [FLOOR]: busyProcessors,
}
