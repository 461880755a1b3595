import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The command, as people run it. */
export const PEDIDO = fileURLToPath(new URL('../../bin/pedido.cjs', import.meta.url))

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Command {
  child: ChildProcess
  ended: Promise<Ended>
  /** Its stdout so far. */
  output(): string
  /** Resolves with the match once stdout holds one; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** As `printed`, of what comes from now on. */
  printedAnew(pattern: RegExp): Promise<RegExpExecArray>
}

/**
 * What programs that a test starts have of this process's own: where others are, and where modules are
 * kept compiled (see `scripts/run-node.ts`).
 */
export const BARE_ENVIRONMENT: NodeJS.ProcessEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const running = new Set<ChildProcess>()

/** Ends what a failed test left running, which would keep its file from ending. */
export function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killRunning()
    process.exit(1)
  })
}

/** Runs the real `pedido` with these settings and none of this process's own. */
export function pedido(words: string[], settings: Record<string, string> = {}): Command {
  return program([PEDIDO, ...words], { LOG_LEVEL: 'warn', ...settings })
}

/**
 * The embedded database is compiled once, fast, and not once more for speed: few programs of tests
 * live for so long that the second time, a third of their CPU, would pay.
 */
const COMPILED_ONCE = '--liftoff-only'

/** Runs a program on Node.js with these settings and none of this process's own. */
export function program(words: string[], settings: Record<string, string>): Command {
  return start(process.execPath, [COMPILED_ONCE, ...words], settings)
}

/** Runs any program with these settings and none of this process's own. */
export function start(
  file: string,
  words: string[],
  settings: Record<string, string>,
  options: Pick<SpawnOptions, 'cwd' | 'detached' | 'uid' | 'gid'> = {},
): Command {
  const child = spawn(file, words, {
    ...options,
    env: { ...BARE_ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
  })
  const printed = (pattern: RegExp, from = 0) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(texts.stdout.slice(from))
        if (!match) return
        // What is printed later may be much.
        child.stdout.off('data', look)
        resolve(match)
      }
      child.stdout.on('data', look)
      look()
      void ended.then((end) =>
        reject(new Error(`ended without printing ${pattern}: ${JSON.stringify(end)}`)),
      )
    })
  return {
    child,
    ended,
    output: () => texts.stdout,
    printed: (pattern) => printed(pattern),
    printedAnew: (pattern) => printed(pattern, texts.stdout.length),
  }
}

export interface Service extends Command {
  address: string
  /** The token in the file that the start names, as long as it works. */
  token: string | undefined
  stop(signal: NodeJS.Signals): Promise<Ended>
}

/** Starts `pedido serve` on a free port and waits until it listens. */
export async function startService(settings: Record<string, string>): Promise<Service> {
  return listening(pedido(['serve'], { PORT: '0', ...settings }))
}

/** Waits until a service that was started in any way listens. */
export async function listening(command: Command): Promise<Service> {
  const [, address = ''] = await command.printed(/Pedido listens on (\S+),[\s\S]*\n/)
  const [, file] = /"token_file":"([^"]+)"/.exec(command.output()) ?? []
  const token = file === undefined ? undefined : readFileSync(file, 'utf8').trim()
  const stop = (signal: NodeJS.Signals) => {
    command.child.kill(signal)
    return command.ended
  }
  return { ...command, address, token, stop }
}

/** Runs a command to its end. */
export function run(words: string[], settings: Record<string, string> = {}): Promise<Ended> {
  return pedido(words, settings).ended
}
