import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { readConfig, settings } from '../../src/config.ts'
import { PROXY_DELAY_MS } from '../../src/processes/serve.ts'
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

test('every variable of the manifests is a setting, and each container gets those that it starts with', () => {
  const manifests = documents('deploy/kubernetes/pedido.yaml')
  assert.deepEqual(
    manifests.map(({ kind }) => kind),
    ['ConfigMap', 'Job', 'Deployment', 'PodDisruptionBudget', 'Service'],
  )
  const [config, job, deployment] = manifests
  assertSettings(Object.keys(config.data), 'deploy/kubernetes/pedido.yaml')
  const secrets = secretsOfManifest()
  for (const { spec } of [job, deployment]) {
    const { envFrom } = spec.template.spec.containers[0]
    const given = envFrom.map((from: Record<string, { name: string }>) =>
      from['configMapRef'] ? config.data : secrets[from['secretRef']?.name ?? ''],
    )
    assert.ok(readConfig(Object.assign({}, ...given)).DATABASE_URL)
  }
})

/** What the comments at its head have made, with values that could be. */
function secretsOfManifest(): Record<string, Record<string, string>> {
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://pedido:secret@db/pedido',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
  }
  const text = read('deploy/kubernetes/pedido.yaml').replaceAll(/\\\n#/g, '')
  const made = [...text.matchAll(/create secret generic (\S+) (.*)/g)]
  return Object.fromEntries(
    made.map(([, name = '', literals = '']) => {
      const names = [...literals.matchAll(/--from-literal=(\w+)=/g)].map(([, one = '']) => one)
      assertSettings(names, `the secret ${name}`)
      return [name, Object.fromEntries(names.map((one) => [one, values[one] ?? 'x']))]
    }),
  )
}

test('what a container writes to is a volume that its user owns', () => {
  const dockerfile = read('deploy/Dockerfile')
  const [, user] = /^USER (\S+)/m.exec(dockerfile) ?? []
  const [, owner, group, made = ''] =
    /install -d -o (\d+) -g (\d+) -m 0700 (.*)/.exec(dockerfile) ?? []
  assert.equal(user, `${owner}:${group}`)
  const owned = made.split(' ').map((path) => path.replace(/^\/image/, ''))
  const [, DATA_DIR = ''] = /DATA_DIR=(\S+)/.exec(dockerfile) ?? []
  for (const path of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']) {
    const [{ services }] = documents(path)
    const { environment, volumes } = services.pedido
    const mounted = volumes.map((one: string) => one.split(':')[1])
    for (const folder of [DATA_DIR, environment['BACKUP_DIR']]) {
      assert.ok(owned.includes(folder), `${folder} of ${path} would be root's`)
      assert.ok(mounted.includes(folder), `${folder} of ${path} is gone with the container`)
    }
  }
})

test('compose shows metrics to the machine alone, and no log grows for ever', () => {
  for (const path of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']) {
    const [{ services }] = documents(path)
    const { METRICS_PORT, METRICS_HOST } = services.pedido.environment
    assert.equal(METRICS_HOST, '0.0.0.0')
    assert.ok(services.pedido.ports.includes(`127.0.0.1:${METRICS_PORT}:${METRICS_PORT}`), path)
    for (const { logging } of Object.values<{ logging: { options: object } }>(services))
      assert.deepEqual(logging.options, { 'max-size': '10m', 'max-file': '5' }, path)
  }
})

test('proxies let go of connections before the service does', () => {
  const { KEEP_ALIVE_TIMEOUT_MS } = readConfig({})
  const [, nginx] = /keepalive_timeout (\d+)s/.exec(read('deploy/proxy/nginx.conf')) ?? []
  const [, caddy] = /keepalive (\d+)s/.exec(read('deploy/proxy/Caddyfile')) ?? []
  for (const seconds of [nginx, caddy]) {
    assert.ok(Number(seconds) * 1000 < Math.min(KEEP_ALIVE_TIMEOUT_MS, PROXY_DELAY_MS))
  }
})

test('the socket of systemd is where proxies look for the service', () => {
  const [, socket = ''] = /ListenStream=(\S+)/.exec(read('deploy/systemd/pedido.socket')) ?? []
  for (const path of ['nginx.conf', 'Caddyfile'])
    assert.ok(read(`deploy/proxy/${path}`).includes(socket), path)
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
