import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

// What an invoice says of who sells, and lists of rows that hold from a day on.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

/** What is wrong with the body of a request that is refused. */
async function errorsOf(method: string, path: string, body: object): Promise<string[][]> {
  const answer = await server.send(method, path, { body })
  assert.equal(answer.status, 422, answer.text)
  return answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ])
}

const normal = { since: '2026-01-01', crt: 3, ibs_cbs_regime: 'regular' }
const simples = { since: '2024-01-01', crt: 1, ibs_cbs_regime: 'single' }

test('regimes are in the order of their days, of which none stands twice', async () => {
  const branch = { name: 'Filial', fk_id: 'F', regimes: [normal, simples] }
  const made = await data(server, 'POST', '/branch-companies', branch)
  assert.deepEqual(made.regimes, [simples, normal])
  const one = `/branch-companies/${made.id}`
  assert.deepEqual(await errorsOf('PATCH', one, { regimes: [normal, { ...normal, crt: 1 }] }), [
    ['/regimes/1/since', 'unique_items'],
  ])
  assert.deepEqual(
    await errorsOf('PATCH', one, {
      regimes: [{ since: '2026-02-30', crt: 5, ibs_cbs_regime: 'none' }, { since: '2026-01-01' }],
    }),
    [
      ['/regimes/0/since', 'format'],
      ['/regimes/0/crt', 'enum'],
      ['/regimes/0/crt', 'maximum'],
      ['/regimes/0/ibs_cbs_regime', 'enum'],
      ['/regimes/1/crt', 'required'],
      ['/regimes/1/ibs_cbs_regime', 'required'],
    ],
  )
  const rates = { simples_credit_rates: [{ since: '2024-01-01', rate: 1.25 }] }
  const changed = await data(server, 'PATCH', one, rates)
  assert.deepEqual(
    [changed.regimes, changed.simples_credit_rates],
    [[simples, normal], rates.simples_credit_rates],
  )
  assert.deepEqual((await data(server, 'PATCH', one, { regimes: null })).regimes, [])
})

test('a branch’s municipality is one of its state', async () => {
  const path = '/branch-companies'
  const place = { name: 'x', state: 'MG', ibge: '3550308' }
  assert.deepEqual(await errorsOf('POST', path, place), [['/ibge', 'address_contradiction']])
  assert.deepEqual(await errorsOf('POST', path, { name: 'x', state: 'XX' }), [
    ['/state', 'pattern'],
  ])
  const st_registrations = [
    { state: 'MG', ie: '1234567' },
    { state: 'MG', ie: '7654321' },
  ]
  assert.deepEqual(await errorsOf('POST', path, { name: 'x', st_registrations }), [
    ['/st_registrations/1/state', 'unique_items'],
  ])
})

test('codes of freight and payment have their form', async () => {
  assert.deepEqual(await errorsOf('POST', '/payment-methods', { name: 'x', code: '1' }), [
    ['/code', 'pattern'],
  ])
  assert.deepEqual(await errorsOf('POST', '/freight-types', { name: 'x', mode: 5 }), [
    ['/mode', 'enum'],
  ])
})

test('a file brings lists of rows as an export has them', async () => {
  const cell = JSON.stringify(JSON.stringify([normal])).replaceAll('\\"', '""')
  const file = `Código;Nome;UF;Regimes tributários\nR1;Filial 1;sp;${cell}\nR2;Filial 2;SP;nenhum\n`
  const { done } = await bringIn(server, importer, 'branch-companies', file)
  const made = await data(server, 'GET', '/branch-companies/fk_id/R1')
  assert.deepEqual([made.state, made.regimes], ['SP', [normal]])
  assert.deepEqual(
    done.first_faults.map(({ line, field }: { line: number; field: string }) => [line, field]),
    [[3, 'regimes']],
  )
})

test('an operation is called as an invoice calls it, and has CFOPs', async () => {
  const wrong = { name: 'x'.repeat(61), kind: 'gift', purpose: 7, cfop_inside: '8102' }
  assert.deepEqual(await errorsOf('POST', '/operations', wrong), [
    ['/name', 'max_length'],
    ['/kind', 'enum'],
    ['/purpose', 'enum'],
    ['/purpose', 'maximum'],
    ['/cfop_inside', 'pattern'],
  ])
  const file =
    'Código;Natureza da operação;Tipo;Gera cobrança;CFOP no estado\nBON;Bonificação;Bonificação;Não;5.910\n'
  await bringIn(server, importer, 'operations', file)
  const made = await data(server, 'GET', '/operations/fk_id/BON')
  assert.deepEqual(
    [made.name, made.kind, made.payable, made.purpose, made.cfop_inside],
    ['Bonificação', 'bonus', false, 1, '5910'],
  )
})
