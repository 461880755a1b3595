import { ProblemError } from '@pedido/client'
import { patientFetch } from './fetch.ts'
import { save } from './save.ts'

interface Options {
  /** Ends it; what has come so far is forgotten. */
  signal?: AbortSignal
  /** Told how many bytes have come, as they come. */
  onBytes?: (bytes: number) => void
}

/**
 * Has the browser keep a file that the service makes, under the name that the service gives it. It is
 * fetched whole first: so a problem shows where the file was asked for, and not instead of the page.
 * @returns the file's name
 * @throws ProblemError what the service refused
 */
export async function download(path: string, { signal, onBytes }: Options = {}): Promise<string> {
  const answer = await patientFetch(path, {
    headers: { Accept: '*/*' },
    ...(signal && { signal }),
  })
  if (!answer.ok) {
    const of = { address: `GET ${path.split('?')[0]}`, request_id: '', idempotencyKey: undefined }
    const problem = (await answer.json()) as ConstructorParameters<typeof ProblemError>[0]
    throw new ProblemError(problem, answer.headers, of)
  }
  const name = nameIn(answer.headers.get('Content-Disposition'))
  save(await (onBytes ? counted(answer, onBytes) : answer).blob(), name)
  return name
}

/** The same answer, whose bytes are counted as they come. */
function counted(answer: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  return new Response(answer.body?.pipeThrough(count) ?? null, { headers: answer.headers })
}

function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'pedido'
}
