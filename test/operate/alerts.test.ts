import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { killRunning } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'

// The dashboard, the alerts and the runbook speak of what the service tells, and of each other.

after(() => killRunning())

const text = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook: string }
}

const { groups } = parse(await text('deploy/prometheus/alerts.yml')) as {
  groups: { rules: Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  title: string
  targets?: { expr: string }[]
}

const dashboard = JSON.parse(await text('deploy/grafana/pedido.json')) as { panels: Panel[] }
const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('each alert has a section in both runbooks, and each section an alert', async () => {
  const names = rules.map(({ alert }) => alert)
  for (const path of ['docs/runbook.md', 'docs/runbook.pt-BR.md']) {
    const sections = Array.from((await text(path)).matchAll(/^## (.+)$/gm), ([, name]) => name)
    assert.deepEqual(sections, names, path)
  }
  for (const { alert, annotations } of rules) {
    assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`)
    assert.ok(annotations.summary.length > 0)
  }
})

/** Metrics of what not every service has. */
const ELSEWHERE: Record<string, RegExp> = {
  embedded: /^pedido_(workers|replica)_/,
  server: /^pedido_embedded_/,
}

test('what the dashboard, the alerts and the documents name is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-alerts-'))
  const { service, settings, close } = await startOnAny(
    { DATA_DIR: folder, METRICS_PORT: '0', BACKUP_DIR: join(folder, 'backups') },
    // A server that is no replica is one that is not used.
    ({ url, isCluster }) => ({
      WORKERS: '2',
      ...(isCluster ? {} : { DATABASE_READ_URL: url }),
    }),
  )
  const [, address = ''] = await service.printed(/"metrics":"([^"]+)"/)
  const answer = await (await fetch(address)).text()
  await close()
  await rm(folder, { recursive: true, force: true })
  const told = new Set(
    Array.from(answer.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ).flat(),
  )
  const documents = await Promise.all(
    ['docs/runbook.md', 'docs/runbook.pt-BR.md', 'docs/operations.md'].map(text),
  )
  const named = [...asked, ...rules.map(({ expr }) => expr), ...documents].flatMap((one) =>
    Array.from(one.matchAll(/\b(?:pedido|process|nodejs)_[a-z0-9_]+\b/g), ([name]) => name),
  )
  const isOnServer = settings['DATABASE_URL'] !== undefined
  const elsewhere = ELSEWHERE[isOnServer ? 'server' : 'embedded'] ?? /^$/
  const noReplica = settings['DATABASE_READ_URL'] === undefined ? /^pedido_replica_/ : /^$/
  const unknown = [...new Set(named)].filter(
    (name) => !told.has(name) && !elsewhere.test(name) && !noReplica.test(name),
  )
  // Cookies and headers of other chapters.
  assert.deepEqual(
    unknown.filter((name) => !/^pedido_(session|key)/.test(name)),
    [],
  )
  assert.ok(asked.length > 30)
})
