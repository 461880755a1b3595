import {
  ConnectionError,
  type Pedido,
  PedidoError,
  ProblemError,
  pedidoClient,
  TimeoutError,
} from '../../../packages/client/src/index.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { clientEnvironment } from '../../environment.ts'
import { lines, type Message, msg, verbatim } from '../../texts/message.ts'
import { type Option, UsageError } from '../command.ts'

/** A running service, and how to ask it. */
export interface Connection {
  url: string
  token: string
  pedido: Pedido
}

/** Options of every command that asks a running service, as `parseArgs` takes them. */
export const connectionOptions = {
  url: { type: 'string' },
  token: { type: 'string' },
} as const

/** The same in its help. */
export const connectionHelp: Option[] = [
  ['--url URL', msg`where the service is, default: PEDIDO_URL, or http://127.0.0.1:3000`],
  ['--token TOKEN', msg`default: PEDIDO_TOKEN, which others can’t see in the list of processes`],
]

/** @throws UsageError */
export function connectionOf(given: { url?: string; token?: string }): Connection {
  const found = clientEnvironment()
  const url = (given.url ?? found.url ?? 'http://127.0.0.1:3000').replace(/\/+$/, '')
  const token = given.token ?? found.token
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError(msg`"${url}" is no address such as https://pedido.example.com.`)
  }
  if (!token) throw new UsageError(msg`A token is needed: --token, or PEDIDO_TOKEN.`)
  return { url, token, pedido: pedidoClient({ url, token, headers: languageHeader() }) }
}

/** For answers in the language of the person at the command line. */
export const languageHeader = () => ({
  'Accept-Language': clientEnvironment().language,
})

/** What a problem of the service is told by. */
type Refused = Pick<ProblemError, 'detail' | 'code' | 'request_id' | 'errors'>

/** The option that gives what the service calls by this name; undefined where none does. */
export type OptionOf = (name: string) => string | undefined

/** All that the service refuses, a line each, by the options as they were typed. */
export function problemText(
  { detail, code, request_id, errors }: Refused,
  optionOf: OptionOf,
): Message {
  const sentences = errors.map(({ parameter, pointer, header, detail: fieldError }) => {
    const option = optionOf(parameter ?? pointer?.split('/')[1] ?? '')
    return verbatim(`${option ?? parameter ?? pointer ?? header}: ${fieldError}`)
  })
  const explanation = sentences.length > 0 ? lines(sentences) : verbatim(detail)
  return msg`${explanation} (${code}, request ${request_id})`
}

/** What the service at `url` refuses, or that it is not there, in a sentence. */
export async function explaining<T>(
  url: string,
  work: () => Promise<T>,
  optionOf: OptionOf,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConnectionError && !(error instanceof TimeoutError)) {
      throw unanswered(url, error)
    }
    if (error instanceof ProblemError) {
      throw new OperatorError(problemText(error, optionOf), { cause: error })
    }
    if (error instanceof PedidoError)
      throw new OperatorError(verbatim(error.message), { cause: error })
    throw error
  }
}

/** Nothing listens there, or it broke off before its answer was whole. */
export function unanswered(url: string, error: Error): OperatorError {
  const { origin } = new URL(url)
  const reason = reasonOf(error)
  return new OperatorError(
    msg`${origin} does not answer: ${reason}. Does the service run, and is this its address (--url, PEDIDO_URL)?`,
    { cause: error },
  )
}

/** What the system said, which `fetch` and the client wrap. */
export function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? reasonOf(cause) : message
}
