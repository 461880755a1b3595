import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { type Message, msg } from '../texts/message.ts'
import { Problem } from './problems.ts'
import { OperatorError } from './system/operator-error.ts'

// Secrets that must be readable again are kept as boxes:
//   0x01 | id of the key, 4 bytes | nonce, 12 bytes | AES-256-GCM | tag, 16 bytes

const FORM = 0x01
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const ID_END = 5
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SHORTEST = ID_END + NONCE_BYTES + TAG_BYTES

export interface SecretBox {
  /**
   * Encrypts with the first key.
   * @param context what the secret is for, such as `webhook:<account>:<id>`: it opens nowhere else
   */
  seal(secret: string, context: string): Buffer
  /** @throws BoxError where it can't be opened */
  open(box: Buffer, context: string): string
  /** Whether another key than the first has sealed it: to be sealed anew. */
  isOld(box: Buffer): boolean
}

/** Why a box can’t be opened: a key that is missing may come back, damage stays. */
export class BoxError extends Error {
  readonly reason: 'unknown_key' | 'damaged'

  constructor(reason: BoxError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** @param keys the first one seals, all of them open */
export function secretBox(keys: readonly [KeyObject, ...KeyObject[]]): SecretBox {
  const [first] = keys
  const byId = new Map(keys.map((key) => [idOf(key).toString('hex'), key]))
  const head = Buffer.concat([Buffer.of(FORM), idOf(first)])

  function seal(secret: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, first, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(context))
    const sealed = [cipher.update(secret, 'utf8'), cipher.final()]
    return Buffer.concat([head, nonce, ...sealed, cipher.getAuthTag()])
  }

  function open(box: Buffer, context: string): string {
    if (box[0] !== FORM || box.length < SHORTEST) throw new BoxError('damaged', 'It is no box.')
    const key = byId.get(box.toString('hex', 1, ID_END))
    if (!key) throw new BoxError('unknown_key', 'SECRET_KEY does not hold the key that sealed it.')
    const nonce = box.subarray(ID_END, ID_END + NONCE_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context)).setAuthTag(box.subarray(-TAG_BYTES))
    const sealed = box.subarray(ID_END + NONCE_BYTES, -TAG_BYTES)
    try {
      return decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8')
    } catch {
      throw new BoxError('damaged', 'It was changed, or sealed for another place.')
    }
  }

  return { seal, open, isOld: (box) => !box.subarray(0, ID_END).equals(head) }
}

/** @throws Problem where the service has no key for secrets */
export function needKey(secrets: SecretBox | undefined): SecretBox {
  if (secrets) return secrets
  throw keyMissing(msg`The service has no key to keep secrets with.`)
}

function keyMissing(detail: Message, cause?: unknown): Problem {
  // Nothing but another start of the service helps.
  return new Problem('secret_key_missing', detail, { retryAfter: 60, cause })
}

/**
 * Opens what is sealed to use it.
 * @throws Problem where the key that sealed it is missing
 */
export function opened<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof BoxError) || error.reason !== 'unknown_key') throw error
    throw keyMissing(msg`The service lacks the key that this secret is kept with.`, error)
  }
}

/** Names a key without telling it. */
function idOf(key: KeyObject): Buffer {
  return hash('sha256', key.export(), 'buffer').subarray(0, ID_END - 1)
}

/** The same for people, in hex. */
export function fingerprintOf(key: KeyObject): string {
  return idOf(key).toString('hex')
}

/** Keys in the form of `SECRET_KEY`, to be kept where nobody else reads. */
export function secretKeysText(keys: readonly KeyObject[]): string {
  return keys.map((key) => key.export().toString('base64')).join(',')
}

/** A new key in the form of `SECRET_KEY`. */
export function newSecretKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/**
 * Reads `SECRET_KEY`.
 * @throws OperatorError that says what it must be
 */
export function readSecretKeys(text: string): [KeyObject, ...KeyObject[]] {
  const [first, ...others] = text.split(',').map((one) => {
    const bytes = Buffer.from(one.trim(), 'base64')
    if (bytes.length === KEY_BYTES && bytes.toString('base64') === one.trim()) {
      return createSecretKey(bytes)
    }
    throw new OperatorError(
      msg`must be ${KEY_BYTES} random bytes in base64, as of "openssl rand -base64 ${KEY_BYTES}", or several by comma`,
    )
  })
  return [first as KeyObject, ...others]
}
