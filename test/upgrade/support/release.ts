import { callService } from '../../support/call.ts'
import type { Service } from '../../support/service.ts'

/** What a release left of itself. */
export interface Release {
  token: string
  secret_key: string
  /** The checksums of its migrations, by their names. */
  migrations: Record<string, string>
  functions: { revision: number; checksum: string }
  /** What its service answered, by the path. */
  answers: Record<string, unknown>
}

/** What is asked for. */
export const PATHS = [
  '/orders?limit=10&sort=id',
  '/orders?custom.rota=3&sort=id',
  '/orders?q=acougue&sort=id',
  '/orders/fk_id/O-4',
  '/orders/summary?group_by=customer',
  '/customers?sort=id',
  '/customers/fk_id/C-1/addresses',
  '/products?sort=id',
  '/order-statuses?sort=id',
  '/custom-fields',
  '/webhooks',
  '/events?limit=10',
]

/** What a service answers to each path, without what is about the answer itself. */
export async function tellsOf(
  service: Service,
  token: string,
  paths: string[],
): Promise<[string, unknown][]> {
  const answers: [string, unknown][] = []
  for (const path of paths) {
    const { status, body } = await callService(service, token, path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    answers.push([path, body.data])
  }
  return answers
}
