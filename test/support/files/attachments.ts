import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cleaningJob } from '../../../src/orders/attachments/cleaning.ts'
import type { Answer, SendOptions, Server } from '../../harness.ts'
import { data, succeed } from '../orders.ts'
import { multipart } from '../wire/multipart.ts'

/** An upload of one file, as a request. */
export function uploadOf(
  content: Buffer | string,
  filename: string | undefined,
  options: SendOptions = {},
): SendOptions {
  return multipart(
    [{ content, type: 'application/octet-stream', ...(filename !== undefined && { filename }) }],
    'b0',
    options,
  )
}

/** Attaches a file to the order with this address → the attachment. */
export async function attach(
  server: Server,
  order: string,
  content: Buffer | string = 'Ligar antes',
  filename = 'nota.txt',
  options: SendOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
): Promise<any> {
  const { body, ...sent } = uploadOf(content, filename, options)
  return (await succeed(server, 'POST', `${order}/attachments`, body, sent)).body.data
}

/** What tests do with attachments of orders on one server, by the orders' ids or addresses. */
export const attachmentsOn = (server: () => Server) => ({
  send: (
    order: number,
    content: Buffer | string,
    name?: string,
    options?: SendOptions,
  ): Promise<Answer> =>
    server().send('POST', `/orders/${order}/attachments`, uploadOf(content, name, options)),

  namesOf: async (path: string): Promise<string[]> =>
    (await data(server(), 'GET', `${path}/attachments`)).map(({ name }: { name: string }) => name),

  /** Removes what no row names, as the service does every few seconds. */
  clean: async (): Promise<void> => {
    await cleaningJob(server().resources.images)(server().db, new AbortController().signal)
  },

  /** The contents that are kept for an order. */
  contentsOf: async (order: number): Promise<string[]> => {
    const account = join(server().config.DATA_DIR, 'images', String(server().account_id))
    return (await readdir(join(account, 'orders', String(order))).catch(() => [])).sort()
  },
})

export const digest = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex')
