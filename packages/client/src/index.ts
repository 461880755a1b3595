import { accessTokens } from './access.ts'
import { endpoints } from './generated/endpoints.ts'
import type { Resources } from './generated/resources.ts'
import { methodOf } from './methods.ts'
import type { Settings } from './transport.ts'

export {
  ConnectionError,
  PedidoError,
  ProblemError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts'
export * from './generated/errors.ts'
export type * from './generated/resources.ts'
export { etagOf } from './records.ts'
export type { ClientCredentials, Settings, TokenSource } from './transport.ts'
export type * from './types.ts'
export * from './webhooks.ts'

/** What `pedidoClient` gives: a member for each resource, with a method for each operation. */
export type Pedido = Resources

/**
 * A client of the service at `url`. It keeps no connection of its own and has nothing to close.
 * @throws TypeError where `url` is none
 */
export function pedidoClient(given: Settings): Pedido {
  new URL(given.url)
  const settings = given.client ? { ...given, token: accessTokens(given) } : given
  const resources = Object.entries(endpoints).map(([resource, methods]) => [
    resource,
    Object.fromEntries(
      Object.entries(methods).map(([name, line]) => [name, methodOf(settings, line)]),
    ),
  ])
  return Object.fromEntries(resources) as Pedido
}
