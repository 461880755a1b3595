import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'
import {
  connectionTaken,
  eventsPlaced,
  jobRan,
  logLinesLost,
  requestAnswered,
  requestsLost,
  statementRan,
  webhookAttempted,
} from '../../base/telemetry/topics.ts'

// What the service does, counted as it does it. Labels have few values, however many accounts there are.

/** Seconds. */
const OF_REQUESTS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** There are hundreds of statements, each with a series a bucket. */
const OF_STATEMENTS = [0.001, 0.01, 0.1, 1, 10]
const OF_WAITS = [0.001, 0.01, 0.1, 1, 5]
const OF_JOBS = [0.01, 0.1, 1, 10, 60]
const OF_ATTEMPTS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/**
 * Counts from now on. The function it returns ends it.
 * @param nameOf the name of a statement by its text
 */
export function countWork(registry: Registry, nameOf: (text: string) => string): () => void {
  const ends = [
    countRequests([registry]),
    countStatements([registry], nameOf),
    countConnections([registry]),
    countEvents([registry]),
    countAttempts([registry]),
    countJobs([registry]),
    countLostLines(registry),
    countLostRequests(registry),
  ]
  return () => {
    for (const end of ends) end()
  }
}

type Registers = Registry[]

function countRequests(registers: Registers) {
  const duration = new Histogram({
    name: 'pedido_http_request_duration_seconds',
    help: 'Requests that were answered, until the answer was written. Some addresses wait for events.',
    labelNames: ['method', 'route', 'status'],
    buckets: OF_REQUESTS,
    registers,
  })
  return requestAnswered.listen(({ method, route, status, ms }) => {
    duration.observe({ method, route, status }, ms / 1000)
  })
}

function countStatements(registers: Registers, nameOf: (text: string) => string) {
  const labelNames = ['statement'] as const
  const duration = new Histogram({
    name: 'pedido_statement_duration_seconds',
    help: 'Statements to PostgreSQL, from the sending to the answer.',
    labelNames,
    buckets: OF_STATEMENTS,
    registers,
  })
  const rowsOf = new Counter({
    name: 'pedido_statement_rows_total',
    help: 'Rows that statements gave or wrote.',
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: 'pedido_statement_failures_total',
    help: 'Statements that failed, those included that are run again.',
    labelNames,
    registers,
  })
  return statementRan.listen(({ text, ms, rows, hasFailed }) => {
    const labels = { statement: nameOf(text) }
    duration.observe(labels, ms / 1000)
    if (rows > 0) rowsOf.inc(labels, rows)
    if (hasFailed) failures.inc(labels)
  })
}

function countConnections(registers: Registers) {
  const waits = new Histogram({
    name: 'pedido_pool_wait_seconds',
    help: 'Waiting for a connection of the pool, until it was there or the time was over.',
    buckets: OF_WAITS,
    registers,
  })
  const timeouts = new Counter({
    name: 'pedido_pool_timeouts_total',
    help: 'Connections of the pool that were not there in time, or not to be had.',
    registers,
  })
  return connectionTaken.listen(({ ms, wasInTime }) => {
    waits.observe(ms / 1000)
    if (!wasInTime) timeouts.inc()
  })
}

function countEvents(registers: Registers) {
  const events = new Counter({
    name: 'pedido_events_total',
    help: 'Changes that were committed and have their place in the feed, such as order.created.',
    labelNames: ['type'],
    registers,
  })
  return eventsPlaced.listen((types) => {
    for (const { type, count } of types) events.inc({ type }, count)
  })
}

function countAttempts(registers: Registers) {
  const duration = new Histogram({
    name: 'pedido_webhook_attempt_duration_seconds',
    help: 'Attempts to send an event to a webhook, by what came of it.',
    labelNames: ['outcome'],
    buckets: OF_ATTEMPTS,
    registers,
  })
  return webhookAttempted.listen(({ outcome, ms }) => duration.observe({ outcome }, ms / 1000))
}

function countJobs(registers: Registers) {
  const labelNames = ['job_name'] as const
  const duration = new Histogram({
    name: 'pedido_job_duration_seconds',
    help: 'Runs of the jobs in the background.',
    labelNames,
    buckets: OF_JOBS,
    registers,
  })
  const failures = new Counter({
    name: 'pedido_job_failures_total',
    help: 'Runs of jobs that failed; each runs again.',
    labelNames,
    registers,
  })
  const succeeded = new Gauge({
    name: 'pedido_job_last_success_timestamp_seconds',
    help: 'When a job last came to its end.',
    labelNames,
    aggregator: 'max',
    registers,
  })
  return jobRan.listen(({ job: job_name, ms, hasFailed }) => {
    duration.observe({ job_name }, ms / 1000)
    if (hasFailed) failures.inc({ job_name })
    else succeeded.set({ job_name }, Date.now() / 1000)
  })
}

/** Counts lines of the log that nobody took. */
export function countLostLines(registry: Registry): () => void {
  const lost = new Counter({
    name: 'pedido_log_lines_lost_total',
    help: 'Lines of the log that were lost, as nobody took them.',
    registers: [registry],
  })
  return logLinesLost.listen(({ count }) => lost.inc(count))
}

/** Counts requests that `GET /requests` lacks. */
function countLostRequests(registry: Registry): () => void {
  const lost = new Counter({
    name: 'pedido_requests_not_kept_total',
    help: 'Requests that GET /requests lacks, as too many waited to be written.',
    registers: [registry],
  })
  return requestsLost.listen(({ count }) => lost.inc(count))
}
