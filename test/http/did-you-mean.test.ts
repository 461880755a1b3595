import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { readOperations } from '../support/house/operations.ts'

// What is not known is told with what was probably meant.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

async function detailsOf(path: string, body?: unknown, language = 'en'): Promise<string[]> {
  const headers = { 'accept-language': language }
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await server.send(method, path, { body, headers })
  assert.equal(answer.status, body === undefined ? 400 : 422)
  return answer.body.errors.map(({ detail }: { detail: string }) => detail)
}

test('an unknown parameter is told with the nearest one', async () => {
  const near = (name: string) => `is not a parameter here. Did you mean ${name}?`
  for (const [sent, meant] of [
    ['id_custmer=1', 'id_customer'],
    ['idCustomer=1', 'id_customer'],
    ['limt=5', 'limit'],
    ['sotr=id', 'sort'],
  ] as const) {
    assert.deepEqual(await detailsOf(`/orders?${sent}`), [near(meant)])
  }
  assert.deepEqual(await detailsOf('/orders?limt=5', undefined, 'pt-BR'), [
    'não é um parâmetro daqui. Você quis dizer limit?',
  ])
  const [far, second, third] = await detailsOf('/orders?nothing_like_it=1&limt=1&other_thing=2')
  assert.match(far ?? '', /^is not a parameter here\. Known: /)
  assert.equal(second, near('limit'))
  assert.equal(third, 'is not a parameter here.')
})

test('every read of a token refuses a parameter that it does not have', async () => {
  const reads = (await readOperations(server)).filter(
    ({ method, needs }) => method === 'GET' && needs !== 'public' && needs !== 'session',
  )
  assert.ok(reads.length > 100)
  for (const { template, path } of reads) {
    const { status, body } = await server.send(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}no_such=1`,
    )
    const [error] = body.errors ?? []
    assert.deepEqual(
      [status, error?.parameter, error?.code],
      [400, 'no_such', 'unknown_parameter'],
      template,
    )
  }
})

test('brackets of a list are told how the list is written', async () => {
  const [commas] = await detailsOf('/orders?status[]=1&status[]=2')
  assert.equal(
    commas,
    'is written without brackets: status=a,b with commas, or status several times.',
  )
  assert.deepEqual(await detailsOf('/orders?status%5B0%5D=1'), [commas])
  assert.deepEqual(await detailsOf('/orders?limit[]=1'), ['is written without brackets, as limit.'])
  assert.deepEqual(await detailsOf('/orders?status[]=1', undefined, 'pt-BR'), [
    'se escreve sem colchetes: status=a,b com vírgulas, ou status várias vezes.',
  ])
})

test('an unknown property, or a code that there is not, too', async () => {
  const [property] = await detailsOf('/customers', { name: 'a', emial: 'a@b.example' })
  assert.match(property ?? '', /^is not a known property here\. Did you mean email\? Known: /)
  const [far] = await detailsOf('/customers', { name: 'a', colour: 'red' })
  assert.match(far ?? '', /^is not a known property here\. Known: /)
  const product = { name: 'a', type: 'servce' }
  const [code] = await detailsOf('/products', product)
  assert.equal(code, 'must be one of "product", "service", null. Did you mean "service"?')
  const [portuguese] = await detailsOf('/products', product, 'pt-BR')
  assert.match(portuguese ?? '', /Você quis dizer "service"\?$/)
})
