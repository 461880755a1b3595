import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { builtFolder } from '../bin/built.cjs'
import { makeFolder } from './prepare/made-folder.ts'

// A part of `npm install`: the service and the libraries that come in many files as one file, which
// Node.js loads in half the time. `bin/pedido.cjs` runs it as long as it is of the sources as they
// are, else the sources.

const root = fileURLToPath(new URL('..', import.meta.url))

/** The programs, as they lie in `src/`: the command, and those of threads and of the process for images. */
const PROGRAMS = [
  'main',
  'base/giving-way/argon2-thread',
  'database/embedded/thread',
  'files/imports/reading/workbooks/sheet-thread',
  'files/documents/worker',
  'files/exports/encoding/thread',
  'processes/decoding/program',
]

/**
 * Libraries that become a part of it, with all that they need. The others are loaded from where they
 * are, since they bring files that are no code.
 */
export const WITHIN = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/cors',
  '@fastify/multipart',
  '@fastify/swagger',
  '@fastify/type-provider-typebox',
  '@modelcontextprotocol/server',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@prometheus-io/client',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'ajv',
  'ajv-formats',
  'big.js',
  'csv-parse',
  'dataloader',
  'fastify',
  'flydrive',
  'iconv-lite',
  'ipaddr.js',
  'jose',
  'kysely',
  'lossless-json',
  'luxon',
  'marked',
  'minisearch',
  'nodemailer',
  'openid-client',
  'p-limit',
  'pg',
  'saxes',
  'typebox',
  'undici',
  'yauzl',
  'yazl',
]
/** Of what those need: it starts threads from its own files, or is another’s choice. */
const NEVER_WITHIN = ['pino', 'pg-native']

const isOf = (names: string[], id: string) =>
  names.some((name) => id === name || id.startsWith(`${name}/`))

function isOutside(id: string, importer: string | undefined): boolean {
  if (/^[./]/.test(id) || id.startsWith('node:')) return id.startsWith('node:')
  if (isOf(NEVER_WITHIN, id)) return true
  return importer !== undefined && !importer.includes('/node_modules/') && !isOf(WITHIN, id)
}

await makeFolder(builtFolder(), async (work) => {
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(PROGRAMS.map((name) => [name, `src/${name}.ts`])),
    external: isOutside,
  })
  await bundle.write({ dir: work, format: 'esm', sourcemap: true })
  await bundle.close()
  return work
})
