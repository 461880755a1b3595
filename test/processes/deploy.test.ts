import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { readConfig, settings } from '../../src/config.ts'
import { commandsOf } from './guide.ts'

// What `deploy/` says of the service is so.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')
const documents = (path: string) =>
  parseAllDocuments(read(path), { merge: true }).map((one) => {
    assert.deepEqual(one.errors, [], path)
    return one.toJS()
  })

/** Of Node.js, of PostgreSQL's image, and of the S3 client. */
const NOT_OURS = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']
const own = (names: string[]) => names.filter((name) => !NOT_OURS.includes(name))

function assertSettings(names: string[], path: string): void {
  assert.deepEqual(
    own(names).filter((name) => !(name in settings)),
    [],
    path,
  )
}

test('every variable of the compose files is a setting, and its value one that starts', () => {
  for (const path of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']) {
    const [{ services }] = documents(path)
    const { pedido, postgres } = services
    assertSettings(Object.keys({ ...pedido.environment, ...postgres?.environment }), path)
    const values = Object.entries<string>(pedido.environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{SECRET_KEY:.*/, Buffer.alloc(32).toString('base64'))
        .replace(/\$\{.*?\}/, ''),
    ])
    assert.ok(readConfig(Object.fromEntries(values)))
  }
})

test('every variable of the manifests is a setting', () => {
  const manifests = documents('deploy/kubernetes/pedido.yaml')
  assert.deepEqual(
    manifests.map(({ kind }) => kind),
    ['ConfigMap', 'Job', 'Deployment', 'PodDisruptionBudget', 'Service'],
  )
  const [config] = manifests
  assertSettings(Object.keys(config.data), 'deploy/kubernetes/pedido.yaml')
  const secrets = [...read('deploy/kubernetes/pedido.yaml').matchAll(/--from-literal=(\w+)=/g)]
  assertSettings(
    secrets.map(([, name = '']) => name),
    'the secrets',
  )
  assert.ok(readConfig({ ...config.data, S3_BUCKET: 'images' }))
})

test('all ask for the probes that there are, and give a stopping service its time', () => {
  const [, , { spec }] = documents('deploy/kubernetes/pedido.yaml')
  const { containers, terminationGracePeriodSeconds } = spec.template.spec
  const [{ startupProbe, livenessProbe, readinessProbe }] = containers
  const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)
  assert.deepEqual(paths, ['/health/live', '/health/live', '/health/ready'])
  assert.ok(terminationGracePeriodSeconds > 25)
  assert.match(read('deploy/Dockerfile'), /\/health\/live/)
  assert.match(read('deploy/systemd/pedido.service'), /TimeoutStopSec=45/)
})

test('no container may do more than it needs', () => {
  for (const path of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']) {
    const [{ services }] = documents(path)
    const { read_only, cap_drop, security_opt } = services.pedido
    const rights = [read_only, cap_drop, security_opt]
    assert.deepEqual(rights, [true, ['ALL'], ['no-new-privileges:true']], path)
  }
  const [, job, deployment] = documents('deploy/kubernetes/pedido.yaml')
  for (const { spec } of [job, deployment]) {
    const { containers, securityContext } = spec.template.spec
    assert.equal(securityContext.runAsNonRoot, true)
    assert.deepEqual(containers[0].securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  }
})

test('the guide names the files that there are', () => {
  for (const page of ['docs/production.md', 'docs/production.pt-BR.md']) {
    const named = [...read(page).matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([path]) => path)
    assert.deepEqual(
      named.filter((path) => !existsSync(`${ROOT}${path}`)),
      [],
      page,
    )
    assert.ok(named.length > 5, page)
  }
})

test('the guide has the same commands in both languages', () => {
  for (const chapter of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    const commands = commandsOf(chapter)
    assert.ok(commands.length > 0, chapter)
    assert.deepEqual(commandsOf(chapter, 'docs/production.pt-BR.md'), commands)
  }
})
