import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Preface, readPreface } from './preface.ts'

/** A connection that came through the relay, with the number of its request under way. */
interface Relayed extends Preface {
  /** The first request on this connection has come. */
  begun: boolean
}

const RELAYED = Symbol('relayed')

type RelayedSocket = Socket & { [RELAYED]?: Relayed }

/**
 * Makes an HTTP server take connections from the relay: each begins with a preface that says whose
 * it is, so that the client's address is the socket's own for whoever asks.
 */
export function takeFromRelay(server: Server): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: RelayedSocket) => {
    readPreface(socket, (preface) => {
      socket[RELAYED] = { ...preface, number: preface.number - 1, begun: false }
      Object.defineProperty(socket, 'remoteAddress', { value: preface.address })
      Object.defineProperty(socket, 'remotePort', { value: preface.port })
      for (const listener of listeners) listener.call(server, socket)
    })
  })
  server.prependListener('request', ({ socket }: IncomingMessage) => {
    const relayed = (socket as RelayedSocket)[RELAYED]
    if (!relayed) return
    if (relayed.begun) relayed.lost = []
    relayed.begun = true
    relayed.number++
  })
  // The relay closes idle connections; a worker that did so might meet the next request half-way.
  server.keepAliveTimeout = 0
}

/** The id that the relay gave a request; undefined for one that came without it. */
export function relayedId({ socket }: IncomingMessage): string | undefined {
  const relayed = (socket as RelayedSocket)[RELAYED]
  return relayed && relayed.id + relayed.number.toString(16).padStart(12, '0')
}

/** The workers that died over this request: one of them may have carried it out. */
export function lostWorkers({ socket }: IncomingMessage): readonly string[] {
  return (socket as RelayedSocket)[RELAYED]?.lost ?? []
}
