import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { lengthOf, UnreadableFile } from '../../src/files/imports/reading/rows.ts'
import { Archive } from '../../src/files/imports/reading/workbooks/archive.ts'
import { isOpenDocument } from '../../src/files/imports/reading/workbooks/ods-parts.ts'
import { odsRows, odsSheets } from '../../src/files/imports/reading/workbooks/ods-rows.ts'
import { readSheets } from '../../src/files/imports/reading/workbooks/xlsx-parts.ts'
import { xlsxRows } from '../../src/files/imports/reading/workbooks/xlsx-rows.ts'
import { mutatedWorkbook, wholeWorkbooks } from '../../test/support/fuzz/mutated-workbooks.ts'

// `npm run fuzz:workbooks -- --count 100000 --seed 1`: workbooks changed by chance, each read or refused, in a
// thread with the memory that the service gives to one. What fails is told with its seed, of which
// `--count 1` makes the same file again.

interface Outcome {
  seed: number
  rows?: number
  refused?: boolean
  error?: string
  ms: number
}

/** A reader from which no answer comes for so long is told of, and ended. */
const LONGEST_MS = 60_000
const MOST_SHEETS = 3
/** As in the service, which reads no further then. */
const MAX_ROW_LENGTH = 4_000_000
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

async function rowsIn(bytes: Buffer): Promise<number> {
  const archive = await Archive.open(bytes)
  const isOds = isOpenDocument(archive)
  const sheets = isOds ? await odsSheets(archive) : (await readSheets(archive)).sheets
  let rows = 0
  for (const { place } of sheets.slice(0, MOST_SHEETS)) {
    for await (const { values } of (isOds ? odsRows : xlsxRows)(archive, place)) {
      rows++
      if (lengthOf(values) > MAX_ROW_LENGTH) break
    }
  }
  return rows
}

async function read(seed: number, bytes: Buffer): Promise<Outcome> {
  const start = performance.now()
  const ms = () => performance.now() - start
  try {
    return { seed, rows: await rowsIn(bytes), ms: ms() }
  } catch (error) {
    if (error instanceof UnreadableFile) return { seed, refused: true, ms: ms() }
    return { seed, error: String((error as Error).stack), ms: ms() }
  }
}

/** Reads the file of each seed that it is sent. */
async function serve(): Promise<void> {
  const whole = await wholeWorkbooks()
  parentPort?.on('message', async (seed: number) => {
    parentPort?.postMessage(await read(seed, await mutatedWorkbook(whole, seed)))
  })
}

/** The outcome of one file; undefined where the thread has to be replaced. */
async function asked(thread: Worker, seed: number): Promise<Outcome> {
  const start = performance.now()
  const stop = AbortSignal.timeout(LONGEST_MS)
  thread.postMessage(seed)
  try {
    const [outcome] = await once(thread, 'message', { signal: stop })
    return outcome as Outcome
  } catch (error) {
    await thread.terminate()
    const { code } = error as NodeJS.ErrnoException
    return { seed, error: code ?? String(error), ms: performance.now() - start }
  }
}

async function fuzz(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const first = Number(values.seed)
  const count = Number(values.count)
  const begin = () => new Worker(new URL(import.meta.url), { resourceLimits: LIMITS })
  const sum = { read: 0, refused: 0, failed: 0, rows: 0 }
  const before = process.memoryUsage.rss()
  let thread = begin()
  let slowest: Outcome = { seed: first, ms: 0 }
  let memory = before
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await asked(thread, seed)
    if (outcome.ms > slowest.ms) slowest = outcome
    memory = Math.max(memory, process.memoryUsage.rss())
    sum.rows += outcome.rows ?? 0
    if (outcome.error === undefined) sum[outcome.refused ? 'refused' : 'read']++
    else {
      sum.failed++
      console.log(`seed ${seed}: ${outcome.error}`)
      if (thread.threadId < 0) thread = begin()
    }
    if ((seed - first + 1) % 10_000 === 0) console.log(`${seed - first + 1} files`)
  }
  await thread.terminate()
  const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  console.log(
    `${count} workbooks from seed ${first}: ${sum.read} read (${sum.rows} rows), ${sum.refused} refused, ${sum.failed} failed; ` +
      `the slowest ${slowest.ms.toFixed(0)} ms (seed ${slowest.seed}); memory ${mb(memory)} at most, ${mb(before)} before`,
  )
  if (sum.failed > 0) process.exitCode = 1
}

await (isMainThread ? fuzz() : serve())
