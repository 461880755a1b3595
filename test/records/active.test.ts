import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data, succeed } from '../support/orders.ts'
import { anonymised } from '../support/privacy/person.ts'

// Customers that no longer buy and products that are no longer sold stay, and say so.

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

const idsOf = async (path: string) =>
  (await data(server, 'GET', path)).map(({ id }: { id: number }) => id)

async function bulk(kind: string, mode: string, records: object[]) {
  const headers = { 'content-type': 'application/x-ndjson' }
  const body = records.map((one) => JSON.stringify(one)).join('\n')
  const answer = await server.send('POST', `/bulk/${kind}?mode=${mode}`, { headers, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.map(({ status }: { status: string }) => status)
}

for (const kind of ['customers', 'products']) {
  describe(kind, () => {
    test('are active unless somebody says otherwise, and null says nothing', async () => {
      const made = await data(server, 'POST', `/${kind}`, { name: 'Novo' })
      assert.equal(made.active, true)
      const path = `/${kind}/${made.id}`
      assert.equal((await data(server, 'PATCH', path, { active: false })).active, false)
      assert.equal((await data(server, 'PATCH', path, { name: 'Outro' })).active, false)
      assert.equal((await data(server, 'PATCH', path, { active: null })).active, true)
      const other = await data(server, 'POST', `/${kind}`, { name: 'Velho', active: false })
      assert.equal(other.active, false)
      const refused = await server.send('PATCH', path, { body: { active: 'não' } })
      assert.equal(refused.status, 422)
      assert.equal(refused.body.errors[0].pointer, '/active')
    })

    test('lists choose by it, and a search finds both', async () => {
      const word = `Quixote${kind}`
      const one = await data(server, 'POST', `/${kind}`, { name: `${word} 1` })
      const two = await data(server, 'POST', `/${kind}`, { name: `${word} 2`, active: false })
      assert.deepEqual(await idsOf(`/${kind}?q=${word}&sort=id`), [one.id, two.id])
      assert.deepEqual(await idsOf(`/${kind}?q=${word}&active=true`), [one.id])
      assert.deepEqual(await idsOf(`/${kind}?q=${word}&active=false`), [two.id])
      assert.equal((await server.send('GET', `/${kind}?active=sim`)).status, 400)
    })

    test('a system that does not know it leaves it as it is', async () => {
      const code = `sem-${kind}`
      const path = `/${kind}/fk_id/${code}`
      await data(server, 'PUT', path, { name: 'Um', active: false })
      assert.equal((await data(server, 'PUT', path, { name: 'Dois' })).active, false)
      const fresh = `novo-${kind}`
      const records = [
        { fk_id: code, name: 'Três' },
        { fk_id: fresh, name: 'Novo' },
        { fk_id: `${fresh}-2`, name: 'Novo', active: false },
      ]
      assert.deepEqual(await bulk(kind, 'put', records), ['updated', 'created', 'created'])
      assert.equal((await data(server, 'GET', path)).active, false)
      assert.equal((await data(server, 'GET', `/${kind}/fk_id/${fresh}`)).active, true)
      assert.equal((await data(server, 'GET', `/${kind}/fk_id/${fresh}-2`)).active, false)
      assert.deepEqual(await bulk(kind, 'put', records), Array(3).fill('unchanged'))
      await bulk(kind, 'patch', [{ fk_id: fresh, active: false }])
      assert.equal((await data(server, 'GET', `/${kind}/fk_id/${fresh}`)).active, false)
      await bulk(kind, 'put', [{ fk_id: fresh, name: 'Novo', active: true }])
      assert.equal((await data(server, 'GET', `/${kind}/fk_id/${fresh}`)).active, true)
    })

    test('files bring and take it, in the words that they have for it', async () => {
      const code = (n: number) => `arq-${kind}-${n}`
      const file = `Código;Nome;Situação\n${code(1)};A;Inativo\n${code(2)};B;Ativo\n${code(3)};C;não\n`
      const { done } = await bringIn(server, importer, kind, file)
      assert.equal(done.counts.created, 3, JSON.stringify(done))
      const said = async () =>
        Promise.all(
          [1, 2, 3].map(
            async (n) => (await data(server, 'GET', `/${kind}/fk_id/${code(n)}`)).active,
          ),
        )
      assert.deepEqual(await said(), [false, true, false])
      await bringIn(server, importer, kind, `Código;Ativo\n${code(1)};sim\n${code(2)};não\n`)
      assert.deepEqual(await said(), [true, false, false])
      const exported = await succeed(
        server,
        'GET',
        `/${kind}?format=csv&csv=br&language=pt-BR&q=arq`,
      )
      const [head = '', ...rows] = exported.text.trim().split(/\r?\n/)
      const at = head.split(';').findIndex((one) => one.includes('Ativo'))
      assert.deepEqual(rows.map((row) => row.split(';')[at]).sort(), ['Não', 'Não', 'Sim'])
    })

    test('are deleted as others are', async () => {
      const { id } = await data(server, 'POST', `/${kind}`, { name: 'Some' })
      await succeed(server, 'DELETE', `/${kind}/${id}`)
      assert.equal((await server.send('GET', `/${kind}/${id}`)).status, 404)
    })
  })
}

test('orders of inactive customers and products are taken, read and changed', async () => {
  const { id: id_customer } = await data(server, 'POST', '/customers', { name: 'P', active: false })
  const product = { name: 'F', price: 3, active: false }
  const { id: id_item } = await data(server, 'POST', '/products', product)
  const items = [{ id_item, quantity: 2 }]
  const order = await data(server, 'POST', '/orders', { id_customer, items })
  assert.equal(order.total_value, 6)
  const more = { body: { id_item, quantity: 1 } }
  assert.equal((await server.send('POST', `/orders/${order.id}/items`, more)).status, 201)
  assert.equal((await data(server, 'GET', `/orders/${order.id}`)).items.length, 2)
})

test('an anonymised customer is inactive, and stays so', async () => {
  const { id } = await data(server, 'POST', '/customers', { name: 'Pessoa' })
  await anonymised(server, id)
  assert.equal((await data(server, 'GET', `/customers/${id}`)).active, false)
  const back = await server.send('PATCH', `/customers/${id}`, { body: { active: true } })
  assert.equal(back.status, 409)
  assert.equal(back.body.code, 'customer_anonymised')
})
