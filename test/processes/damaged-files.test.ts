import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { killRunning, run } from '../support/service.ts'
import { canMount, onSmallDisk } from './disks.ts'
import { assertTold } from './starts.ts'

// Files of DATA_DIR that are damaged or gone, and disks that are full: a sentence says what is wrong and
// what to do, nothing is made in their place, and a backup comes back.

let folder: string
let whole: string
let backup: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-damaged-'))
  whole = join(folder, 'whole')
  backup = join(folder, 'backup.zip')
  assert.equal((await run(['account', 'create', 'Aurora'], { DATA_DIR: whole })).code, 0)
  assert.equal((await run(['backup', backup], { DATA_DIR: whole })).code, 0)
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

/** A copy of the folder with something done to it. */
async function copyWith(name: string, harm: (dataDir: string) => Promise<unknown>) {
  const DATA_DIR = join(folder, name)
  await cp(whole, DATA_DIR, { recursive: true })
  await harm(DATA_DIR)
  return { DATA_DIR, PORT: '0' }
}

/** Writes over the beginning of a file. */
async function garble(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size, 0xa5), 0, size, 0)
  await file.close()
}

const inDatabase = (path: string, harm: (path: string) => Promise<unknown>) => (dataDir: string) =>
  harm(join(dataDir, 'database', path))

async function garbleLog(dataDir: string): Promise<void> {
  const log = join(dataDir, 'database/pg_wal')
  const files = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name))
  await Promise.all(files.map((name) => garble(join(log, name))))
}

const HARMS: Record<string, (dataDir: string) => Promise<unknown>> = {
  'no PG_VERSION': inDatabase('PG_VERSION', (path) => rm(path)),
  'a short pg_control': inDatabase('global/pg_control', (path) => truncate(path, 100)),
  'a garbled pg_control': inDatabase('global/pg_control', garble),
  'a garbled log': garbleLog,
  'a garbled catalog': inDatabase('base/5/1259', garble),
  'no pg_xact': inDatabase('pg_xact', (path) => rm(path, { recursive: true })),
}

for (const [harm, apply] of Object.entries(HARMS)) {
  test(`a database with ${harm} is told, and none is made over it`, async () => {
    const settings = await copyWith(harm, apply)
    const ended = await run(['serve'], settings)
    const database = join(settings.DATA_DIR, 'database')
    assertTold(
      ended,
      `in ${database} does not open: files in it are damaged or missing`,
      /pedido restore/,
    )
    assert.ok(!existsSync(join(settings.DATA_DIR, 'owner-link')))
  })
}

test('doctor tells it in Portuguese, and a backup comes back where it is moved away', async () => {
  const settings = await copyWith(
    'told',
    inDatabase('PG_VERSION', (path) => rm(path)),
  )
  const doctor = await run(['doctor'], { ...settings, LANG: 'pt_BR.UTF-8' })
  assert.equal(doctor.code, 1)
  assert.match(
    doctor.stdout,
    /FAULT {2}database {4}O banco embutido em \S+ não abre: há nele arquivos/,
  )
  const { DATA_DIR } = settings
  await cp(join(DATA_DIR, 'database'), join(folder, 'away'), { recursive: true })
  await rm(join(DATA_DIR, 'database'), { recursive: true })
  assert.equal((await run(['restore', backup], settings)).code, 0)
  assert.match((await run(['account', 'list'], settings)).stdout, /Aurora/)
})

test('a secret key that is damaged is told, with what becomes of secrets', async () => {
  const settings = await copyWith('key', (to) => writeFile(join(to, 'secret-key'), 'garbled'))
  const told = await run(['serve'], settings)
  assertTold(
    told,
    join(settings.DATA_DIR, 'secret-key'),
    /Bring it back .* by restore .* a new one/,
  )
  assert.equal(await readFile(join(settings.DATA_DIR, 'secret-key'), 'utf8'), 'garbled')
})

test('a lock that is damaged, or a folder, is told', async () => {
  const garbled = await copyWith('lock', (to) =>
    writeFile(join(to, 'database.lock'), 'x'.repeat(4096)),
  )
  assertTold(await run(['serve'], garbled), /database\.lock is damaged: it should be empty/)
  const taken = await copyWith('lock-folder', async (to) => {
    await rm(join(to, 'database.lock'))
    await mkdir(join(to, 'database.lock'))
  })
  assertTold(await run(['serve'], taken), /can’t be locked: unable to open/)
})

if (canMount) {
  test('a disk that is full at a restore or a backup is told', async () => {
    const small = join(folder, 'small')
    await mkdir(small)
    const full = /is full|stopped: its disk is full/
    assertTold(await onSmallDisk(small, ['restore', backup]), full)
    const saving = ['backup', join(small, 'saved.zip')]
    assertTold(await onSmallDisk(small, saving, { DATA_DIR: whole }), full)
  })
}
