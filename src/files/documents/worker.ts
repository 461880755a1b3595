import { parentPort } from 'node:worker_threads'
import { type DocumentSource, orderDocument } from './order-document.ts'

// Makes documents one after the other, away from the event loop that serves requests.

parentPort?.on('message', async (source: DocumentSource) => {
  try {
    const bytes = new Uint8Array(await orderDocument(source))
    parentPort?.postMessage({ bytes }, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ error: String((error as Error).stack) })
  }
})
