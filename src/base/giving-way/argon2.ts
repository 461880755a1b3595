import { type Argon2Parameters, argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { MessageChannel, Worker } from 'node:worker_threads'
import { threadFile } from '../system/package.ts'
import type { HashRequest } from './argon2-thread.ts'

/** Computes an Argon2id, which takes a thread for some 25 ms. */
export type Argon2 = (parameters: Argon2Parameters) => Promise<Buffer>

const inPool = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>

export const argon2Now: Argon2 = (parameters) => inPool('argon2id', parameters)

let thread: Worker | undefined

/** The same in a thread that gives way to all others of this process. It begins with the first. */
export const argon2GivingWay: Argon2 = (parameters) => {
  thread ??= start()
  const { port1, port2 } = new MessageChannel()
  const hash = new Promise<Buffer>((resolve, reject) => {
    port1.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    // Of no effect once the hash has come.
    port1.once('close', () => reject(new Error('The thread that computes hashes has ended.')))
  })
  thread.postMessage({ parameters, answer: port2 } satisfies HashRequest, [port2])
  return hash
}

function start(): Worker {
  const worker = new Worker(threadFile('base/giving-way/argon2-thread'))
  const forget = () => {
    if (thread === worker) thread = undefined
  }
  // Without a listener an error would end the process.
  worker.on('error', forget).on('exit', forget)
  worker.unref()
  return worker
}
