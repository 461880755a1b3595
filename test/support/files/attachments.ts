import type { SendOptions, Server } from '../../harness.ts'
import { succeed } from '../orders.ts'
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
