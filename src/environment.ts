import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packageFile } from './base/system/package.ts'
import type { Language } from './texts/message.ts'

// What a process finds in its environment beside its settings (config.ts).

/** Whether a script of this package's own started the process: then it shall not outlive npm. */
export function isStartedByNpm(environment: NodeJS.ProcessEnv = process.env): boolean {
  const { npm_package_json: file } = environment
  const own = fileURLToPath(packageFile)
  return file !== undefined && existsSync(file) && realpathSync(file) === realpathSync(own)
}

/**
 * What commands find in the environment: the language of who reads them and, unless they are told, the
 * running service to ask.
 */
export function clientEnvironment(environment: NodeJS.ProcessEnv = process.env) {
  const { PEDIDO_URL: url, PEDIDO_TOKEN: token, LC_ALL, LC_MESSAGES, LANG } = environment
  const isPortuguese = /^pt/i.test(LC_ALL || LC_MESSAGES || LANG || '')
  const language: Language = isPortuguese ? 'pt-BR' : 'en'
  return { url, token, language }
}

/** The first of the files that systemd passes on. */
const FIRST_PASSED = 3

/**
 * The file of the socket that systemd listens on for this process (sd_listen_fds(3)), and goes on to
 * while there is none; undefined where it has none.
 */
export function passedSocket(environment: NodeJS.ProcessEnv = process.env): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = environment
  return LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0 ? FIRST_PASSED : undefined
}

/**
 * The environment of a worker. glibc keeps what a process has given back of memory: in pools of which
 * each thread may have one, and in blocks that grow with what was asked for. Passwords (19 MiB each),
 * files and images make that 100 MB more for each worker; other C libraries know nothing of these.
 */
export function workerEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', ...environment }
}

/** The environment of the process that decodes strangers' images: nothing of this one's, but what Windows needs. */
export function decoderEnvironment(
  { SystemRoot }: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return workerEnvironment(SystemRoot === undefined ? {} : { SystemRoot })
}
