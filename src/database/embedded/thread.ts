import { inspect } from 'node:util'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import type { Alarm, Answer, ThreadRequest } from './backend.ts'
import { AlarmClock, openPglite } from './pglite.ts'

// PostgreSQL, away from the event loop that serves requests. Whatever is thrown here ends the thread,
// which `backend.ts` sees.

const port = parentPort as MessagePort
let pglite: PGlite
const alarm = new AlarmClock((alarmMs) => port.postMessage({ alarmMs } satisfies Alarm))
// `backend.ts` calls it by its name, in the midst of a statement.
Object.assign(globalThis, { ringAlarm: () => alarm.ring() })

port.on('message', async (request: ThreadRequest) => {
  if (request instanceof Uint8Array) {
    const answer = await run(request)
    port.postMessage(answer satisfies Answer, [answer.buffer])
  } else if (request === null) {
    await pglite.close()
    process.exit()
  } else {
    pglite = await openPglite(request, alarm, () => process.exit()).catch(rethrow)
    port.postMessage(null satisfies Answer)
  }
})

/** What Emscripten throws is no Error: it would leave the thread without its `errno`. */
function rethrow(thrown: unknown): never {
  if (thrown instanceof Error) throw thrown
  const { errno } = thrown as { errno?: number }
  throw Object.assign(new Error(`PostgreSQL did not start: ${inspect(thrown)}`), { errno })
}

/**
 * The streaming call is the one to use: `execProtocolRaw` also parses each answer and keeps it for
 * ever (PGlite 0.5.16: 1,000 answers of 100 KB left 100 MB of heap).
 */
async function run(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  await pglite.execProtocolRawStream(message, {
    syncToFs: false,
    // A view of WebAssembly memory: copied before PostgreSQL goes on.
    onRawData: (part) => parts.push(new Uint8Array(part)),
  })
  return parts.length === 1 ? (parts[0] as Uint8Array<ArrayBuffer>) : joined(parts)
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
