import { openAsBlob } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportPatch, Pedido } from '../../../packages/client/src/index.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { importResources } from '../../files/imports/mapping/fields.ts'
import { presetNames } from '../../files/imports/presets/presets.ts'
import { type Encoding, encodings } from '../../files/imports/reading/encoding.ts'
import { either, msg, verbatim } from '../../texts/message.ts'
import { type Command, inWords, note, parse, print, UsageError } from '../command.ts'
import { connectionHelp, connectionOf, connectionOptions, explaining } from './connection.ts'
import {
  columnsText,
  errorText,
  leftOut,
  namingOption,
  samplesText,
  soFar,
  stateTexts,
  summaryText,
  worthTexts,
} from './import-words.ts'
import { Progress } from './progress.ts'

/** How often a running import is looked at. */
const LOOK_MS = 400
/** A file may be large and the line slow. */
const UPLOAD_MS = 30 * 60_000
/** A service that is started anew goes on with an import: it is waited for. */
const PATIENT = { maxRetries: Number.POSITIVE_INFINITY, timeoutMs: 10 * 60_000 }
const INTERRUPTED = 130

const OPTIONS: Record<string, string> = {
  dry_run: '--dry-run',
  mapping: '--mapping',
  mode: '--mode',
  decimal: '--decimal',
  dates: '--dates',
  encoding: '--encoding',
  sheet: '--sheet',
  preset: '--preset',
}

const EXAMPLES = `  pedido import customers clientes.csv --dry-run
  pedido import customers clientes.csv --refused recusados.csv
  pedido import products tabela.csv --column fk_id=SKU
  pedido import orders pedidos.xlsx --mapping '{"columns":{"Cód. ERP":"fk_id"}}'`

export const importCommand: Command = {
  name: 'import',
  parameters: msg`RESOURCE FILE`,
  summary: msg`bring a file (CSV, a workbook, JSON) into a running service`,
  options: [
    ['--dry-run', msg`tell what would become of it, and write nothing`],
    ['--run ID', msg`go on with a file that was tried, or waits for its columns`],
    [
      msg`--column FIELD=COLUMN`,
      msg`which column a field is taken from, by its heading or letter; as often as needed`,
    ],
    [
      msg`--mapping FILE|NAME`,
      msg`what the columns are: a file of JSON, or a mapping saved by name`,
    ],
    [
      '--mode patch|put',
      msg`an empty cell says nothing (patch, unless given), or unsets what is there (put)`,
    ],
    ['--decimal ,|.', msg`how decimals are written, where the file does not tell`],
    ['--dates dmy|mdy', msg`how dates are written`],
    [msg`--encoding NAME`, msg`how the text is written: ${encodings.map(String)}`],
    [msg`--sheet NAME`, msg`the sheet of a workbook, unless it is the first with the headings`],
    ['--preset SYSTEM', msg`the system whose export it is: ${presetNames}`],
    [msg`--refused FILE`, msg`write the refused lines there, with why: correct and import them`],
    ...connectionHelp,
  ],
  more: msg`Resources: ${importResources}.

${EXAMPLES}

Ends with 1 where lines were refused. Ctrl-C ends the import; what is written stays.`,
  run: async (words) => {
    const wanted = read(words)
    const { pedido, url } = connectionOf(wanted)
    const found = await explaining(
      url,
      () => bringIn(pedido, wanted),
      (name) => OPTIONS[name],
    )
    const isClean = found.counts.refused === 0 && ['done', 'checked'].includes(found.state)
    if (!isClean) process.exitCode ||= 1
  },
}

interface Wanted {
  resource: string
  file: string
  run: number | undefined
  dryRun: boolean
  columns: [field: string, column: string][]
  mapping: string | undefined
  mode: 'put' | 'patch' | undefined
  decimal: ',' | '.' | undefined
  dates: 'dmy' | 'mdy' | undefined
  encoding: Encoding | undefined
  sheet: string | undefined
  preset: string | undefined
  refused: string | undefined
  url?: string
  token?: string
}

function read(words: string[]): Wanted {
  const { values, positionals } = parse({
    args: words,
    options: {
      ...connectionOptions,
      'dry-run': { type: 'boolean' },
      run: { type: 'string' },
      column: { type: 'string', multiple: true },
      mapping: { type: 'string' },
      mode: { type: 'string' },
      decimal: { type: 'string' },
      dates: { type: 'string' },
      encoding: { type: 'string' },
      sheet: { type: 'string' },
      preset: { type: 'string' },
      refused: { type: 'string' },
    },
    allowPositionals: true,
  })
  const { 'dry-run': dryRun = false, run, mapping, refused, url, token } = values
  const [resource = '', file = '', ...rest] = positionals
  if (run !== undefined && !/^[1-9]\d{0,15}$/.test(run))
    throw new UsageError(msg`--run takes an id.`)
  if (run === undefined && (file === '' || rest.length > 0)) {
    throw new UsageError(msg`An import needs a resource and a file.`)
  }
  if (run === undefined && !importResources.includes(resource)) {
    throw new UsageError(msg`There is no resource "${resource}".`)
  }
  return {
    resource,
    file,
    run: run === undefined ? undefined : Number(run),
    dryRun,
    columns: (values.column ?? []).map(namingOf),
    mapping,
    mode: choice(values.mode, '--mode', ['put', 'patch']),
    decimal: choice(values.decimal, '--decimal', [',', '.']),
    dates: choice(values.dates, '--dates', ['dmy', 'mdy']),
    encoding: choice(values.encoding, '--encoding', [...encodings]),
    sheet: values.sheet,
    preset: choice(values.preset, '--preset', presetNames),
    refused,
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
  }
}

/** `fk_id=SKU`: the field, and the column that it is taken from. */
function namingOf(text: string): [field: string, column: string] {
  const [, field = '', column = ''] = /^\s*([^=\s]+)\s*=\s*(.*\S)\s*$/s.exec(text) ?? []
  if (field === '') throw new UsageError(msg`--column takes a field and a column: fk_id=SKU.`)
  return [field, column]
}

function choice<const T extends string>(
  given: string | undefined,
  option: string,
  choices: T[],
): T | undefined {
  const found = choices.find((one) => one === given)
  if (given !== undefined && found === undefined) {
    throw new UsageError(msg`${option} takes ${either(choices.map(verbatim))}.`)
  }
  return found
}

async function bringIn(pedido: Pedido, wanted: Wanted): Promise<Import> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  const progress = new Progress()
  try {
    const begun = await begin(pedido, wanted, stop.signal)
    const end = await follow(pedido, begun, progress, stop.signal)
    progress.end()
    printOutcome(end, wanted)
    if (wanted.refused !== undefined && end.counts.refused > 0) {
      const blob = await pedido.imports.readRefusedLines(end.id)
      await writeFile(wanted.refused, new Uint8Array(await blob.arrayBuffer()))
      note.info(msg`The refused lines are in ${wanted.refused}.`)
    }
    return end
  } catch (error) {
    progress.end()
    if (!stop.signal.aborted) throw error
    process.exitCode = INTERRUPTED
    throw new OperatorError(msg`Interrupted.`, { cause: error })
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

async function begin(pedido: Pedido, wanted: Wanted, signal: AbortSignal): Promise<Import> {
  const { resource, file, run, dryRun, mode, decimal, dates, encoding, sheet } = wanted
  const preset = wanted.preset as MappingInput['preset']
  const mapping = await mappingText(pedido, wanted)
  const own = {
    ...(decimal ? { decimal } : {}),
    ...(dates ? { dates } : {}),
    ...(encoding ? { encoding } : {}),
    ...(sheet === undefined ? {} : { sheet }),
    ...(preset === undefined ? {} : { preset }),
  }
  if (run !== undefined) {
    const sent = { ...(mapping === undefined ? {} : (JSON.parse(mapping) as MappingInput)), ...own }
    const hasMapping = Object.keys(sent).length > 0
    return hasMapping ? pedido.imports.update(run, { mapping: sent }) : pedido.imports.run(run)
  }
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new OperatorError(msg`${file} is a folder: name a file in it.`)
  if (!found?.isFile()) throw new OperatorError(msg`There is no file ${file}.`)
  const content = new File([await openAsBlob(file)], basename(file))
  const query = {
    resource: resource as Import['resource'],
    dry_run: dryRun,
    ...(mapping === undefined ? {} : { mapping }),
    ...(mode ? { mode } : {}),
    ...own,
  }
  const limits = { attemptTimeoutMs: UPLOAD_MS, timeoutMs: UPLOAD_MS }
  return pedido.imports.create(content, query, { signal, ...limits })
}

type MappingInput = ImportPatch['mapping']

/** JSON as it stands or of a file, with the columns that are named; or the name of a saved mapping. */
async function mappingText(
  pedido: Pedido,
  { mapping, columns, run }: Wanted,
): Promise<string | undefined> {
  const json = mapping === undefined ? undefined : await textOf(mapping)
  if (columns.length === 0 && run === undefined) return json ?? mapping
  if (columns.length === 0 && mapping === undefined) return undefined
  const base =
    mapping === undefined
      ? {}
      : json === undefined
        ? await savedMapping(pedido, mapping)
        : (JSON.parse(json) as MappingInput)
  const named: Record<string, string | string[]> = {}
  for (const [field, column] of columns) {
    const before = named[column]
    named[column] = before === undefined ? field : [before, field].flat()
  }
  return JSON.stringify({ ...base, columns: { ...base.columns, ...named } })
}

/** JSON as it stands, or of a file of this name. */
async function textOf(mapping: string): Promise<string | undefined> {
  const isJson = mapping.startsWith('{')
  const text = isJson ? mapping : await readFile(mapping, 'utf8').catch(() => undefined)
  try {
    return text === undefined ? undefined : JSON.stringify(JSON.parse(text))
  } catch (error) {
    throw new OperatorError(msg`${mapping} is not JSON: ${(error as Error).message}`)
  }
}

async function savedMapping(pedido: Pedido, name: string): Promise<MappingInput> {
  const { columns, preset, decimal, dates, encoding, sheet, header_line } =
    await pedido.imports.readMapping(name)
  const saved = Object.entries({ columns, preset, decimal, dates, encoding, sheet, header_line })
  return Object.fromEntries(saved.filter(([, value]) => value !== null)) as MappingInput
}

/** Shows how far it is until it is tried, or over. The signal cancels it. */
async function follow(
  pedido: Pedido,
  begun: Import,
  progress: Progress,
  signal: AbortSignal,
): Promise<Import> {
  const look = (last: Import) =>
    pedido.imports.read(last.id, { ...PATIENT, signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
      return last
    })
  for (let found = begun; ; found = await look(found)) {
    const { id, state, counts } = found
    progress.show(inWords(stateTexts[state]), found.progress, inWords(soFar(counts)))
    if (state !== 'checking' && state !== 'running') return found
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) continue
    await pedido.imports.cancel(id).catch(() => undefined)
    return pedido.imports.read(id)
  }
}

/** What became of it, in words. */
function printOutcome(found: Import, { dryRun, refused }: Wanted): void {
  const { detected, state, failure, warnings, first_faults: errors, counts, id } = found
  if (detected && state === 'needs_mapping') {
    printColumns(id, detected, failure)
    return
  }
  if (detected && dryRun) print(msg`${columnsText(detected)}\n`)
  const left = detected?.columns.filter(({ field, heading }) => field === null && heading !== '')
  if (left?.length && !dryRun) note.info(leftOut(left))
  if (failure !== null) note.warn(failure)
  for (const { detail } of warnings) note.info(detail)
  for (const fieldError of errors.slice(0, 10)) note.warn(errorText(fieldError))
  if (errors.length > 10) note.warn('…')
  print(msg`${summaryText(found)}\n`)
  for (const worth of worthTexts(found)) print(msg`${worth}\n`)
  if (state === 'checked') {
    print(msg`Nothing is written yet. To write it: pedido import --run ${id}\n`)
  }
  if (counts.refused > 0 && refused === undefined) {
    note.info(
      msg`With --refused FILE the refused lines are written there, to be corrected and imported.`,
    )
  }
  if (state === 'cancelled') process.exitCode = INTERRUPTED
}

/** The columns of a file that waits for their names, and how to name them. */
function printColumns(
  id: number,
  detected: NonNullable<Import['detected']>,
  why: string | null,
): void {
  if (why !== null) note.warn(why)
  print(msg`The file has these columns:\n${samplesText(detected)}\n`)
  if (detected.sheets.length > 1) {
    print(
      msg`This is the sheet “${detected.sheet}” of ${detected.sheets}: --sheet chooses another.\n`,
    )
  }
  print(
    msg`Nothing was done. To say which column is which: pedido import --run ${id} ${namingOption(detected)}\n`,
  )
}
