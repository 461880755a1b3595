import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Refusal } from '../../base/refusals.ts'
import { say } from '../../texts/text.ts'

/** Argon2id as OWASP's Password Storage Cheat Sheet has it: KiB of memory, passes, lanes. */
const PARAMETERS = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashes that are computed at once, and that wait: a flood of them takes 38 MiB and two threads. */
const AT_ONCE = 2
const WAITING = 50

const run = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: typeof PARAMETERS & { message: BinaryLike; nonce: Buffer; tagLength: number },
) => Promise<Buffer>

const limit = pLimit(AT_ONCE)

interface Stored {
  parameters: typeof PARAMETERS
  salt: Buffer
  hash: Buffer
}

/**
 * The hash of a password as a PHC string. Computed off the main thread.
 * @throws Refusal `rate_limited` where too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phcOf({ parameters: PARAMETERS, salt, hash: await compute(password, PARAMETERS, salt) })
}

/**
 * Whether it is the password. Without a hash it takes as long, so that nobody learns by the time
 * which e-mails are known.
 * @throws Refusal `rate_limited` where too many wait
 */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const { parameters, salt, hash } = phc === null ? NOBODY : readPhc(phc)
  const found = await compute(password, parameters, salt)
  return found.length === hash.length && timingSafeEqual(found, hash) && phc !== null
}

const NOBODY: Stored = {
  parameters: PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
}

/** Whether it was made with other parameters than are used now. */
export function isOutdated(phc: string): boolean {
  const { memory, passes, parallelism } = readPhc(phc).parameters
  return (
    memory !== PARAMETERS.memory ||
    passes !== PARAMETERS.passes ||
    parallelism !== PARAMETERS.parallelism
  )
}

/** Whether a text is a hash as `hashPassword` makes them, by its form alone. */
export function isOwnHash(text: string): boolean {
  if (!PHC.test(text) || isOutdated(text)) return false
  const { salt, hash } = readPhc(text)
  return salt.length === SALT_BYTES && hash.length === HASH_BYTES
}

async function compute(
  password: string,
  parameters: typeof PARAMETERS,
  nonce: Buffer,
): Promise<Buffer> {
  if (limit.pendingCount >= WAITING) {
    throw new Refusal('rate_limited', say`Too many passwords are being looked at.`, {
      retryAfter: 1,
    })
  }
  // The same letters may be typed as other characters on another keyboard (NIST SP 800-63B, 3.1.1.2).
  const message = password.normalize('NFKC')
  return limit(() => run('argon2id', { message, nonce, tagLength: HASH_BYTES, ...parameters }))
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function phcOf({ parameters: { memory, passes, parallelism }, salt, hash }: Stored): string {
  const numbers = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${numbers}$${base64(salt)}$${base64(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function readPhc(phc: string): Stored {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(phc) ?? []
  if (memory === undefined) throw new Error('a password hash is no PHC string of argon2id')
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
