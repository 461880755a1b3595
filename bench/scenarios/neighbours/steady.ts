import { setTimeout } from 'node:timers/promises'
import { sampleOrder } from '../../support/order.ts'
import type { Account } from './stand.ts'

// What a person's and a shop's ordinary requests are like: so many a second, whether or not those
// before have been answered.

/** What is asked for, and how often a second. */
const RATES = { read: 20, create: 5, 'sign-in': 2 } as const

export type Kind = keyof typeof RATES

export const KINDS = Object.keys(RATES) as Kind[]

/** Of one kind of requests. */
interface Seen {
  /** Milliseconds from the moment that a request was due until all of its answer was there. */
  latencies: number[]
  /** Answers that are no success, by status. */
  refused: Map<number, number>
}

export type Steady = Record<Kind, Seen>

export const nothingSeen = (): Steady =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, { latencies: [], refused: new Map() }]),
  ) as unknown as Steady

/** Asks for so long, and adds what came of it. */
export async function steady(
  address: string,
  account: Account,
  seconds: number,
  seen: Steady,
): Promise<void> {
  const start = performance.now()
  const asking = KINDS.map(async (kind, which) => {
    const gap = 1000 / RATES[kind]
    const asked: Promise<void>[] = []
    // Not all kinds at the same moment.
    for (let due = start + (gap * which) / KINDS.length; due < start + seconds * 1000; due += gap) {
      await setTimeout(Math.max(due - performance.now(), 0))
      asked.push(ask(address, account, kind, asked.length, due, seen[kind]))
    }
    await Promise.all(asked)
  })
  await Promise.all(asking)
}

async function ask(
  address: string,
  account: Account,
  kind: Kind,
  turn: number,
  due: number,
  { latencies, refused }: Seen,
): Promise<void> {
  let status = 0
  try {
    const { path, ...options } = requestOf(account, kind, turn)
    const answer = await fetch(address + path, options)
    await answer.arrayBuffer()
    status = answer.status
  } catch {
    // It was cut off, which counts as a refusal without a status.
  }
  latencies.push(performance.now() - due)
  if (status < 200 || status > 299) refused.set(status, (refused.get(status) ?? 0) + 1)
}

function requestOf(
  { token, orders, references, email, password }: Account,
  kind: Kind,
  turn: number,
) {
  const headers = { authorization: `Bearer ${token}` }
  const posted = (path: string, body: object, more: object = {}) => ({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  })
  switch (kind) {
    case 'read': {
      const path = turn % 4 === 3 ? '/orders' : `/orders/${orders[(turn * 37) % orders.length]}`
      return { path, method: 'GET', headers }
    }
    case 'create':
      return posted('/orders', sampleOrder(references), headers)
    case 'sign-in':
      return posted('/session', { email, password })
  }
}
