import { misspelledSettings, readConfig } from '../config.ts'
import { serve } from '../processes/serve.ts'
import { serveWithWorkers } from '../processes/workers/parent.ts'
import { runWorker } from '../processes/workers/worker.ts'
import { type Command, note, parse } from './command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'start the service',
  options: { '--workers N': 'in N processes, default: the setting WORKERS' },
  run: async (words) => {
    const { values } = parse({ args: words, options: { workers: { type: 'string' } } })
    const { workers } = values
    const config = readConfig(undefined, workers === undefined ? {} : { WORKERS: workers })
    for (const line of misspelledSettings()) note.warn(line)
    await (config.WORKERS > 1 ? serveWithWorkers(config) : serve(config))
  },
}

/** Not for people: `serve` starts its workers with it. */
export const workerCommand: Command = {
  name: 'worker',
  summary: 'one process of several',
  run: runWorker,
}
