import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callService } from '../../test/support/call.ts'
import type { Service } from '../../test/support/service.ts'
import { addTo } from './clients.ts'

/** What somebody who follows the account has seen. */
export interface Seen {
  /** How many events came, each counted once. */
  events: number
  /** How often an event came again. */
  again: number
  /** Orders of whose making was told, by id, and how often. */
  created: Map<number, number>
}

const newSeen = (): Seen => ({ events: 0, again: 0, created: new Map() })

/** The little of an event that is looked at. */
interface FeedEvent {
  id: string
  type: string
  subject: string
  sequence: string
}

function countIn(seen: Seen, { type, subject }: FeedEvent): void {
  seen.events++
  if (type !== 'order.created') return
  const id = Number(subject.split('/').at(-1))
  seen.created.set(id, (seen.created.get(id) ?? 0) + 1)
}

/** Reads the feed with a cursor, and holds it to its order: each position follows the one before. */
export class FeedFollower {
  readonly seen = newSeen()
  readonly #service: Service
  readonly #token: string
  readonly #faults: Map<string, number>
  #cursor: string | undefined
  #last = 0

  constructor(service: Service, token: string, faults: Map<string, number>) {
    this.#service = service
    this.#token = token
    this.#faults = faults
  }

  async follow(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.read(1)
  }

  /** Reads what there is now. */
  async readAll(): Promise<void> {
    while (await this.read(0));
  }

  /** @returns how many came */
  async read(wait: number): Promise<number> {
    const cursor = this.#cursor ? `&cursor=${this.#cursor}` : ''
    const path = `/events?limit=100&type=order.*${wait ? `&wait=${wait}` : ''}${cursor}`
    const { status, body } = await callService(this.#service, this.#token, path)
    if (status !== 200) {
      addTo(this.#faults, `feed: ${status} ${body.code}`)
      return 0
    }
    for (const event of body.data as FeedEvent[]) {
      const position = Number(event.sequence)
      if (position <= this.#last) addTo(this.#faults, `feed: ${position} after ${this.#last}`)
      this.#last = position
      countIn(this.seen, event)
    }
    this.#cursor = body.next_cursor
    return body.data.length
  }
}

/** A receiver of webhooks that refuses one request in a hundred, as receivers do. */
export async function startReceiver() {
  const seen = newSeen()
  const ids = new Set<string>()
  let requests = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (++requests % 100 === 0) return void response.writeHead(503).end()
    const event = JSON.parse(Buffer.concat(parts).toString()) as FeedEvent
    if (ids.has(event.id)) seen.again++
    else countIn(seen, event)
    ids.add(event.id)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { seen, url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
