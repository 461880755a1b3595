import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callService } from '../support/call.ts'
import { latin1 } from '../support/files/imports.ts'
import { killRunning, pedido, run, type Service, startService } from '../support/service.ts'
import { until } from '../support/workers.ts'

// The commands as a person types them, against a running service.

let folder: string
let service: Service
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-command-'))
  service = await startService({ DATA_DIR: join(folder, 'data') })
  settings = { PEDIDO_URL: service.address, PEDIDO_TOKEN: service.token ?? '' }
})
after(async () => {
  await service.stop('SIGTERM')
  killRunning()
  await rm(folder, { recursive: true })
})

const call = (path: string, options = {}) =>
  callService(service, service.token ?? '', path, options)
const inFolder = async (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const FILE = latin1(
  'Código;Razão social;E-mail;Vendedor\n1;Açaí Ltda;a@x.example;Ana\n2;Dois;errado;Rui\n3;Três;;Ana\n',
)

test('a dry run tells what the file is and writes nothing; then it is run', async () => {
  const path = await inFolder('clientes.csv', FILE)
  const tried = await run(['import', 'customers', path, '--dry-run'], settings)
  assert.equal(tried.code, 1, tried.stderr)
  assert.match(tried.stdout, /windows-1252, “;”/)
  assert.match(tried.stdout, /B +Razão social +name +its heading/)
  assert.match(tried.stdout, /3 lines; would be 2 created, 0 changed, 0 unchanged, 1 refused/)
  assert.match(tried.stderr, /line 3, E-mail: “errado” must be an e-mail/)
  assert.match(tried.stderr, /^trying: \d+ %/m)
  const [, id] = /pedido import --run (\d+)/.exec(tried.stdout) ?? []
  assert.equal((await call('/customers')).body.pagination.total, 0)
  const written = await run(['import', '--run', id ?? ''], settings)
  assert.equal(written.code, 1)
  assert.match(written.stdout, /3 lines; 2 created, 0 changed, 0 unchanged, 1 refused/)
  assert.equal((await call('/customers')).body.pagination.total, 2)
})

test('refused lines are written to a file, and that is imported once it is right', async () => {
  const path = await inFolder('mais.csv', FILE)
  const refused = join(folder, 'recusados.csv')
  const first = await run(['import', 'customers', path, '--refused', refused], {
    ...settings,
    LANG: 'pt_BR.UTF-8',
  })
  assert.equal(first.code, 1)
  assert.match(first.stdout, /3 linhas; criados: 0, alterados: 0, iguais: 2, recusados: 1/)
  assert.match(first.stderr, /Nada é lido de: Vendedor/)
  const text = await readFile(refused, 'utf8')
  await writeFile(refused, text.replace(';errado;', ';dois@x.example;'))
  const second = await run(['import', 'customers', refused], settings)
  assert.deepEqual([second.code, second.signal], [0, null], second.stderr)
  assert.match(second.stdout, /1 line; 1 created/)
})

test('a mapping comes from a file, as text, or by name', async () => {
  const path = await inFolder('lojas.csv', 'ERP;Quem\n70;Loja')
  const mapping = await inFolder('mapa.json', '{"columns": {"ERP": "fk_id", "Quem": "name"}}')
  const byFile = await run(['import', 'customers', path, '--mapping', mapping], settings)
  assert.equal(byFile.code, 0, byFile.stderr)
  const body = { resource: 'customers', columns: { A: 'fk_id', B: 'name' } }
  await call('/import-mappings/lojas', { method: 'PUT', body })
  const byName = await run(['import', 'customers', path, '--mapping', 'lojas'], settings)
  assert.match(byName.stdout, /1 unchanged/)
  const asText = '{"columns":{"A":"fk_id","B":"phone"}}'
  const patched = await run(
    ['import', 'customers', path, '--mapping', asText, '--mode', 'patch'],
    settings,
  )
  assert.match(patched.stdout, /1 changed/)
})

test('a file without a known code shows its columns; --column says which is which', async () => {
  const path = await inFolder('tabela.csv', 'Ref loja;Mercadoria\nP-1;Café\nP-2;Chá')
  const asked = await run(['import', 'products', path], settings)
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /No column holds the code/)
  assert.match(asked.stdout, /A +Ref loja +– +P-1 \| P-2/)
  const [, id] = /pedido import --run (\d+) --column 'fk_id=Ref loja'/.exec(asked.stdout) ?? []
  const named = ['--column', 'fk_id=Ref loja', '--column', 'name=B']
  const goneOn = await run(['import', '--run', id ?? '', ...named], settings)
  assert.match(goneOn.stdout, /2 lines; 2 created/)
  const again = await run(['import', 'products', path, ...named], settings)
  assert.match(again.stdout, /2 lines; 0 created, 0 changed, 2 unchanged/)
  await call('/import-mappings/tabela', {
    method: 'PUT',
    body: { resource: 'products', columns: { B: 'name' } },
  })
  const both = ['--mapping', 'tabela', '--column', 'fk_id=A']
  assert.match((await run(['import', 'products', path, ...both], settings)).stdout, /2 unchanged/)
})

test('Ctrl-C cancels the import on the service', async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `k${i};Cliente ${i}`)
  const path = await inFolder('muitos.csv', ['Código;Nome', ...rows].join('\n'))
  const command = pedido(['import', 'customers', path], settings)
  const running = async () => (await call('/imports?state=running')).body.data
  await until(async () => (await running()).some((one: { progress: number }) => one.progress > 0))
  command.child.kill('SIGINT')
  const { code, stdout } = await command.ended
  assert.equal(code, 130)
  assert.match(stdout, /60,000|lines/)
  const { body } = await call('/imports?limit=1')
  assert.equal(body.data[0].state, 'cancelled')
  assert.ok(body.data[0].counts.created < 60_000)
})

test('what is exported can be imported again', async () => {
  const exported = await run(['export', 'customers', '--csv', 'br', '--filter', 'q=ltda'], settings)
  assert.equal(exported.code, 0, exported.stderr)
  const path = await inFolder('exportado.csv', exported.stdout)
  const again = await run(['import', 'customers', path], settings)
  assert.match(again.stdout, /1 line; 0 created, 0 changed, 1 unchanged, 0 refused/)
})

test('what can’t be done is told in a sentence, with the help where that is needed', async () => {
  const path = await inFolder('um.csv', FILE)
  const misused: [string[], Record<string, string>, RegExp][] = [
    [['import'], settings, /needs a resource and a file/],
    [['import', 'customers', path, '--mode', 'merge'], settings, /--mode takes put or patch/],
    [['import', 'customers', path, '--column', 'SKU'], settings, /--column takes a field and/],
    [['import', 'customers', path], {}, /A token is needed/],
    [['export', 'customers', '--from', '2026-01-01'], settings, /not for customers/],
  ]
  for (const [words, environment, message] of misused) {
    const { code, stderr } = await run(words, environment)
    assert.deepEqual([code, message.test(stderr)], [2, true], stderr)
  }
  const inPt = { LC_ALL: 'pt_BR.UTF-8' }
  const inPortuguese = { ...settings, ...inPt }
  const nowhere = { ...settings, PEDIDO_URL: 'http://127.0.0.1:9' }
  const failing: [string[], Record<string, string>, RegExp][] = [
    [['import', 'customers', join(folder, 'none.csv')], settings, /There is no file/],
    [['import', 'customers', path], { ...settings, PEDIDO_TOKEN: 'pdo_1_x' }, /unauthorized/],
    [
      ['export', 'customers', '--filter', 'cor=azul'],
      settings,
      /^--filter cor: is not a parameter .*\(invalid_parameter, request /,
    ],
    [
      ['export', 'orders', '--from', 'ontem', '--to', 'hoje'],
      settings,
      /^--from: must be .* such as [\d-]+, of the years 1900 to 2199\.\n--to: must be /,
    ],
    [
      ['import', 'customers', path, '--mapping', 'nenhum'],
      inPortuguese,
      /^--mapping: não indica nenhum mapeamento .*requisição /,
    ],
    [['import', 'customers', folder], settings, /is a folder: name a file in it/],
    [['import', 'customers', folder], inPortuguese, /é uma pasta: indique um arquivo dela/],
    [['export', 'customers', '--filter', 'cor=azul'], inPortuguese, /não é um parâmetro daqui/],
    [['export', 'orders'], nowhere, /http:\/\/127\.0\.0\.1:9 does not answer: .*PEDIDO_URL/],
    [
      ['import', 'customers', path],
      { ...nowhere, ...inPt },
      /http:\/\/127\.0\.0\.1:9 não responde/,
    ],
  ]
  for (const [words, environment, message] of failing) {
    const { code, stderr } = await run(words, environment)
    assert.deepEqual([code, message.test(stderr)], [1, true], stderr)
  }
})
