import { bulk } from './scenarios/bulk.ts'
import { codes } from './scenarios/codes.ts'
import { declared } from './scenarios/declared.ts'
import { documents } from './scenarios/documents.ts'
import { exports } from './scenarios/exports.ts'
import { besideFloor } from './scenarios/floor.ts'
import { neighbours } from './scenarios/neighbours/scenario.ts'
import { ready } from './scenarios/ready.ts'
import { replica } from './scenarios/replica.ts'
import { signIns } from './scenarios/sign-ins.ts'
import { streams } from './scenarios/streams.ts'
import { taxes } from './scenarios/taxes/scenario.ts'
import { observed } from './scenarios/telemetry/observed.ts'
import { requests } from './scenarios/telemetry/requests.ts'
import { webhooks } from './scenarios/webhooks.ts'
import { runCommand } from './support/command.ts'

await runCommand({
  typed: 'npm run bench',
  about: 'what the service costs, see docs/performance.md',
  scenarios: [
    ...[...besideFloor, ready, bulk, declared, codes, documents, exports, observed, replica, taxes],
    ...[requests, signIns, streams, webhooks, neighbours],
  ],
  usual: besideFloor.map(({ name }) => name),
})
