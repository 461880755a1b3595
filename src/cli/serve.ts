import { type Config, misspelledSettings } from '../config.ts'
import { StartStopped } from '../database/server/postgres.ts'
import { msg, verbatim } from '../texts/message.ts'
import { type Command, note, parse } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: msg`start the service`,
  options: [['--workers N', msg`in N processes, default: the setting WORKERS`]],
  run: async (words) => {
    const { values } = parse({ args: words, options: { workers: { type: 'string' } } })
    const { workers } = values
    const config = readConfigAsOwner(workers === undefined ? {} : { WORKERS: workers })
    for (const line of misspelledSettings()) note.warn(line)
    await untilStopped(config.WORKERS > 1 ? () => withWorkers(config) : () => inOneProcess(config))
  },
}

// The service is most of the program's code, and these commands alone load it.

async function inOneProcess(config: Config): Promise<void> {
  const { serve } = await import('../processes/serve.ts')
  await serve(config)
}

async function withWorkers(config: Config): Promise<void> {
  const { serveWithWorkers } = await import('../processes/workers/parent.ts')
  await serveWithWorkers(config)
}

async function asWorker(): Promise<void> {
  const { runWorker } = await import('../processes/workers/worker.ts')
  await runWorker()
}

/** How long what the service said last is waited for, where nobody takes it. */
const LAST_WORDS_MS = 1_000

/**
 * A service that is told to stop while it waits for its database has nothing to end. What it says may
 * find nobody who takes it: that ends nothing, and holds nothing up.
 */
async function untilStopped(work: () => Promise<void>): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartStopped)) throw error
  } finally {
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
  }
}

/** Not for people: `serve` starts its workers with it. */
export const workerCommand: Command = {
  name: 'worker',
  summary: verbatim('one process of several'),
  run: () => untilStopped(asWorker),
}
