import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { start } from '../support/service.ts'
import { commandsOf, here } from './guide.ts'

// Settings in files: what the guides show is read alike by all that load it, and by `pedido` as it is
// installed on a server.

const execute = promisify(execFile)
const ROOT = new URL('../../', import.meta.url)
const text = (path: string) => readFile(new URL(path, ROOT), 'utf8')

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-settings-'))
  await chmod(folder, 0o755)
})
after(() => rm(folder, { recursive: true, force: true }))

async function examples(): Promise<string[]> {
  const [, page = ''] =
    /^## In a file\n\n```sh\n(.*?)^```/ms.exec(await text('docs/configuration.md')) ?? []
  const guides = ['docs/production.md', 'docs/production.pt-BR.md'].map((guide) => {
    const [block = ''] = commandsOf('3', guide)
    const [, file = ''] = /<<'END'\n(.*?)^END$/ms.exec(block) ?? []
    const [, key = ''] = /^echo "(SECRET_KEY=.*)" >>/m.exec(block) ?? []
    return `${file}${key.replace(/\$\(.*\)/, Buffer.alloc(32, 250).toString('base64'))}\n`
  })
  return [page, ...guides]
}

/** The variables that a command has, but for those that it had before. */
async function loaded(words: string[], names: string[]): Promise<Record<string, string>> {
  const [file = '', ...more] = words
  const { stdout } = await execute(file, more, { env: { PATH: process.env['PATH'] ?? '' } })
  const all: Record<string, string> = JSON.parse(stdout)
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']))
}

const SHOW = 'console.log(JSON.stringify(process.env))'

test('each file that the guides show is read alike by a shell and by Node.js, and starts', async () => {
  for (const example of await examples()) {
    const file = join(folder, 'shown.env')
    await writeFile(file, example)
    const names = [...example.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
    assert.ok(names.length >= 5, example)
    const node = await loaded([process.execPath, `--env-file=${file}`, '-e', SHOW], names)
    const script = `set -a; . ${file}; exec ${process.execPath} -e '${SHOW}'`
    assert.deepEqual(await loaded(['sh', '-c', script], names), node)
    const { SMTP_URL, MAIL_FROM, DATABASE_URL } = readConfig(node)
    assert.ok(DATABASE_URL?.startsWith('postgres://'))
    if (SMTP_URL) assert.match(SMTP_URL, /p\$ss@/)
    if (MAIL_FROM) assert.match(MAIL_FROM, /^Pedido <.*>$/)
  }
})

// systemd.exec(5), EnvironmentFile=: what stands between single quotes is taken as it is. Bare values of
// these characters have nothing in them that it, or Compose, would take for anything else.
test('each line of them is bare without special characters, or between single quotes', async () => {
  for (const example of await examples()) {
    for (const line of example.trimEnd().split('\n'))
      assert.match(line, /^[A-Z0-9_]+=('[^'\n]*'|[\w/.:@+,-]*)$/)
  }
})

test('a value that kept its quotes is told, and shown where it is no secret', () => {
  const quoted = { DATA_DIR: "'/data'", DATABASE_URL: '"postgres://pedido:hunter2@db/pedido"' }
  assert.throws(
    () => readConfig(quoted),
    (error: Error) => {
      assert.match(error.message, /DATA_DIR begins and ends with a quote/)
      assert.match(
        error.message,
        /DATABASE_URL begins and ends with a quote, which is part of its value/,
      )
      assert.doesNotMatch(error.message, /hunter2/)
      return true
    },
  )
  const from = { MAIL_FROM: '"Pedido, Vendas" <a@b.example>' }
  assert.equal(readConfig(from).MAIL_FROM, from.MAIL_FROM)
})

if (process.platform !== 'win32') {
  const isRoot = process.getuid?.() === 0
  const SERVICE = isRoot ? 65_534 : (process.getuid?.() ?? 0)

  test('the command of the server has the settings and the user of the service', async () => {
    const command = join(folder, 'pedido')
    await mkdir(join(folder, 'etc'))
    const settings = join(folder, 'etc/pedido.env')
    const program = new URL('bin/pedido.cjs', ROOT).pathname
    const script = here(await text('deploy/systemd/pedido'), folder)
    await writeFile(command, script.replace(/\S+\/bin\/pedido\.cjs/, program), { mode: 0o755 })
    await writeFile(settings, "ALLOW_INSECURE_SIGN_IN='true'\nSECRET_KEY='no key'\n", {
      mode: 0o600,
    })
    const dataDir = join(folder, 'var/lib/pedido')
    await mkdir(dataDir, { recursive: true })
    await chown(dataDir, SERVICE, SERVICE)
    const wrong = await start(command, ['doctor'], {}).ended
    assert.match(wrong.stderr, /SECRET_KEY/)
    const { code, stdout, stderr } = await start(command, ['doctor'], { SECRET_KEY: '' }).ended
    assert.deepEqual([code, stderr], [0, ''], 'what the shell has set comes first')
    assert.match(stdout, /ALLOW_INSECURE_SIGN_IN/)
    assert.ok(stdout.includes(`DATA_DIR    ${dataDir}\n`), stdout)
    assert.equal((await start(command, ['account', 'list'], { SECRET_KEY: '' }).ended).code, 0)
    assert.equal((await stat(join(dataDir, 'database'))).uid, SERVICE)
    // Whoever may not read the settings is told so, and nothing is made with others.
    if (!isRoot) await chmod(settings, 0)
    const other = isRoot ? { uid: SERVICE, gid: SERVICE } : {}
    const closed = await start(command, ['doctor'], { LANG: 'pt_BR.UTF-8' }, other).ended
    assert.deepEqual([closed.code, closed.stdout], [1, ''])
    assert.match(closed.stderr, /só para o root\. Execute: sudo pedido doctor\n$/)
  })
}
