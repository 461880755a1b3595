import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { type Config, connectionsOfWorker, readConfig } from '../../config.ts'
import { columnOf } from '../../database/wal-positions.ts'
import type { App } from '../../http/app.ts'
import type { CountHit } from '../../http/rate-limits.ts'
import { mostConnections } from '../../http/wire/connection-limit.ts'
import type { MakeImage } from '../../images/images.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import { Connections } from '../connections.ts'
import { bytesOf } from '../decoding/answer.ts'
import { DECODER } from '../decoding/maker.ts'
import { run } from '../serve.ts'
import type { ProcessStatus } from '../status/process-status.ts'
import type { ToParent, ToWorker, WorkerContext } from './messages.ts'

/**
 * Runs one worker of a service: what `pedido serve` starts several of. It takes its connections
 * from the parent and ends when the parent says so or is gone.
 * @throws Error when it was not started by a parent
 */
export async function runWorker(): Promise<void> {
  if (!process.send) throw new Error('A worker is started by: pedido serve --workers N')
  // A terminal and some supervisors signal the whole group; the parent alone decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  const leaving = Promise.withResolvers<void>()
  const drain = Promise.withResolvers<void>()
  const stop = new AbortController()
  const started = Promise.withResolvers<Extract<ToWorker, { type: 'start' }>>()
  process.on('message', (message: ToWorker) => {
    if (message.type === 'start') started.resolve(message)
    if (message.type === 'leave') leaving.resolve()
    if (message.type === 'stop') stop.abort()
    if (message.type === 'drain' || message.type === 'stop') drain.resolve()
  })
  process.once('disconnect', () => process.exit(1))
  const { context, workers, makesImages } = await started.promise
  process.removeAllListeners('disconnect')
  process.once('disconnect', () => void orphaned(context))
  try {
    const makeImage = makesImages ? imagesAtParent() : undefined
    await runAs(context, workers, makeImage, leaving.promise, drain.promise, stop.signal)
  } finally {
    // The channel would keep the process alive.
    process.removeAllListeners('disconnect')
    process.disconnect?.()
  }
}

async function runAs(
  context: WorkerContext,
  workers: number,
  makeImage: MakeImage | undefined,
  leaving: Promise<void>,
  drain: Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  let connections: Connections | undefined
  await run(configOf(readConfig(), workers), {
    isFirst: context.number === 1,
    written: columnOf(context),
    countHit: countAtParent(),
    ...(makeImage && { makeImage }),
    prepare: async () => {},
    listen: async (app, config) => {
      await app.ready()
      connections = takeConnections(app, config)
      void leaving.then(() => connections?.leave())
      send({ type: 'ready' })
    },
    offer: async (metrics) => answerParent(metrics),
    report: async (status) => reportStatus(status),
    leaving,
    draining: drain,
    stop: drain.then(() => connections?.drain(stop)),
    finish: async (app) => {
      await connections?.end()
      await app.close()
    },
  })
}

/** Serves the connections that the parent gives. */
function takeConnections({ server }: App, config: Config): Connections {
  const connections = new Connections(server)
  const { most, refused } = mostConnections(config)
  // From this event on Node looks for requests that are late.
  server.emit('listening')
  let isThere = false
  process.on('message', (message: ToWorker, socket?: Socket) => {
    if (message.type === 'passed') {
      if (!isThere) send({ type: 'refused', open: connections.open })
      isThere = false
    }
    if (message.type !== 'connection' || !socket) return
    if (connections.open >= most + refused) return void socket.destroy()
    isThere = true
    // As those are that a server accepts itself.
    socket.allowHalfOpen = true
    socket.once('close', () => send({ type: 'closed', open: connections.open }))
    // Before a byte of it is read: what a dead worker did not take, another one can.
    send({ type: 'took', open: connections.open + 1 })
    server.emit('connection', socket)
  })
  return connections
}

function configOf(config: Config, workers: number): Config {
  const { DATABASE_POOL_SIZE, DATABASE_READ_POOL_SIZE = DATABASE_POOL_SIZE } = config
  return {
    ...config,
    DATABASE_POOL_SIZE: connectionsOfWorker(DATABASE_POOL_SIZE, workers),
    DATABASE_READ_POOL_SIZE: connectionsOfWorker(DATABASE_READ_POOL_SIZE, workers),
  }
}

/** Whoever starts the service again starts new workers. */
async function orphaned({ folder }: WorkerContext): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  process.exit(1)
}

/** Gives the parent the metrics of this process when it asks, and once more at the end. */
function answerParent({ gather }: Metrics): () => Promise<void> {
  const answer = async (id: number) => send({ type: 'measured', id, measured: await gather() })
  process.on('message', (message: ToWorker) => {
    if (message.type === 'measure') void answer(message.id)
  })
  return () => answer(0)
}

/** Reports to the parent how this process is when it asks. */
function reportStatus(look: () => Promise<ProcessStatus>): () => Promise<void> {
  process.on('message', (message: ToWorker) => {
    if (message.type !== 'look') return
    void look().then((status) => send({ type: 'status', id: message.id, status }))
  })
  return async () => {}
}

/** Counts in the parent, for all workers. */
function countAtParent(): CountHit {
  const ask = askParent('hit')
  return async (key, windowMs) => (await ask((id) => ({ type: 'hit', id, key, windowMs }))).hit
}

/** Has the parent make images, for all workers. */
function imagesAtParent(): MakeImage {
  const ask = askParent('image')
  return async (kind, bytes) => {
    const order = { kind, bytes }
    const { answer } = await ask((id) => ({ type: 'image', id, order, program: DECODER }))
    return bytesOf(answer)
  }
}

/** Sends a question; the parent answers with a message of this type and the same number. */
function askParent<Type extends 'hit' | 'image'>(type: Type) {
  type Answer = Extract<ToWorker, { type: Type }>
  const asked = new Map<number, (answer: Answer) => void>()
  let last = 0
  process.on('message', (message: ToWorker) => {
    if (message.type !== type) return
    const { id } = message as Extract<ToWorker, { type: 'hit' | 'image' }>
    asked.get(id)?.(message as Answer)
    asked.delete(id)
  })
  return (question: (id: number) => ToParent) => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    asked.set(id, resolve)
    send(question(id))
    return promise
  }
}

function send(message: ToParent): void {
  process.send?.(message)
}
