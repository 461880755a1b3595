import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Each test file and each service that it starts loads the same modules. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/pedido', import.meta.url))

/**
 * Runs Node with these arguments to its end, passing SIGINT and SIGTERM on, so that the caller
 * outlives it and can tidy up.
 * @returns the exit code; 1 where a signal ended it
 */
export async function runNode(words: string[], variables: Record<string, string>): Promise<number> {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...variables }
  const child = spawn(process.execPath, words, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  return (code as number | null) ?? 1
}

/** Linux's folder in memory, and how much of both must be free for it: several times what a run needs. */
const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Does some work with a folder of its own for all temporary files, and removes it: in memory where
 * there is room and no `TMPDIR` names another place. Each test's database is hundreds of files, which
 * take more time to make on a disk than most tests do.
 */
export async function withTemporaryFolder<T>(work: () => Promise<T>): Promise<T> {
  const isInMemory = process.env['TMPDIR'] === undefined && hasRoomInMemory()
  const folder = mkdtempSync(join(isInMemory ? IN_MEMORY : tmpdir(), 'pedido-run-'))
  // A PostgreSQL in it runs as a user of its own.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const words = mounts.map((line) => line.split(' '))
  const [, , type, options = ''] = words.findLast(([, place]) => place === IN_MEMORY) ?? []
  // Some tests run programs from their folders.
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES
}

const BLOCKING_OUTPUT = new URL('../test/support/house/blocking-output.ts', import.meta.url)

/**
 * The options of Node's test runner. Much that a test makes is soon garbage: with room for it
 * collecting takes an eighth less of all CPU. A test that hangs fails after five minutes; what a failed test
 * left open does not hold its file.
 */
export function testOptions(concurrency: number): string[] {
  return [
    `--import=${fileURLToPath(BLOCKING_OUTPUT)}`,
    '--max-semi-space-size=64',
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-timeout=300000',
    '--test-force-exit',
  ]
}
