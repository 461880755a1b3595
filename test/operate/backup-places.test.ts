import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { ownerOf } from '../../src/processes/backups/owner.ts'
import { callService } from '../support/call.ts'
import { type S3Server, startS3Server } from '../support/servers/s3-server.ts'
import { killRunning, pedido, run, startService } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { until } from '../support/workers.ts'

// Where backups go: files that two want at once, and buckets.

let folder: string
let bucket: S3Server
/** Whether the bucket takes nothing. */
let isClosed = false
let started: Awaited<ReturnType<typeof startOnAny>>
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-places-'))
  bucket = await startS3Server({
    refuses: (request) => isClosed && !request.startsWith('GET'),
  })
  started = await startOnAny({ DATA_DIR: join(folder, 'data') })
  settings = { ...started.settings, ...accessTo(bucket) }
  const body = { name: 'Mercado Aurora' }
  await callService(started.service, started.token, '/customers', { body })
})
after(async () => {
  killRunning()
  await started.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const accessTo = ({ endpoint, region, credentials }: S3Server) => ({
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: region,
  BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})

const scratches = async (parent: string) =>
  (await readdir(parent)).filter((name) => name.startsWith('.pedido-scratch'))

test('of two backups to one file one is refused, and the other is whole', async () => {
  const file = join(folder, 'both.zip')
  const ended = await Promise.all([1, 2].map(() => run(['backup', file], settings)))
  assert.deepEqual(ended.map(({ code }) => code === 0).sort(), [false, true])
  const refused = ended.find(({ code }) => code !== 0)
  assert.match(refused?.stderr ?? '', /Another backup to .*both\.zip runs already|There is a file/)
  assert.equal((await run(['backup', 'verify', file], {})).code, 0)
  assert.deepEqual(await scratches(folder), [])
})

test('a folder in the place of a backup is told as one', async () => {
  for (const words of [['backup'], ['backup', 'verify']]) {
    const { code, stderr } = await run([...words, folder], settings)
    assert.ok(code !== 0 && stderr.includes(`${folder} is a folder: name a`), stderr)
    assert.doesNotMatch(stderr, /EISDIR|There is a file/)
  }
})

test('a scratch folder without its lock goes when nobody can be about to take that', async () => {
  const [left, fresh] = [join(folder, '.pedido-scratch-left'), join(folder, '.pedido-scratch-new')]
  const longAgo = new Date(Date.now() - 86_400_000)
  await mkdir(left)
  await mkdir(fresh)
  await utimes(left, longAgo, longAgo)
  assert.equal((await run(['backup', join(folder, 'beside.zip')], settings)).code, 0)
  assert.deepEqual(await scratches(folder), ['.pedido-scratch-new'])
  await rm(fresh, { recursive: true })
})

test('SIGTERM ends a backup, and leaves nothing of it', async () => {
  const end = async () => {
    const parent = await mkdtemp(join(folder, 'ended-'))
    const { child, ended } = pedido(['backup', join(parent, 'file.zip')], settings)
    await until(async () => (await readdir(parent)).length > 0)
    child.kill('SIGTERM')
    return { code: (await ended).code, left: await readdir(parent) }
  }
  // One that was whole before is no such backup.
  let found = await end()
  while (found.code === 0) found = await end()
  assert.deepEqual(found, { code: 143, left: [] })
})

test('a backup goes to a bucket, is verified and restored from there', async () => {
  const address = `s3://${bucket.bucket}/shop/now.zip`
  const made = await run(['backup', address], settings)
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /^s3:\/\/images\/shop\/now\.zip: \d/)
  assert.deepEqual([...bucket.objects.keys()], ['shop/now.zip'])
  assert.deepEqual(await scratches(settings['DATA_DIR'] ?? ''), [])
  const again = await run(['backup', address], settings)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /There is a file s3:.*name a new one/)

  const verified = await run(['backup', 'verify', address], accessTo(bucket))
  assert.match(verified.stdout, /^The backup is whole/, verified.stderr)
  const restored = { ...accessTo(bucket), DATA_DIR: join(folder, 'restored') }
  assert.equal((await run(['restore', address], restored)).code, 0)
  const { stdout } = await run(['account', 'list', '--json'], restored)
  assert.equal(stdout.split('\n').length, 2)

  const object = bucket.objects.get('shop/now.zip')
  const cut = object?.bytes.subarray(0, object.bytes.length / 2) ?? Buffer.of()
  bucket.objects.set('shop/cut.zip', { bytes: cut, type: undefined })
  const refused = await run(['backup', 'verify', address.replace('now', 'cut')], accessTo(bucket))
  assert.match(refused.stderr, /shop\/cut\.zip is cut off/)
})

test('an address that is none, or of nothing, is told', async () => {
  for (const [address, code, expected] of [
    ['s3://images', 2, /names a bucket, and no file in it/],
    ['s3://No Bucket/x', 2, /must be an address such as s3:\/\/bucket/],
    ['s3://images/nothing.zip', 1, /There is no s3:\/\/images\/nothing\.zip/],
    ['s3://nobody/x.zip', 1, /The bucket nobody at .*NotFound|NoSuchBucket|There is no/],
  ] as const) {
    const ended = await run(['backup', 'verify', address], accessTo(bucket))
    assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr)
    assert.match(ended.stderr, expected)
  }
  const wrong = await run(['backup', 'verify', 's3://images/x.zip'], { BACKUP_DIR: 's3://x y' })
  assert.match(wrong.stderr, /BACKUP_DIR must be an address such as s3:/)
})

test('by schedule it goes to a folder of its own in the bucket, where the oldest go', async () => {
  await started.service.stop('SIGTERM')
  const database = await connect(readConfig(settings), { info() {}, warn() {} })
  const own = `nightly/${await ownerOf(readConfig(settings), database.db)}`
  await database.close()
  const old = ['pedido-20200101T000000Z.zip', 'pedido-20200102T000000Z.zip']
  const others = ['nightly/another', 'nightly', own].map((path, i) =>
    i < 2 ? `${path}/${old[0]}` : `${path}/mine.txt`,
  )
  const put = (key: string) => bucket.objects.set(key, { bytes: Buffer.from('x'), type: undefined })
  for (const name of [...old.map((one) => `${own}/${one}`), ...others]) put(name)
  const scheduled = {
    ...settings,
    BACKUP_DIR: `s3://${bucket.bucket}/nightly`,
    BACKUP_KEEP: '2',
  }
  const service = await startService(scheduled)
  await until(async () => !bucket.objects.has(`${own}/${old[0]}`))
  const made = [...bucket.objects.keys()].filter(
    (key) => key.startsWith(`${own}/pedido-`) && !key.endsWith(`/${old[1]}`),
  )
  assert.equal(made.length, 1)
  for (const key of [...others, `${own}/${old[1]}`]) assert.ok(bucket.objects.has(key), key)
  const status = JSON.parse((await run(['status', '--json'], scheduled)).stdout)
  assert.deepEqual([status.backup.path, status.backup.fault], [`s3://images/${made[0]}`, null])
  const doctor = (await run(['doctor'], scheduled)).stdout
  assert.match(doctor, /ok {5}backups {5}the newest is of/)
  await service.stop('SIGTERM')
})

test('where the bucket takes nothing that is told, and nothing half is there', async () => {
  isClosed = true
  const before = [...bucket.objects.keys()]
  const service = await startService({ ...settings, BACKUP_DIR: `s3://${bucket.bucket}/closed` })
  const failing = async () => {
    const { stdout } = await run(['status', '--json'], settings)
    return JSON.parse(stdout).services[0]?.failing_jobs ?? []
  }
  await until(async () => (await failing()).length > 0)
  assert.equal((await failing())[0].name, 'make a backup')
  isClosed = false
  assert.deepEqual([...bucket.objects.keys()], before)
  await service.stop('SIGTERM')
})
