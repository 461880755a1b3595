import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '../support/servers/postgres.ts'
import { type Ended, killRunning, pedido, run, startService } from '../support/service.ts'
import { assertRestored, Load } from './load.ts'

// Accounts that move under load, while the commands are killed with -9 at any moment.

after(() => killRunning())

function assertDone(ended: Ended): void {
  assert.equal(ended.code, 0, ended.stderr)
}

/** A service with an account of this name, under load. */
async function loaded(name: string, settings: Record<string, string>): Promise<Load> {
  assertDone(await run(['account', 'create', name], settings))
  const words = ['token', 'create', '--account', name, '--name', 'test', '--scope', '*']
  const { stdout } = await run(words, settings)
  const load = new Load(await startService(settings), stdout.trim(), settings)
  await load.start()
  return load
}

/** Kills the command at any moment of its first seconds. */
async function killed(words: string[], settings: Record<string, string>): Promise<Ended> {
  const halfway = pedido(words, settings)
  await setTimeout(randomInt(2000))
  halfway.child.kill('SIGKILL')
  return halfway.ended
}

async function accounts(settings: Record<string, string>): Promise<{ id: number; name: string }[]> {
  const { stdout } = await run(['account', 'list', '--json'], settings)
  const lines = stdout.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

test('embedded: an account is exported under load, and comes in whole or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  const load = await loaded('Aurora', settings)
  const words = (file: string) => ['account', 'export', '--account', 'Aurora', join(folder, file)]

  await killed(words('killed.zip'), settings)
  const before = new Map(load.created)
  const saving = pedido(words('saved.zip'), settings)
  await setTimeout(randomInt(1000))
  await load.killAndRestart()
  assertDone(await saving.ended)
  await load.end()
  const rest = (await readdir(folder)).filter((name) => name.startsWith('.pedido-scratch'))
  assert.deepEqual(rest, [])

  const target = { DATA_DIR: join(folder, 'other') }
  const { code } = await killed(['account', 'import', join(folder, 'saved.zip')], target)
  if (code !== 0) {
    assert.deepEqual(await accounts(target), [])
    assertDone(await run(['account', 'import', join(folder, 'saved.zip')], target))
  }
  await assertRestored(target, before)
  await rm(folder, { recursive: true })
})

test('PostgreSQL: an account comes in beside others that are written to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  const from = await startPostgres({ synchronous_commit: 'on' })
  const to = await startPostgres({ synchronous_commit: 'on' })
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: from.url }
  const load = await loaded('Aurora', settings)
  const file = join(folder, 'saved.zip')
  const before = new Map(load.created)
  assertDone(await run(['account', 'export', '--account', 'Aurora', file], settings))
  await load.end()

  const target = { DATA_DIR: join(folder, 'other'), DATABASE_URL: to.url }
  const others = await loaded('Boreal', target)
  const { code } = await killed(['account', 'import', file], target)
  await others.more()
  if (code !== 0) {
    assert.deepEqual(
      (await accounts(target)).map(({ name }) => name),
      ['Boreal'],
    )
    const again = run(['account', 'import', file], target)
    await others.more()
    assertDone(await again)
  }
  const moved = (await accounts(target)).find(({ name }) => name === 'Aurora')
  await assertRestored(target, before, moved?.id)
  await others.more()
  await others.end()
  await assertRestored(target, others.created, 1)
  await from.close()
  await to.close()
  await rm(folder, { recursive: true })
})
