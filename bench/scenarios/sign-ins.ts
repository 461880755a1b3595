import { type Call, callService } from '../../test/support/call.ts'
import { type Service, startService } from '../../test/support/service.ts'
import type { Scenario } from '../support/command.ts'
import { quantile } from '../support/figures.ts'
import type { Cell } from '../support/table.ts'

const PASSWORD = 'quatro caixas de erva-mate'
const RIGHT_TRIES = 30
/** Networks that made-up e-mails come from, and how many of these are under way at once. */
const MANY = 2_000
const AT_ONCE = 100
/** E-mails that failed sign-ins are shared by: each may be tried some 300 times. */
const EMAILS = 10

let networks = 0
const newNetwork = () => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`

interface Answered {
  status: number
  /** What the browser is known by from now on. */
  browser: string
}

/** Asks as somebody who is not signed in. */
async function ask(
  { address }: Service,
  path: string,
  from: string,
  body: object,
  cookie = '',
): Promise<Answered> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from, cookie }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(address + path, sent)
  await response.arrayBuffer()
  const known = response.headers.getSetCookie().find((one) => one.includes('pedido_browser'))
  return { status: response.status, browser: known?.split(';')[0] ?? '' }
}

const ofOwner = (service: Service, path: string, options?: Call) =>
  callService(service, service.token ?? '', path, options)

const signIn = (service: Service, email: string, password: string, from: string, cookie?: string) =>
  ask(service, '/session', from, { email, password }, cookie)

async function member(service: Service, email: string): Promise<string> {
  const body = { email, name: 'Ana Souza', role: 'viewer' }
  const invited = await ofOwner(service, '/members', { body })
  const link = String(invited.body.data.invitation_url).split('#')[1]
  const used = await ask(service, '/session/link', newNetwork(), { link, password: PASSWORD })
  if (used.status !== 201) throw new Error(`a link was answered with ${used.status}`)
  return email
}

/** How many right sign-ins got in while others did what they do. */
async function underAttack(attempt: () => Promise<{ status: number }>): Promise<string> {
  let entered = 0
  for (let n = 0; n < RIGHT_TRIES; n++) if ((await attempt()).status === 201) entered++
  return `${entered} of ${RIGHT_TRIES}`
}

/** Does it so many times at once, over and over, until it is ended. */
function endless(atOnce: number, work: (n: number) => Promise<unknown>): () => Promise<unknown> {
  let isOver = false
  const one = async (n: number) => {
    while (!isOver) await work(n)
  }
  const all = Promise.all(Array.from({ length: atOnce }, (_, n) => one(n)))
  return () => {
    isOver = true
    return all
  }
}

/** By a browser that has signed in, and by one that has not, each time from a network that is new. */
async function bothWays(service: Service, email: string, browser: string): Promise<string[]> {
  const known = await underAttack(() => signIn(service, email, PASSWORD, newNetwork(), browser))
  const fresh = await underAttack(() => signIn(service, email, PASSWORD, newNetwork()))
  return [known, fresh]
}

async function attackers(service: Service): Promise<string[]> {
  const email = await member(service, 'ana@aurora.example')
  const { browser } = await signIn(service, email, PASSWORD, newNetwork())
  const theirs = [newNetwork(), newNetwork(), newNetwork()]
  const end = endless(3, (n) => signIn(service, email, 'wrong', theirs[n] ?? ''))
  const entered = await bothWays(service, email, browser)
  await end()
  return ['three attackers of her e-mail', ...entered]
}

async function flood(service: Service): Promise<string[]> {
  const email = await member(service, 'bia@aurora.example')
  const { browser } = await signIn(service, email, PASSWORD, newNetwork())
  const theirs = Array.from({ length: MANY }, newNetwork)
  let sent = 0
  const end = endless(AT_ONCE, () => {
    const from = theirs[++sent % MANY] ?? ''
    return signIn(service, `pessoa-${sent}@outra.example`, 'wrong', from)
  })
  const entered = await bothWays(service, email, browser)
  await end()
  return [`made-up e-mails from ${MANY} networks, ${AT_ONCE} at once`, ...entered]
}

/** Milliseconds of failed sign-ins, and of the request after each. */
async function times(service: Service, tries: number): Promise<Cell[][]> {
  const known: string[] = []
  for (let n = 0; n < EMAILS; n++) known.push(await member(service, `membro-${n}@aurora.example`))
  const kinds = [
    { kind: 'known', emails: known },
    { kind: 'unknown', emails: known.map((email) => `x-${email}`) },
  ].map((one) => ({ ...one, failed: [] as number[], next: [] as number[] }))
  const timed = async (values: number[], work: () => Promise<{ status: number }>) => {
    const start = performance.now()
    await work()
    values.push(performance.now() - start)
  }
  for (let n = 0; n < tries; n++) {
    for (const { emails, failed, next } of kinds) {
      const email = emails[n % EMAILS] ?? ''
      await timed(failed, () => signIn(service, email, 'wrong', newNetwork()))
      await timed(next, () => ofOwner(service, '/order-statuses'))
    }
  }
  return kinds.map(({ kind, failed, next }) => [
    kind,
    ...[failed, next].flatMap((all) => [0.1, 0.5, 0.9].map((part) => quantile(all, part))),
  ])
}

/** Whether a member gets in while strangers try her e-mail, or made-up ones from many networks. */
export const signIns: Scenario = {
  name: 'sign-ins',
  about: 'whether a member gets in under attack, and what the time of a failure tells',
  databases: ['embedded'],
  numbers: { rounds: 1_000 },
  async run({ host, rounds }) {
    const own = await host.createDatabase()
    const settings = { ...own, TRUST_PROXY: '1', FAILED_AUTH_LIMIT: '1000000' }
    const service = await startService(settings)
    try {
      const figures = await times(service, rounds)
      const entered = [await attackers(service), await flood(service)]
      return [
        {
          head: {
            ...{ 'e-mail': 'text', 'failed p10': 1, 'failed p50': 1, 'failed p90': 1 },
            ...{ 'next request p10': 1, 'next p50': 1, 'next p90': 1 },
          },
          rows: figures,
        },
        {
          head: { meanwhile: 'text', 'browser that is known': 'text', 'new browser': 'text' },
          rows: entered,
        },
      ]
    } finally {
      await service.stop('SIGTERM')
    }
  },
}
