import { writeFileSync } from 'node:fs'
import { giveWay } from '../../base/giving-way/priority.ts'
import { makeImage } from '../../images/decoding.ts'
import { answerOf, type ImageOrder, TAKEN } from './answer.ts'

// The process that makes images, one after the other. It ends with its parent, if not before.

giveWay()
try {
  // Where memory runs out the system ends this process first, as each may ask for itself (proc(5)).
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Not Linux, or a system that hides it.
}

process.on('message', async ({ kind, bytes }: ImageOrder) => {
  process.send?.(TAKEN)
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const answer = await makeImage(kind, sent).then((made) => ({ bytes: made }), answerOf)
  process.send?.(answer)
})
