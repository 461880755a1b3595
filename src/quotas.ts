import { type QuotaSettings, TenantQuota } from './base/tenant-quota.ts'
import type { Config } from './config.ts'
import { msg } from './texts/message.ts'

export type Quotas = ReturnType<typeof quotasOf>

/** What accounts share in this process: each kind of work that costs, and how much of it there is at once. */
export function quotasOf(config: Config, { isEmbedded = false }: { isEmbedded?: boolean }) {
  const quota = (what: QuotaSettings['what'], places: number, queue = 0) =>
    new TenantQuota({ what, places, queue, percent: config.ACCOUNT_QUOTA_PERCENT, retryAfter: 5 })
  // Of those who come from where somebody has signed in with the e-mail, and of strangers. One at a time
  // of each: it takes 19 MiB and a thread for 25 ms. Those that wait do so for ten seconds; of one
  // network or person they are few, though its people may all come at the same hour.
  const signIns = () =>
    new TenantQuota({
      what: msg`sign-ins to be looked at`,
      places: 1,
      queue: 400,
      percent: 5,
      retryAfter: 1,
    })
  // Half of the connections: whatever is asked, requests that are soon done find one. An export keeps its
  // snapshot for minutes, for which no search is to wait, where there are connections for both.
  const half = isEmbedded ? 2 : Math.floor(connectionsOf(config) / 2)
  const ofExports = Math.floor(half / 2)
  const longReads = quota(msg`reads of many rows`, Math.max(1, half - ofExports), 64)
  const snapshots =
    ofExports > 0 ? quota(msg`exports being read`, ofExports, config.MAX_EXPORTS) : longReads
  return {
    streams: quota(msg`streams of events`, config.MAX_STREAMS),
    longPolls: quota(msg`requests that wait for events`, config.MAX_LONG_POLLS),
    bulks: quota(msg`bulk requests`, config.MAX_BULKS),
    // Each holds in memory what came of it: up to 10 MiB of an image.
    arrivals: quota(msg`bodies on their way`, 40, 1_000),
    // Some of the connections, and a part of the time of the process.
    largeWrites: quota(msg`large writes`, 2, 100),
    exports: quota(msg`exports`, config.MAX_EXPORTS),
    longReads,
    snapshots,
    // One at a time: the other processors stay free for HTTP and the database, and memory stays
    // bounded (0.25 GB for an AVIF of 13 megapixels). Each that waits holds an upload of up to 10 MiB.
    images: quota(msg`images to be decoded`, 1, 16),
    // Each has its file in memory until the folder or bucket has it: 160 MiB in all.
    attachments: quota(msg`files to be attached`, 4, 12),
    // There is one thread for them.
    documents: quota(msg`documents to be made`, 1, 16),
    // Each waits for somebody else, five seconds at most.
    lookups: quota(msg`lookups elsewhere`, 8, 16),
    knownSignIns: signIns(),
    newSignIns: signIns(),
  }
}

/** Of the smaller pool those that are neither shared nor look after the server. */
function connectionsOf({
  DATABASE_POOL_SIZE: size,
  DATABASE_READ_POOL_SIZE = size,
}: Config): number {
  return Math.min(size, DATABASE_READ_POOL_SIZE) - 2
}
