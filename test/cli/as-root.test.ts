import assert from 'node:assert/strict'
import { chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { killRunning, PEDIDO, run, start, startService } from '../support/service.ts'

// Who runs the service may be root at the command line, and the service another user. Where the tests
// are not root's, commands and service are their own user's, and all holds as well.

const isRoot = process.getuid?.() === 0
/** Whose the service is. */
const SERVICE = isRoot ? 65_534 : (process.getuid?.() ?? 0)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-root-'))
  await chown(folder, SERVICE, SERVICE)
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

/** Paths in the folder that are not the service's. */
async function foreign(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(names.map(async (name) => lstat(join(folder, name))))
  return names.filter((_, i) => found[i]?.uid !== SERVICE)
}

/** The service as its own user. */
const serve = (settings: Record<string, string>) =>
  start(
    process.execPath,
    [PEDIDO, 'serve'],
    { PORT: '0', ...settings },
    isRoot ? { uid: SERVICE, gid: SERVICE } : {},
  )

test('what root does leaves nothing in DATA_DIR that the service can’t use', async () => {
  const settings = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') }
  const member = ['--account', '1', '--email', 'ana@example.com', '--name', 'Ana']
  const saved = join(folder, 'saved.zip')
  const account = join(folder, 'account.zip')
  const commands = [
    ['migrate'],
    ['account', 'create', 'Aurora'],
    ['account', 'export', account, '--account', '1'],
    ['account', 'import', account, '--name', 'Outra'],
    ['token', 'create', '--account', '1', '--name', 'erp', '--scope', '*'],
    ['member', 'create', ...member, '--role', 'owner'],
    ['backup', saved],
    ['doctor'],
  ]
  for (const words of commands) {
    const { code, stderr } = await run(words, settings)
    assert.equal(code, 0, `${words}: ${stderr}`)
    assert.deepEqual(await foreign(), [], words.join(' '))
  }
  const { code } = await run(['status'], settings)
  assert.equal(code, 3, 'no service runs')
  const restored = await run(['restore', saved], { DATA_DIR: join(folder, 'restored') })
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(await foreign(), [])
  const service = serve(settings)
  await service.printed(/Pedido listens on/)
  service.child.kill('SIGTERM')
  assert.equal((await service.ended).code, 0)
})

test('the service itself, started by root, runs as the owner of its folder', async () => {
  const service = await startService({ DATA_DIR: join(folder, 'served') })
  await service.stop('SIGTERM')
  assert.deepEqual(await foreign(), [])
})

if (process.platform !== 'win32') {
  test('a place that is root’s alone is told, with the user that the command runs as', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'pedido-closed-'))
    const made = { DATA_DIR: join(folder, 'saved') }
    assert.equal((await run(['migrate'], made)).code, 0)
    // Nobody’s but root’s, or by its mode.
    const file = join(isRoot ? closed : '/', 'saved.zip')
    const { code, stderr } = await run(['backup', file], made)
    assert.equal(code, 1)
    assert.match(stderr, /saved\.zip may not be used by the user \S+: give it the rights/)
    assert.equal(stderr.includes('Root runs this command as the owner of DATA_DIR'), isRoot)
    await rm(closed, { recursive: true })
  })

  test('files of another user in DATA_DIR are found, and it is said how to mend them', async () => {
    const settings = { DATA_DIR: join(folder, 'mixed') }
    assert.equal((await run(['migrate'], settings)).code, 0)
    const stray = join(settings.DATA_DIR, 'database/base/stray')
    await writeFile(stray, '', { mode: 0o600 })
    const { code, stdout } = await run(['doctor'], { ...settings, LANG: 'pt_BR.UTF-8' })
    assert.equal(code, isRoot ? 1 : 0)
    const told = `outro usuário, que o serviço não pode usar: ${stray}\n`
    const remedy = `Como root: chown -R ${SERVICE} ${settings.DATA_DIR}\n`
    assert.deepEqual([stdout.includes(told), stdout.includes(remedy)], [isRoot, isRoot], stdout)
  })

  test('a database that root made in the service’s folder is told to root, too', async () => {
    const settings = { DATA_DIR: join(folder, 'of-root') }
    await mkdir(settings.DATA_DIR)
    assert.equal((await run(['migrate'], settings)).code, 0)
    if (isRoot) await chown(settings.DATA_DIR, SERVICE, SERVICE)
    const { code, stdout } = await run(['doctor'], settings)
    assert.equal(code, isRoot ? 1 : 0)
    assert.equal(stdout.includes(`→ As root: chown -R ${SERVICE} `), isRoot)
  })
}
