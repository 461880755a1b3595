import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ClientCredentials } from '../../../packages/client/src/index.ts'
import { installPackages } from './apt.ts'
import { compileProgram, programOf } from './csharp.ts'
import { typeScriptSpeaker } from './typescript.ts'

/** How a client is made. Times are in seconds. */
export interface ClientSettings {
  url: string
  token?: string
  client?: ClientCredentials
  attemptTimeout?: number
  timeout?: number
  maxRetries?: number
  firstPause?: number
}

/** One call of a client. `$last` is the record that the last one gave, `$base64` a file. */
export interface Task {
  settings: ClientSettings
  /** Such as `orders.createItem`; `webhook` verifies one. */
  call: string
  args?: unknown[]
  options?: Record<string, unknown>
  /** What of a list: all records, the first so many, the lengths of its pages, or one page. */
  take?: 'value' | 'all' | 'first' | 'pages' | 'page'
  count?: number
}

/** What became of it. */
export interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  value?: any
  attempts?: number
  etag?: string
  isReplayed?: boolean
  /** The class of each error that a retry followed, and its attempt. */
  retries: [name: string, attempt: number][]
  error?: {
    /** The class; `usage` where the call can't be meant. */
    name: string
    message: string
    code: string
    attempts: number
    idempotencyKey: string | null
    mayPass: boolean
    requestId: string
    status: number
    errors: { pointer: string; code: string }[]
    etag: string | null
    reason: string | null
    problem: Record<string, unknown>
  }
}

/** A client in its language, making one call after the other. */
export interface Speaker {
  run(task: Task): Promise<Outcome>
  close(): Promise<void>
}

export const LANGUAGES = ['TypeScript', 'Python', 'PHP', 'C#'] as const
export type Language = (typeof LANGUAGES)[number]

/** The folder of the clients in other languages. */
export const CLIENTS = fileURLToPath(new URL('../../../clients/', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
const RUNTIMES = {
  Python: {
    folder: 'python',
    program: 'python3',
    packages: ['python3'],
    driver: 'driver.py',
    modules: [],
  },
  PHP: {
    folder: 'php',
    program: 'php',
    packages: ['php-cli', 'php-curl'],
    driver: 'driver.php',
    modules: ['-r', 'exit((int) !extension_loaded("curl"));'],
  },
  'C#': {
    folder: 'csharp',
    program: 'mcs',
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil'],
    driver: 'driver.cs',
    modules: [],
  },
}

/** The library of HTTP for C#, where Debian has it. */
const MONO_LIBRARY = '/usr/lib/mono/4.5/System.Net.Http.dll'

/** The library of the example in Java, where Debian has it. */
export const JAVA_LIBRARY = '/usr/share/java/gson.jar'

const env = {
  ...process.env,
  CLIENT: `${CLIENTS}php`,
  PYTHONPATH: `${CLIENTS}python`,
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Installs what runs the clients and the example in Java, where this is root and it is missing. */
export function prepareLanguages(): void {
  const missing = Object.values(RUNTIMES).flatMap((one) => (isThere(one) ? [] : one.packages))
  if (spawnSync('javac', ['--version']).status !== 0) missing.push('openjdk-17-jdk-headless')
  if (!existsSync(JAVA_LIBRARY)) missing.push('libgoogle-gson-java')
  if (!existsSync(MONO_LIBRARY)) missing.push('libmono-system-net-http4.0-cil')
  if (missing.length > 0 && process.getuid?.() === 0) installPackages(...missing)
}

function isThere({ program, modules }: (typeof RUNTIMES)[keyof typeof RUNTIMES]): boolean {
  return spawnSync(program, modules.length > 0 ? modules : ['--version']).status === 0
}

/** Starts a client. */
export function startSpeaker(language: Language): Speaker {
  if (language === 'TypeScript') return typeScriptSpeaker()
  if (!isThere(RUNTIMES[language])) {
    throw new Error(`The test of this client needs ${RUNTIMES[language].packages.join(' and ')}.`)
  }
  const { program, driver } = RUNTIMES[language]
  const [command, file] =
    language === 'C#'
      ? ['mono', compileProgram(readFileSync(here + driver, 'utf8'))]
      : [program, here + driver]
  const child = spawn(command, [file], { stdio: ['pipe', 'pipe', 'inherit'], env })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close')
  return {
    run: async (task) => {
      const whole = { args: [], options: {}, take: 'value', ...task }
      child.stdin.write(`${JSON.stringify(whole)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`The client in ${language} has ended.`)
      return JSON.parse(value) as Outcome
    },
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/**
 * Runs all examples of a page, one after the other in one program.
 * @returns what it wrote
 */
export async function runExamples(
  language: Exclude<Language, 'TypeScript'>,
  page: string,
  settings: Record<string, string>,
): Promise<string> {
  const { program, folder } = RUNTIMES[language]
  const text = await readFile(`${CLIENTS}${folder}/${page}`, 'utf8')
  const mark = new RegExp(`^\`\`\`${folder}\\n(.*?)^\`\`\`$`, 'gms')
  const examples = Array.from(text.matchAll(mark), ([, example = '']) => example)
  const [command, ...files] =
    language === 'C#' ? ['mono', compileProgram(programOf(examples))] : [program]
  const options = { cwd: CLIENTS + folder, env: { ...env, ...settings } }
  const running = promisify(execFile)(command, files, options)
  const whole = examples.join('\n')
  running.child.stdin?.end(language === 'PHP' ? `<?php\n${whole}` : whole)
  return (await running).stdout
}

/** The folder of a language's client, within that of all. */
export const folderOf = (language: Exclude<Language, 'TypeScript'>) => RUNTIMES[language].folder
