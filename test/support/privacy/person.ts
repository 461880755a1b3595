import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { fromBufferPromise } from 'yauzl'
import type { Server } from '../../harness.ts'
import { runJobs } from '../feed.ts'
import { data } from '../orders.ts'
import { until } from '../workers.ts'

/** Somebody whose data is put wherever it can come to. */
export const MARIA = {
  name: 'Maria Aparecida Zanetti',
  fk_id: 'maria.zanetti',
  document: '52998224725',
  email: 'maria.zanetti@example.com',
  phone: '+55 11 98765-4321',
  legal_name: 'M A Zanetti Quitanda ME',
  trade_name: 'Armarinho Jabuticabal',
  notes: 'Mora no sobradinho com o marido Teodorico',
  ie: '388108598269',
  suframa: '600215105',
  contacts: [
    {
      name: 'Genoveva Tavares',
      role: 'Nora',
      phone: '(15) 3811-7263',
      email: 'gege@tavares.example',
    },
  ],
}

/** Where she lives; no two of these have a word in common. */
export const HOME = {
  street: 'Rua Perdizes Tortas',
  number_text: 'Lote Zabelê',
  complement: 'Fundos do Sobradinho',
  zip_code: 5_017_911,
  neighborhood: 'Vila Remota',
  city: 'Itaquaquecetuba',
  state: 'SP',
  address_type: 'delivery',
  name: 'Chácara da Zezinha',
  fk_id: 'CASA-ZANETTI',
  ibge: '3523107',
}

/** By what she is found in texts; nothing else in a test holds one of them. */
const TRACES = [
  'zanetti',
  '52998224725',
  '529.982.247-25',
  '98765-4321',
  '987654321',
  'quitanda',
  'jabuticabal',
  'teodorico',
  '388108598269',
  '600215105',
  'genoveva',
  '3811-7263',
  'gege@tavares',
  'perdizes',
  'zabelê',
  '47811947',
  'sobradinho',
  '5017911',
  '05017-911',
  'remota',
  'itaquaquecetuba',
  'zezinha',
  '3523107',
  'portão verde',
  'são longuinho',
]

/** Which of the traces stand in a text. */
export function tracesIn(text: string): string[] {
  const lowered = text.toLowerCase()
  return TRACES.filter((one) => lowered.includes(one))
}

/** Tables with rows in which she is found, by their names: how many, and by what. */
export async function tracesInDatabase(pool: Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`)
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
    const texts = rows.map(({ row }) => `${row} ${bytesIn(row)}`)
    const traces = [...new Set(texts.flatMap(tracesIn))].sort()
    if (traces.length > 0) found[name] = traces
  }
  return found
}

/** What the bytea columns of a row hold, as text. */
function bytesIn(row: string): string {
  const hex = Array.from(row.matchAll(/\\x([0-9a-f]+)/g), ([, digits]) => digits ?? '')
  return hex.map((digits) => Buffer.from(digits, 'hex').toString()).join(' ')
}

/** The same of the entries of a backup. */
export async function tracesInArchive(path: string): Promise<Record<string, string[]>> {
  const zip = await fromBufferPromise(await readFile(path))
  const found: Record<string, string[]> = {}
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    const bytes = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>))
    const traces = tracesIn(bytes.toString())
    if (traces.length > 0) found[entry.fileName] = traces
  }
  return found
}

/** Asks for it, and runs the jobs until it is done. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
export async function anonymised(server: Server, id: number, body: object = {}): Promise<any> {
  const asked = await data(server, 'POST', `/customers/${id}/anonymise`, body)
  await untilDone(server, id)
  return asked
}

export async function untilDone(server: Server, id: number): Promise<void> {
  const stop = runJobs(server)
  try {
    server.app.onCommitted(server.account_id)
    await until(async () => {
      const { state } = await data(server, 'GET', `/customers/${id}/anonymisation`)
      return state === 'done'
    })
  } finally {
    await stop()
  }
}
