import {
  type Call,
  etagOf,
  type List,
  type Pedido,
  type PedidoError,
  pedidoClient,
  type Retry,
  type Settings,
  verifyWebhook,
} from '../../../packages/client/src/index.ts'
import type { ClientSettings, Outcome, Speaker, Task } from './languages.ts'

type Methods = Record<string, Record<string, (...given: unknown[]) => unknown>>
type AnyList = List<unknown, object, { data: unknown[] }, { data: unknown[] }>

/** The client in TypeScript, used as the drivers of the other languages use theirs. */
export function typeScriptSpeaker(): Speaker {
  const clients = new Map<string, Pedido>()
  let last: unknown
  const clientOf = (settings: ClientSettings) => {
    const key = JSON.stringify(settings)
    const client = clients.get(key) ?? pedidoClient(inMilliseconds(settings))
    clients.set(key, client)
    return client as unknown as Methods
  }
  const given = (value: unknown) => {
    if (value === '$last') return last
    const { $base64: file } = Object(value) as { $base64?: string }
    return file === undefined ? value : Buffer.from(file, 'base64')
  }
  const outcomeOf = async (task: Task, onRetry: (retry: Retry) => void) => {
    const { call, args = [], options = {}, settings } = task
    if (call === 'webhook') {
      return { value: await verifyWebhook(...(args as Parameters<typeof verifyWebhook>)) }
    }
    const [resource = '', method = ''] = call.split('.')
    const own = Object.entries(options).map(([name, value]) => [name, given(value)])
    const whole = { ...Object.fromEntries(own), onRetry }
    const made = clientOf(settings)[resource]?.[method]?.(...args.map(given), whole)
    const ofList = await takenFrom(made as AnyList, task)
    if (ofList) return { value: ofList }
    const asked = task.take === 'page' ? (made as AnyList).page() : (made as Call<unknown>)
    const { data, attempts, response } = await asked.withResponse()
    last = data
    const isReplayed = response.headers.get('Idempotency-Replayed') === 'true'
    const value = data instanceof Blob ? await base64Of(data) : data
    return { value, attempts, isReplayed, etag: etagOf(Object(data)) }
  }
  return {
    run: async (task) => {
      const retries: Outcome['retries'] = []
      const onRetry = ({ error, attempt }: Retry) => retries.push([error.name, attempt])
      try {
        const outcome = await outcomeOf(task, onRetry)
        // As it comes from the others.
        return JSON.parse(JSON.stringify({ ...outcome, retries }))
      } catch (error) {
        return { error: errorOf(error as Error), retries }
      }
    },
    close: async () => {},
  }
}

async function takenFrom(list: AnyList, { take, count = 0 }: Task): Promise<unknown[] | undefined> {
  if (take === 'all') return Array.fromAsync(list)
  if (take === 'pages') {
    return (await Array.fromAsync(list.pages())).map(({ data }) => data.length)
  }
  if (take !== 'first') return undefined
  const values: unknown[] = []
  for await (const value of list) {
    values.push(value)
    if (values.length === count) break
  }
  return values
}

const base64Of = async (file: Blob) => ({
  $base64: Buffer.from(await file.bytes()).toString('base64'),
})

function inMilliseconds(given: ClientSettings): Settings {
  const { attemptTimeout, timeout, firstPause, ...settings } = given
  return {
    ...settings,
    ...(attemptTimeout === undefined ? {} : { attemptTimeoutMs: attemptTimeout * 1000 }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(firstPause === undefined ? {} : { firstPauseMs: firstPause * 1000 }),
  }
}

function errorOf(error: Error): NonNullable<Outcome['error']> {
  const { message } = error
  const name = error instanceof TypeError ? 'usage' : error.name
  const { request_id: requestId } = error as PedidoError
  const found = { ...(error as unknown as NonNullable<Outcome['error']>), name, message }
  const { etag } = error as { etag?: string }
  return { ...found, requestId, etag: etag ?? null, problem: { ...error } }
}
