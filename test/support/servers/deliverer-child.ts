// A process of its own that only sends to webhooks, for test/failure/webhook-kills.test.ts. It is
// what each process of the service does beside its requests, on the database that its settings name.
import fs from 'node:fs'
import { flushCompileCache } from 'node:module'
import { readConfig } from '../../../src/config.ts'
import { connect } from '../../../src/database/connect.ts'
import { EventHub } from '../../../src/events/hub.ts'
import { startJobs } from '../../../src/jobs/job.ts'
import { openOutbound } from '../../../src/outbound/outbound.ts'
import { jobsOf } from '../../../src/processes/jobs.ts'
import { openSecretBox } from '../../../src/processes/secret-key.ts'

const print = (fields: object, text: string) => {
  fs.writeSync(2, `${text} ${String((fields as { err?: unknown }).err)}\n`)
}
const log = { info() {}, warn: print, error: print }

const config = readConfig()
const { db, sessions } = await connect(config, { info() {}, warn() {} })
const outbound = openOutbound({ allowed: config.WEBHOOK_ALLOW })
const hub = new EventHub()
const secrets = await openSecretBox(config)
const webhooks = { secrets, outbound }
startJobs(jobsOf({ config, hub, log, sessions, webhooks }), db, log)
fs.writeSync(1, 'sending\n')
// Those that are killed have no time for it at their end.
flushCompileCache()
