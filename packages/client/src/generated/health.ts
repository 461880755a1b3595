// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'
import type { Meta } from './orders-3.ts'

export interface HealthResource {
  /** Whether the process runs. It looks at nothing else: restart the process when this fails. */ live(options?: Options): Call<Liveness>
  /** Whether requests can be served. It also asks the database, and whether it takes changes: send no requests while this fails. On a Citus cluster it asks the nodes every five seconds at most, and fails if it reaches none. */ ready(options?: Options): Call<Readiness>
}

export interface Liveness {
  status: "ok"
  /** The version of the program; `meta.version` is the interface’s. */ release_id: string
  meta: Meta
}

export interface Readiness {
  /** `degraded`: some nodes of the database’s cluster can’t be reached. Requests of the accounts that they hold get 503, those of all others are served. */ status: "ok" | "degraded"
  /** The nodes that hold accounts, where the database is a Citus cluster. */ nodes?: { /** How many there are. */ total: number; /** How many the coordinator reaches; null: not known in time. */ reachable: number | null }
  /** Where reads may go to a replica: `used`, or why it is not. */ replica?: "used" | "unreachable" | "behind" | "not_a_replica" | "other_timeline" | "other_schema" | "other_database"
  /** The version of the program; `meta.version` is the interface’s. */ release_id: string
  meta: Meta
}
