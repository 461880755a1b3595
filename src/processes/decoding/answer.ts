import { type ErrorCode, Problem } from '../../base/problems.ts'
import type { ImageKind } from '../../images/images.ts'
import { Message } from '../../texts/message.ts'

// What processes tell each other of images to be made: values that their channels carry.

export interface ImageOrder {
  kind: ImageKind
  bytes: Uint8Array
}

/** What the process says first of an image: until then its death has to do with something else. */
export const TAKEN = 'taken'

export type ImageAnswer =
  | { bytes: Uint8Array }
  | { problem: { code: ErrorCode; strings: readonly string[]; values: readonly unknown[] } }
  /** A stack, of what is our fault. */
  | { error: string }

export function answerOf(error: unknown): ImageAnswer {
  if (!(error instanceof Problem)) return { error: String((error as Error)?.stack ?? error) }
  const { code, detail } = error
  return { problem: { code, strings: detail.strings, values: detail.values } }
}

/** @throws what the answer says */
export function bytesOf(answer: ImageAnswer): Buffer {
  if ('bytes' in answer) {
    const { buffer, byteOffset, byteLength } = answer.bytes
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  if ('error' in answer) throw new Error(answer.error)
  const { code, strings, values } = answer.problem
  throw new Problem(code, new Message(strings, values))
}
