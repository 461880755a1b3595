import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { keepAliveClient, livingWorkers, until } from '../support/workers.ts'

// Tables of files that are full, and workers that do not come up: the parent outlives both.

let stand: Stand
before(async () => {
  stand = await startStand({
    WORKERS: '2',
    LOG_LEVEL: 'info',
    MAX_CONNECTIONS: '40',
    REQUEST_TIMEOUT_MS: '200000',
  })
})
after(() => stand.close())

const fileNumbers = (pid: number) => readdirSync(`/proc/${pid}/fd`).map(Number)

/** Lets a process open no further file. */
function fill(pid: number): void {
  limit(pid, Math.max(...fileNumbers(pid)) + 1)
  // What lies free below the limit would still be opened.
  limit(pid, firstFree(fileNumbers(pid)))
}

function firstFree(taken: number[]): number {
  let number = 0
  while (taken.includes(number)) number++
  return number
}

const limit = (pid: number, files: number) =>
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`])

const AMPLE = 4096

test('a worker that dies while the parent can open no file is replaced once it can', async () => {
  const { service, token } = stand
  const parent = service.child.pid ?? 0
  const [first = 0] = livingWorkers(service)
  fill(parent)
  process.kill(first, 'SIGKILL')
  await service.printed(/a worker keeps dying; the next one starts in 200 ms/)
  limit(parent, AMPLE)
  await until(() => livingWorkers(service).length === 2)
  const client = keepAliveClient(service, token)
  assert.equal((await client.send('/orders')).status, 200)
  client.close()
})

test('workers that can take no connection refuse it with an answer, and take later ones', async () => {
  const { service, token } = stand
  const before = livingWorkers(service)
  for (const pid of before) fill(pid)
  const refused = keepAliveClient(service, token)
  const { status, body } = await refused.send('/orders')
  assert.deepEqual([status, body.code], [503, 'unavailable'])
  for (const pid of before) limit(pid, AMPLE)
  const client = keepAliveClient(service, token)
  for (let i = 0; i < 4; i++) assert.equal((await client.send('/orders')).status, 200)
  assert.deepEqual(livingWorkers(service), before)
  for (const { close } of [refused, client]) close()
})

test('connections beyond the limit are told so, or not taken; those within it are served on', async () => {
  const { service, token } = stand
  const clients = Array.from({ length: 76 }, () => keepAliveClient(service, token))
  const served = await Promise.all(clients.map(({ send }) => send('/orders')))
  assert.deepEqual(
    served.map(({ status }) => status),
    clients.map(() => 200),
  )
  const surplus = keepAliveClient(service, token)
  let answer = await surplus.send('/orders')
  // Other connections to this service count as well.
  for (; answer.status === 200; answer = await surplus.send('/orders')) {
    const one = keepAliveClient(service, token)
    clients.push(one)
    await one.send('/orders')
    surplus.close()
  }
  const { status, headers, body } = answer
  assert.deepEqual([status, body.code, headers['connection']], [503, 'unavailable', 'close'])
  assert.match(String(headers['retry-after']), /^\d+$/)
  assert.match(body.detail, /40 connections/)
  assert.equal((await surplus.send('/health/live')).status, 200)
  assert.equal((await clients[0]?.send('/orders'))?.status, 200)
  for (const { close } of [...clients, surplus]) close()
  await until(async () => {
    const client = keepAliveClient(service, token)
    const { status } = await client.send('/orders')
    client.close()
    return status === 200
  })
})

test('silent connections far beyond the limit keep nobody from being answered', async () => {
  const { service, token } = stand
  const { hostname, port } = new URL(service.address)
  const silent: Socket[] = []
  for (let i = 0; i < 300; i++) silent.push(connect(Number(port), hostname).on('error', () => {}))
  const client = keepAliveClient(service, token)
  const { status } = await client.send('/orders')
  assert.ok(status === 200 || status === 503, String(status))
  for (const socket of silent) socket.destroy()
  client.close()
  await until(async () => (await stand.call('/orders')).status === 200)
})

test('workers that die while they start are tried again, later and later, while others serve', async () => {
  const { service, token, folder } = stand
  const [first = 0] = livingWorkers(service)
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  const paused = service.printedAnew(/a worker keeps dying; the next one starts in 400 ms/)
  process.kill(first, 'SIGKILL')
  await paused
  const client = keepAliveClient(service, token)
  // The connections of the test before may still be closing.
  await until(async () => (await client.send('/orders')).status === 200)
  client.close()
  await rm(folder)
  await mkdir(folder)
  await until(() => livingWorkers(service).length === 2)
})
