import assert from 'node:assert/strict'
import { workOnImports } from '../../../src/files/imports/job/job.ts'
import { LeasedWorker } from '../../../src/jobs/leased-worker.ts'
import type { SendOptions, Server } from '../../harness.ts'
import { file, multipart } from '../wire/multipart.ts'
import { until } from '../workers.ts'

/** An import as the service shows it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
export type Import = any

/** Sends a file; `query` is what stands behind the resource in the address. */
export async function sendFile(
  server: Server,
  resource: string,
  content: Buffer | string,
  query = '',
  options: SendOptions = {},
): Promise<Import> {
  const part = file(content, { filename: 'arquivo.csv', type: 'text/csv' })
  const path = `/imports?resource=${resource}${query}`
  const answer = await server.send('POST', path, multipart([part], undefined, options))
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers['location'], `/imports/${answer.body.data.id}`)
  return answer.body.data
}

/**
 * Works on imports as the service does.
 * @param limits others than a service has
 * @param print gets what a service logs
 */
export function importerOf(
  { app, sessions, config }: Server,
  limits: { maxRefused?: number; maxRefusedBytes?: number; keptBytes?: number } = {},
  print: (text: string, fields: object) => void = console.error,
): LeasedWorker {
  const work = workOnImports(app.importsDue, {
    keptBytes: config.IMPORT_KEPT_BYTES,
    ...limits,
    maxItems: config.MAX_ITEMS,
    onCommitted: (account_id) => app.onCommitted(account_id),
  })
  const log = (fields: object, text: string) => print(text, fields)
  return new LeasedWorker(work, { sessions, log: { info() {}, error: log, warn: log } })
}

/** Waits until an import is tried, or over. */
export async function settled(server: Server, importer: LeasedWorker, id: number): Promise<Import> {
  let found: Import
  await until(async () => {
    await importer.run(server.db)
    found = (await server.send('GET', `/imports/${id}`)).body.data
    return !['checking', 'running'].includes(found.state)
  })
  return found
}

/** Sends a file, and writes it after it was tried. */
export async function bringIn(
  server: Server,
  importer: LeasedWorker,
  resource: string,
  content: Buffer | string,
  query = '',
  options: SendOptions = {},
): Promise<{ checked: Import; done: Import }> {
  const { id } = await sendFile(server, resource, content, query, options)
  const checked = await settled(server, importer, id)
  assert.equal(checked.state, 'checked', JSON.stringify(checked))
  const run = await server.send('POST', `/imports/${id}/run`)
  assert.equal(run.status, 200, run.text)
  return { checked, done: await settled(server, importer, id) }
}

/** As Brazilian ERPs write it. */
export const latin1 = (text: string) => Buffer.from(text, 'latin1')
