import type { Pool } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import type { Config } from '../../config.ts'
import { connect } from '../../database/connect.ts'
import type { Database } from '../../database/database.ts'
import { hasDatabase, refuseLostDatabase } from '../../database/embedded/data-dir.ts'
import { DataDirInUse } from '../../database/embedded/data-dir-lock.ts'
import { isDistributed } from '../../database/schema/delegate.ts'
import { pendingFiles } from '../../database/schema/migrate.ts'
import { explainingRights } from '../../database/schema/rights.ts'
import { databaseInfo, keysOfSecrets } from '../../operations/database-info.ts'
import { type Finding, fault, inMib, note, ok } from '../../operations/status/finding.ts'
import { keyFinding, standbyFinding } from '../../processes/status/findings.ts'
import { missingKeys } from '../../processes/status/state.ts'
import { msg, verbatim } from '../../texts/message.ts'
import { sentenceOf } from '../command.ts'
import { serverFindings } from './server.ts'

const OLDEST = 15
/** Sessions and tokens end by the database's clock, and links are made by this one. */
const CLOCKS_APART_MS = 5000
const WAIT_MS = 3000

const silent = { info() {}, warn() {} }

interface Examined {
  found: Finding[]
  /** Its tables are spread over the nodes of a cluster. */
  isDistributed?: boolean
}

/** Looks at the database of the settings, without changing anything in it. */
export async function examineDatabase(config: Config): Promise<Examined> {
  const isEmbedded = config.DATABASE_URL === undefined
  try {
    if (isEmbedded && !hasDatabase(config.DATA_DIR)) {
      refuseLostDatabase(config.DATA_DIR)
      return {
        found: [ok('database', msg`embedded; the first start makes it in ${config.DATA_DIR}`)],
      }
    }
    const database = await connect({ ...config, DATABASE_STARTUP_WAIT_MS: WAIT_MS }, silent)
    try {
      return await explainingRights(database.pool, async () => ({
        found: await findingsOf(database, config),
        isDistributed: await isDistributed(database.pool),
      }))
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof DataDirInUse) {
      return {
        found: [
          ok('database', msg`embedded; a service has it open, so only that can look into it`),
        ],
      }
    }
    const text = sentenceOf(error)
    if (text === undefined) throw error
    return { found: [fault('database', text, msg`Until then nothing is served.`)] }
  }
}

async function findingsOf(
  { db, pool, isEmbedded = false }: Database,
  config: Config,
): Promise<Finding[]> {
  const before = Date.now()
  const facts = await databaseInfo(db)
  const apart = Math.max(before - facts.clock_ms, facts.clock_ms - Date.now())
  const { version, version_number, bytes, may_use, may_create, has_trigrams, read_only } = facts
  const name = isEmbedded ? msg`embedded` : verbatim(`PostgreSQL ${version.split(' ')[0]}`)
  const schema = await schemaFinding(pool)
  const found: Finding[] = [ok('database', msg`${name}, ${inMib(bytes)}`), schema]
  if (schema.grade === 'ok') {
    const missing = await missingKeys(config, await keysOfSecrets(db))
    found.push(...missing.map(keyFinding))
  }
  if (version_number < OLDEST * 10_000) {
    found.push(
      fault(
        'database',
        msg`PostgreSQL is ${version}`,
        msg`Pedido needs ${OLDEST} or newer: upgrade it.`,
      ),
    )
  }
  if (!may_use || !may_create) {
    const remedy = msg`As its owner: grant usage, create on schema public to the user of DATABASE_URL.`
    found.push(fault('rights', msg`the user may not make tables in the schema public`, remedy))
  }
  if (!has_trigrams) {
    const remedy = msg`Install the package with PostgreSQL’s own extensions (postgresql-contrib).`
    found.push(fault('extensions', msg`pg_trgm is not there, which searching needs`, remedy))
  }
  if (read_only) {
    const remedy = msg`DATABASE_URL must be of the primary; a replica belongs into DATABASE_READ_URL.`
    found.push(fault('database', msg`it takes no changes: a replica, or locked`, remedy))
  }
  if (!isEmbedded) found.push(...(await serverFindings(db, version_number)))
  if (facts.is_standby_away) found.push(standbyFinding())
  if (apart > CLOCKS_APART_MS) {
    const text = msg`this machine’s and the database’s are ${Math.round(apart / 1000)} s apart`
    found.push(note('clocks', text, msg`Let both keep time by NTP (timedatectl set-ntp true).`))
  }
  return found
}

async function schemaFinding(pool: Pool): Promise<Finding> {
  const client = await pool.connect()
  try {
    const names = await pendingFiles(client)
    if (names.length === 0) return ok('schema', msg`up to date`)
    return note(
      'schema',
      msg`to be migrated: ${names}`,
      msg`The next start does that, or pedido migrate.`,
    )
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return fault('schema', error.detail, msg`Until then nothing is served.`)
  } finally {
    client.release()
  }
}
