import { parentPort } from 'node:worker_threads'
import { giveWay } from '../../base/giving-way/priority.ts'
import { onPaper } from '../../images/decoding.ts'
import { labelPaper } from '../warehouse/papers/label-paper.ts'
import { loadingPaper } from '../warehouse/papers/loading-paper.ts'
import { pickingPaper } from '../warehouse/papers/picking-paper.ts'
import type { PaperName } from '../warehouse/papers/source.ts'
import type { DocumentRequest } from './maker.ts'
import { orderDocument } from './order-document.ts'

// Makes documents one after the other, away from the event loop that serves requests.

giveWay()

/** Logos that are kept as documents take them: one costs as much as a document. */
const LOGOS_KEPT = 8
const logos = new Map<string, Buffer>()

async function logoOf({
  source: { logo },
  logo_image,
}: DocumentRequest): Promise<Buffer | undefined> {
  if (logo === null || logo_image === null) return undefined
  const kept = logos.get(logo) ?? (await onPaper(Buffer.from(logo_image)))
  // Put last again, so that the first is the one that was not asked for the longest.
  logos.delete(logo)
  logos.set(logo, kept)
  for (const oldest of logos.keys()) {
    if (logos.size <= LOGOS_KEPT) break
    logos.delete(oldest)
  }
  return kept
}

const drawers = {
  picking: pickingPaper,
  loading: loadingPaper,
  labels: labelPaper,
  'label-sheets': labelPaper,
} satisfies Record<PaperName, unknown>

async function drawn(request: DocumentRequest): Promise<Buffer> {
  const { source } = request
  const logo = await logoOf(request)
  return 'paper' in source ? drawers[source.paper](source, logo) : orderDocument(source, logo)
}

parentPort?.on('message', async (request: DocumentRequest) => {
  try {
    const bytes = new Uint8Array(await drawn(request))
    parentPort?.postMessage({ bytes }, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ error: String((error as Error).stack) })
  }
})
