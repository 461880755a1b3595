import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { giveWay } from './priority.ts'

// Computes hashes of passwords one after the other, with what others leave of the processor.

giveWay()

/** What the thread is asked for. */
export interface HashRequest {
  parameters: Argon2Parameters
  /** Where the hash goes. */
  answer: MessagePort
}

parentPort?.on('message', ({ parameters, answer }: HashRequest) => {
  answer.postMessage(new Uint8Array(argon2Sync('argon2id', parameters)))
  answer.close()
})
