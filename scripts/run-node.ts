import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
