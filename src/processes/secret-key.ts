import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSecret } from '../base/durable-files.ts'
import { newSecretKey, readSecretKeys, type SecretBox, secretBox } from '../base/secret-box.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { type Config, ConfigurationError } from '../config.ts'
import { msg } from '../texts/message.ts'

type Settings = Pick<Config, 'SECRET_KEY' | 'DATABASE_URL' | 'DATA_DIR'>

const keyFile = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'secret-key')

const isInFile = ({ SECRET_KEY, DATABASE_URL }: Settings) =>
  SECRET_KEY === undefined && DATABASE_URL === undefined

/**
 * The embedded database brings its own key, so that it needs no setting. On a server a key in a
 * folder of one machine would be of no use to the others, and lost with it.
 */
export async function makeSecretKey(config: Settings): Promise<void> {
  if (!isInFile(config) || existsSync(keyFile(config))) return
  await writeSecret(keyFile(config), newSecretKey())
}

/**
 * What seals and opens the secrets in the database; undefined where there is no key: no
 * `SECRET_KEY`, and no file of the embedded database.
 * @throws ConfigurationError where the file does not hold a key
 */
export async function openSecretBox(config: Settings): Promise<SecretBox | undefined> {
  const keys = await secretKeys(config)
  return keys && secretBox(keys)
}

/**
 * The keys of the settings, or of the embedded database's file; undefined where there are none.
 * @throws ConfigurationError where the file does not hold a key
 */
export async function secretKeys(config: Settings): Promise<SecretKeys | undefined> {
  if (config.SECRET_KEY) return config.SECRET_KEY
  if (!isInFile(config) || !existsSync(keyFile(config))) return undefined
  const text = await readFile(keyFile(config), 'utf8')
  try {
    return readSecretKeys(text)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new ConfigurationError(
      msg`The file ${keyFile(config)} ${error.detail}. Bring it back from where it is kept: by restore from a backup with its key, for one. Where it is lost, move the file away: a new one is made, and secrets of webhooks and sign-in providers have to be set again.`,
    )
  }
}

/** Keeps keys that came with a backup where the embedded database looks for its own. */
export async function keepSecretKeys(config: Settings, text: string): Promise<string> {
  await writeSecret(keyFile(config), text)
  return keyFile(config)
}

type SecretKeys = NonNullable<Settings['SECRET_KEY']>
