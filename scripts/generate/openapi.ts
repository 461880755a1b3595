import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/database/database.ts'
import { openResources } from '../../src/processes/serve.ts'

/** How deep the document is laid out in lines: an operation, or a schema, is one. */
const DEPTH = 3

/** JSON with a line for each operation and each component. */
function asLines(value: unknown, depth = 0): string {
  const isOpen = depth < DEPTH && typeof value === 'object' && value !== null
  if (!isOpen || Array.isArray(value)) return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${asLines(part, depth + 1)}`,
  )
  return parts.length === 0 ? '{}' : `{\n${parts.join(',\n')}\n}`
}

/** The OpenAPI document as the service answers it, with the default settings. */
export async function openApiText(db: Db): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-openapi-'))
  try {
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
    const app = await buildApp({
      config,
      database: { db, reads: db, pipelined: db },
      ...(await openResources(config)),
    })
    await app.ready()
    const document = app.swagger()
    await app.close()
    return `${asLines(document)}\n`
  } finally {
    await rm(folder, { recursive: true })
  }
}
