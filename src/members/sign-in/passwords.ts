import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type Argon2, argon2Now } from '../../base/giving-way/argon2.ts'

/** Argon2id as OWASP's Password Storage Cheat Sheet has it: KiB of memory, passes, lanes. */
const PARAMETERS = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

interface Stored {
  parameters: typeof PARAMETERS
  salt: Buffer
  hash: Buffer
}

/**
 * The hash of a password as a PHC string. Computed off the main thread, and costly: in a place of a
 * share.
 * @param salt that of the person's other passwords, where he has some
 */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  return phcOf({ parameters: PARAMETERS, salt, hash: await compute(password, PARAMETERS, salt) })
}

/** Whether it is the password; as costly where there is none. */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  return (await arePasswords(password, phc === null ? [] : [phc])).includes(true)
}

/**
 * Of which of these hashes it is the password. One is computed for all of one salt, and one where
 * there is none, so that nobody learns by the time which e-mails are known.
 */
export async function arePasswords(
  password: string,
  phcs: string[],
  argon2: Argon2 = argon2Now,
): Promise<boolean[]> {
  const stored = phcs.map(readPhc)
  const computed = new Map<string, Buffer>()
  for (const one of stored.length > 0 ? stored : [NOBODY]) {
    const way = wayOf(one)
    if (computed.has(way)) continue
    computed.set(way, await compute(password, one.parameters, one.salt, argon2))
  }
  return stored.map((one) => {
    const found = computed.get(wayOf(one))
    return found?.length === one.hash.length && timingSafeEqual(found, one.hash)
  })
}

const NOBODY: Stored = {
  parameters: PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
}

/** All that a hash depends on but the password. */
const wayOf = ({ parameters: { memory, passes, parallelism }, salt }: Stored) =>
  [memory, passes, parallelism, base64(salt)].join()

/** The salt that the passwords of a person in several accounts have in common: that of the first. */
export function saltOf(members: { password_hash: string | null }[]): Buffer | undefined {
  const first = members.find(({ password_hash }) => password_hash !== null)
  return first?.password_hash ? readPhc(first.password_hash).salt : undefined
}

/** Whether it would be made with the same parameters now, and with this salt. */
export function isUpToDate(phc: string, salt: Buffer): boolean {
  const stored = readPhc(phc)
  return wayOf(stored) === wayOf({ ...stored, parameters: PARAMETERS, salt })
}

/** Whether a text is a hash as `hashPassword` makes them, by its form alone. */
export function isOwnHash(text: string): boolean {
  if (!PHC.test(text)) return false
  const { salt, hash } = readPhc(text)
  return isUpToDate(text, salt) && salt.length === SALT_BYTES && hash.length === HASH_BYTES
}

async function compute(
  password: string,
  parameters: typeof PARAMETERS,
  nonce: Buffer,
  argon2: Argon2 = argon2Now,
): Promise<Buffer> {
  // The same letters may be typed as other characters on another keyboard (NIST SP 800-63B, 3.1.1.2).
  const message = password.normalize('NFKC')
  return argon2({ message, nonce, tagLength: HASH_BYTES, ...parameters })
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
