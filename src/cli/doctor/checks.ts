import { accessSync, constants, existsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { Problem } from '../../base/problems.ts'
import { nearestExisting, openToOthers, refuseFileInPlace } from '../../base/system/folders.ts'
import { isBucketAddress } from '../../base/values/bucket-address.ts'
import { type Config, lacksPublicUrl, misspelledSettings } from '../../config.ts'
import { prepareDataDir } from '../../database/embedded/data-dir.ts'
import { foreignFiles } from '../../database/embedded/foreign-files.ts'
import { diskFinding, disksOf } from '../../operations/status/disks.ts'
import { type Finding, fault, inMib, note, ok } from '../../operations/status/finding.ts'
import { findBackupStore, newestOfAll, timeOf } from '../../processes/backups/store.ts'
import { openImages } from '../../processes/images.ts'
import { counted, type Message, msg, verbatim } from '../../texts/message.ts'
import { sentenceOf } from '../command.ts'

const DAY_S = 86_400
/** An account, a product and an image that there are in no installation. */
const NOBODY = '999999999999999'
const NO_IMAGE = `${'0'.repeat(64)}.webp`

/** The program and its machine. */
export function machineFinding(): Finding {
  const { node } = process.versions
  const processors = counted(availableParallelism(), msg`processor`, msg`processors`)
  const text = msg`Node.js ${node}, ${processors}, ${inMib(totalmem())} of memory`
  return ok('machine', text)
}

/** Settings that are right each, and still are seldom meant. */
export function settingFindings(config: Config): Finding[] {
  const found = misspelledSettings().map((text) =>
    note('settings', verbatim(text), msg`Rename it, or unset it.`),
  )
  if (config.DATABASE_URL !== undefined && config.SECRET_KEY === undefined) {
    const text = msg`SECRET_KEY is not set: webhooks and sign-in providers can’t be kept`
    const remedy = msg`Set it to the output of: openssl rand -base64 32. Keep it apart from backups.`
    found.push(note('settings', text, remedy))
  }
  if (config.ALLOW_INSECURE_SIGN_IN) {
    const text = msg`ALLOW_INSECURE_SIGN_IN: passwords can be read on the network`
    found.push(note('settings', text, msg`Put a proxy with TLS in front (docs/production.md).`))
  }
  if (lacksPublicUrl(config)) {
    const text = msg`TRUST_PROXY is set and PUBLIC_URL is not: links and passkeys are for the host that the proxy asks for`
    const remedy = msg`Set PUBLIC_URL to the address that people open.`
    found.push(note('settings', text, remedy))
  }
  return found.length > 0 ? found : [ok('settings', msg`none is wrong`)]
}

/** Whether the service may work in its folder, and for how long yet. */
export function folderFindings(config: Config): Finding[] {
  const { DATA_DIR } = config
  try {
    refuseFileInPlace(DATA_DIR, 'DATA_DIR')
    if (existsSync(DATA_DIR)) prepareDataDir(DATA_DIR)
    else accessSync(nearestExisting(DATA_DIR), constants.W_OK | constants.X_OK)
  } catch (error) {
    return [
      fault('DATA_DIR', reasonOf(error), msg`It has to be a folder that the service’s user owns.`),
    ]
  }
  const whose = [ownerFinding(DATA_DIR), ...openToOthers(DATA_DIR).map(openFinding)]
  return [...whose, ...disksOf(config).map(diskFinding)]
}

function ownerFinding(folder: string): Finding {
  const foreign = foreignFiles(folder)
  if (!foreign) return ok('DATA_DIR', verbatim(folder))
  const { paths, owner } = foreign
  const text = msg`in ${folder} are files of another user, which the service can’t use: ${paths}`
  return fault('DATA_DIR', text, msg`As root: chown -R ${owner} ${resolve(folder)}`)
}

function openFinding(path: string): Finding {
  const text = msg`other users of the machine may look into ${path}`
  const remedy = msg`A start of the service keeps them out of what its user owns. Else: chmod -R go= ${path}`
  return note('DATA_DIR', text, remedy)
}

/** Whether the images can be reached. */
export async function imageFinding(config: Config): Promise<Finding> {
  if (config.IMAGE_STORAGE === 'disk') return ok('images', msg`in DATA_DIR`)
  const about = msg`the bucket ${config.S3_BUCKET}`
  try {
    const images = await openImages(config)
    await images.forProduct(NOBODY, NOBODY).exists(NO_IMAGE)
    return ok('images', about)
  } catch (error) {
    const remedy = msg`Look at S3_ENDPOINT, S3_REGION, the keys and their rights (get, put, list, delete).`
    return fault('images', msg`${about} does not answer: ${reasonOf(error)}`, remedy)
  }
}

/** Whether backups are made where the settings say so. */
export async function backupFindings(config: Config): Promise<Finding[]> {
  const { BACKUP_DIR } = config
  if (BACKUP_DIR === undefined) {
    const text = msg`BACKUP_DIR is not set: the service makes no backups by itself`
    return [note('backups', text, msg`Set it to a folder on another disk (docs/backup.md).`)]
  }
  try {
    if (isBucketAddress(BACKUP_DIR)) return [newestFinding(await newestOfAll(config, BACKUP_DIR))]
    refuseFileInPlace(BACKUP_DIR, 'BACKUP_DIR')
    accessSync(nearestExisting(BACKUP_DIR), constants.R_OK | constants.W_OK | constants.X_OK)
    const store = await findBackupStore(config, BACKUP_DIR, undefined)
    return [newestFinding((await store?.names())?.at(-1))]
  } catch (error) {
    return [
      fault(
        'backups',
        reasonOf(error),
        msg`It has to be a folder that the service’s user may write to.`,
      ),
    ]
  }
}

function newestFinding(newest: string | undefined): Finding {
  const remedy = msg`A running service makes them at BACKUP_SCHEDULE: look into its log for why not.`
  if (newest === undefined) return note('backups', msg`there is none yet`, remedy)
  const time = timeOf(newest)
  const text = msg`the newest is of ${new Date(time * 1000).toISOString()}`
  const isOld = Date.now() / 1000 - time > 2 * DAY_S
  return isOld ? note('backups', text, remedy) : ok('backups', text)
}

function reasonOf(error: unknown): Message {
  if (error instanceof Problem) {
    const { detail, cause } = error
    return cause instanceof Error ? msg`${detail}: ${cause.message}` : detail
  }
  return sentenceOf(error) ?? verbatim((error as Error).message)
}
