import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/database/database.ts'
import { openResources } from '../../src/processes/serve.ts'

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
    return `${JSON.stringify(document, null, 2)}\n`
  } finally {
    await rm(folder, { recursive: true })
  }
}
