import { Session } from 'node:inspector'
import type { Worker } from 'node:worker_threads'

/**
 * Evaluates an expression in a thread of the main one at once, between any two steps of what runs
 * there. This is how a debugger stops an endless loop, by Node.js's own inspector within the process: no
 * port is opened. Threads have no other way to be spoken to while they work, WebAssembly included.
 * Resolves when it is done, or the thread has ended.
 */
export async function evaluateAtOnce(thread: Worker, expression: string): Promise<void> {
  // Ids are counted anew in each session; the title has the thread's own number.
  const title = `[worker ${thread.threadId}]`
  const session = new Session()
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  thread.once('exit', finish)
  session.connect()
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!workerInfo.title.startsWith(title)) return
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
  })
  // Nothing else is asked, and no domain is enabled that would tell anything.
  session.on('NodeWorker.receivedMessageFromWorker', () => finish())
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  await isDone
  thread.off('exit', finish)
  session.disconnect()
}
