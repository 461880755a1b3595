import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chown, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Command, killRunning, start } from '../support/service.ts'

// The container image as far as it goes without a container engine: the last stage of the Dockerfile
// over the libraries that its base has, as the root of a process that is the first of its own, with
// the rights that the compose files and the manifests give.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NOBODY = 65532
const run = promisify(execFile)

let folder: string
let image: string
let service: Command
let address: string
let token: string
let instructions: string[][]
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-image-'))
  image = join(folder, 'image')
  instructions = await lastStage()
  const { stdout } = await run('npm', ['run', '--silent', 'package'], { cwd: ROOT })
  const packed = join(ROOT, 'dist', stdout.trim().split('\n').at(-1) ?? '')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier']
  await run('npm', ['install', ...quiet, '--prefix', join(image, 'app'), packed])
  await copyNode()
  for (const name of ['data', 'proc', 'tmp']) await mkdir(join(image, name), { recursive: true })
  await chown(join(image, 'data'), NOBODY, NOBODY)
  service = startInImage()
  ;[, address = ''] = await service.printed(/Pedido listens on (http:[^,"]+)/)
  token = (await readFile(join(image, 'data/admin-token'), 'utf8')).trim()
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

/** The words of each line after the last FROM. */
async function lastStage(): Promise<string[][]> {
  const text = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8')
  const stage = text.slice(text.lastIndexOf('\nFROM')).replaceAll('\\\n', ' ')
  return stage
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split(/\s+/))
}

function instruction(name: string): string {
  const words = instructions.find(([first]) => first === name) ?? []
  return words.slice(1).join(' ')
}

/** Node.js, what the base image has of Debian's libraries, and the one that the Dockerfile adds. */
async function copyNode(): Promise<void> {
  const { stdout } = await run('dpkg', ['-L', 'libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1'])
  const libraries = stdout.split('\n').filter((path) => /\/[\w+.-]+\.so\.\d+$/.test(path))
  for (const path of libraries) {
    await mkdir(dirname(join(image, path)), { recursive: true })
    await cp(path, join(image, path), { dereference: true })
  }
  await mkdir(join(image, 'usr/local/bin'), { recursive: true })
  await cp(process.execPath, join(image, 'usr/local/bin/node'), { dereference: true })
}

function startInImage(): Command {
  const words = [
    ...(JSON.parse(instruction('ENTRYPOINT')) as string[]),
    ...(JSON.parse(instruction('CMD')) as string[]),
  ]
  const env = Object.fromEntries(
    instruction('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const steps = [
    `mount --bind ${image} ${image}`,
    `mount --bind ${image}/data ${image}/data`,
    `mount -o remount,bind,ro ${image}`,
    `mount -t tmpfs none ${image}/tmp`,
    `mount -t proc none ${image}/proc`,
    `exec chroot --userspec=${NOBODY}:${NOBODY} ${image} ${words.join(' ')}`,
  ]
  const unshared = ['--mount', '--pid', '--fork', '/bin/sh', '-c', steps.join(' && ')]
  return start('unshare', unshared, { ...env, PORT: '0', HOST: '127.0.0.1' })
}

test('an order goes in, as a user without rights, where nothing but /data and /tmp is written to', async () => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const send = (path: string, body: object) =>
    fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal((await send('/customers', { fk_id: 'C-1', name: 'Padaria São João' })).status, 201)
  assert.equal((await send('/orders', { fk_id: 'P-1', fk_id_customer: 'C-1' })).status, 201)
  const document = await fetch(`${address}/orders/fk_id/P-1`, { headers })
  assert.equal(document.status, 200)
  assert.equal((await fetch(`${address}/console/`)).status, 200)
})

test('its first process takes SIGTERM and ends with 0', async () => {
  const { pid } = service.child
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  process.kill(Number(children), 'SIGTERM')
  const { code, stdout } = await service.ended
  assert.equal(code, 0)
  assert.match(stdout, /Pedido stops: SIGTERM/)
})
