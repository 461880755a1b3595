import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// A part of `npm install`: the script of the API's reference page, as a file that the service sends.
// Only the plugin of Scalar's package holds it, and that and what it needs are 40 MB of files.

const folder = fileURLToPath(new URL('../../dist/', import.meta.url))
const shelf = Fastify()
await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { statusCode, rawPayload } = await shelf.inject('/docs/js/scalar.js')
if (statusCode !== 200) throw new Error(`Scalar's script answers ${statusCode}.`)
await shelf.close()
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}reference.new`, rawPayload)
renameSync(`${folder}reference.new`, `${folder}reference.js`)
