import { FairShare, type ShareSettings } from './base/fair-share.ts'
import type { Config } from './config.ts'
import { say } from './texts/text.ts'

export type Shares = ReturnType<typeof sharesOf>

/** What accounts share in this process: each kind of work that costs, and how much of it there is at once. */
export function sharesOf(config: Config, { isEmbedded = false }: { isEmbedded?: boolean }) {
  const share = (what: ShareSettings['what'], places: number, queue = 0) =>
    new FairShare({ what, places, queue, percent: config.ACCOUNT_SHARE_PERCENT, retryAfter: 5 })
  // Of those who come from where somebody has signed in with the e-mail, and of strangers. One at a time
  // of each: it takes 19 MiB and a thread for 25 ms. Those that wait do so for ten seconds; of one
  // network or person they are few, though its people may all come at the same hour.
  const signIns = () =>
    new FairShare({
      what: say`sign-ins to be looked at`,
      places: 1,
      queue: 400,
      percent: 5,
      retryAfter: 1,
    })
  return {
    streams: share(say`streams of events`, config.MAX_STREAMS),
    longPolls: share(say`requests that wait for events`, config.MAX_LONG_POLLS),
    bulks: share(say`bulk requests`, config.MAX_BULKS),
    // Each holds in memory what came of it: up to 10 MiB of an image.
    arrivals: share(say`bodies on their way`, 40, 1_000),
    // Some of the connections, and a part of the time of the process.
    largeWrites: share(say`large writes`, 2, 100),
    exports: share(say`exports`, config.MAX_EXPORTS),
    // Half of the connections: whatever is asked, requests that are soon done find one. A snapshot of an
    // export is one of them, too.
    longReads: share(say`reads of many rows`, isEmbedded ? 1 : longReadsOf(config), 64),
    // One at a time: the other processors stay free for HTTP and the database, and memory stays
    // bounded (0.25 GB for an AVIF of 13 megapixels). Each that waits holds an upload of up to 10 MiB.
    images: share(say`images to be decoded`, 1, 16),
    // There is one thread for them.
    documents: share(say`documents to be made`, 1, 16),
    knownSignIns: signIns(),
    newSignIns: signIns(),
  }
}

/** Half of the smaller pool, whose connections are those that are neither shared nor look after the server. */
function longReadsOf({ DATABASE_POOL_SIZE: size, DATABASE_READ_POOL_SIZE = size }: Config): number {
  return Math.max(1, Math.floor((Math.min(size, DATABASE_READ_POOL_SIZE) - 2) / 2))
}
