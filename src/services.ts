import type { SessionTimes } from './access/sessions.ts'
import type { SecretBox } from './base/secret-box.ts'
import type { Config } from './config.ts'
import type { Db, Reader } from './database/database.ts'
import type { Replica } from './database/replica/replica.ts'
import type { Exporter } from './http/lists/exports.ts'
import type {
  CountRequest,
  limitBeginnings,
  limitFailures,
  limitOpenings,
} from './http/rate-limits.ts'
import type { ReadsOf } from './http/reads.ts'
import type { MakeImage } from './images/images.ts'
import type { ImageStorage } from './images/storage.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Quotas } from './quotas.ts'

/** What features receive. */
export interface Services {
  config: Config
  /** Writes, and what they look up. */
  primary: Db
  /** The same for what a change looks up or draws before its transaction: by a key, or none. */
  lookups: Reader
  readsOf: ReadsOf
  /** The database is in this process, with one connection for all. */
  isEmbedded: boolean
  replica: Replica | undefined
  images: ImageStorage
  /** One at a time for the whole service, away from what serves requests. */
  makeImage: MakeImage
  /** Makes files of lists. */
  exporter: Exporter
  /** Undefined where there is no key for secrets in the database. */
  secrets: SecretBox | undefined
  outbound: Outbound
  /** What accounts share in this process. */
  quotas: Quotas
  /** Forgets cached tokens after one was revoked. */
  forgetTokens: () => void
  /** How long members stay signed in. */
  sessionTimes: SessionTimes
  /** Counts a guess at a secret for the client's address; refuses where there were too many. */
  countFailure: ReturnType<typeof limitFailures>
  /** Counts a sign-in that is begun; refuses where there were too many. */
  countBeginning: ReturnType<typeof limitBeginnings>
  /** Counts a link to an order that is opened; refuses where there were too many. */
  countOpening: ReturnType<typeof limitOpenings>
  /** Counts a request of a token that did not come in its header; refuses where there were too many. */
  countRequest: CountRequest
}
