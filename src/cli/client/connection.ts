import { type Pedido, PedidoError, pedidoClient } from '../../../packages/client/src/index.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { clientEnvironment } from '../../config.ts'
import { UsageError } from '../command.ts'

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
export const connectionHelp = {
  '--url URL': 'where the service is, default: PEDIDO_URL, or http://127.0.0.1:3000',
  '--token TOKEN': 'default: PEDIDO_TOKEN, which others can’t see in the list of processes',
}

/** @throws UsageError */
export function connectionOf(given: { url?: string; token?: string }): Connection {
  const found = clientEnvironment()
  const url = (given.url ?? found.url ?? 'http://127.0.0.1:3000').replace(/\/+$/, '')
  const token = given.token ?? found.token
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError(`"${url}" is no address such as https://pedido.example.com.`)
  }
  if (!token) throw new UsageError('A token is needed: --token, or PEDIDO_TOKEN.')
  const headers = { 'Accept-Language': found.isPortuguese ? 'pt-BR' : 'en' }
  return { url, token, pedido: pedidoClient({ url, token, headers }) }
}

/** What a service refuses, or that it is not there, in a sentence. */
export async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PedidoError) throw new OperatorError(error.message, { cause: error })
    throw error
  }
}
