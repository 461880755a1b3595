import type { Socket } from 'node:net'

/**
 * What the relay says about a client's connection before its first byte, as one line of JSON.
 */
export interface Preface {
  /** Begins the id of every request on it: the first 24 characters of a UUID. */
  id: string
  /** Of the first request that follows, counted on the client's connection from 1. */
  number: number
  /** The client's. */
  address: string
  port: number
  /** The workers that died over the first request: it may have been carried out by one of them. */
  lost: string[]
}

/** Far more than a preface takes. */
const LONGEST = 4096

export function writePreface(socket: Socket, preface: Preface): void {
  socket.write(`${JSON.stringify(preface)}\n`)
}

/** Reads a connection's preface and leaves what follows it to be read. */
export function readPreface(socket: Socket, done: (preface: Preface) => void): void {
  let begun: Buffer | undefined
  const onReadable = () => {
    const chunk = socket.read() as Buffer | null
    if (chunk === null) return
    begun = begun ? Buffer.concat([begun, chunk]) : chunk
    const end = begun.indexOf('\n')
    if (end < 0) {
      if (begun.length > LONGEST) socket.destroy()
      return
    }
    socket.off('readable', onReadable)
    const rest = begun.subarray(end + 1)
    if (rest.length > 0) socket.unshift(rest)
    done(JSON.parse(begun.toString('utf8', 0, end)) as Preface)
  }
  socket.on('readable', onReadable)
  socket.on('error', () => {})
}
