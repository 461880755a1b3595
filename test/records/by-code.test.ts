import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { type Kind, kinds } from '../support/records/records.ts'

// PATCH and DELETE of records by their own codes: as by their ids.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)

async function create(path: string, body: object) {
  const answer = await send('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return { ...answer.body.data, etag: String(answer.headers['etag']) }
}

/** A code that needs every kind of encoding, and is another record's id. */
const codeOf = (name: string, id: number) => `${name}/${id} á?`

for (const kind of kinds) {
  describe(`${kind.path}/fk_id/{fk_id}`, () => {
    test('changes and deletes what it reads', () => changes(kind))
    test('is one record’s at a time, with its preconditions', () => isGuarded(kind))
  })
}

async function changes({ path, singular, written, returned }: Kind): Promise<void> {
  const other = await create(path, { name: 'Other' })
  const fk_id = codeOf('change', other.id)
  const { id } = await create(path, { name: 'One', fk_id })
  const at = `${path}/fk_id/${encodeURIComponent(fk_id)}`
  const changed = await send('PATCH', at, { body: { name: 'Two', ...written } })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.body.message, 'Resource updated successfully')
  for (const [name, value] of Object.entries({ id, name: 'Two', fk_id, ...returned })) {
    assert.deepEqual(changed.body.data[name], value, name)
  }
  const read = await send('GET', `${path}/${id}`)
  assert.deepEqual(read.body.data, changed.body.data)
  assert.equal(read.headers['etag'], changed.headers['etag'])

  const recoded = await send('PATCH', at, { body: { fk_id: `${fk_id}!` } })
  assert.equal(recoded.body.data.fk_id, `${fk_id}!`)
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: { name: 'Three' } } : {}
    const unknown = await send(method, at, body)
    assert.equal(unknown.status, 404, method)
    assert.equal(unknown.body.detail, `${singular} with fk_id "${fk_id}" does not exist.`)
  }
  const gone = await send('DELETE', `${path}/fk_id/${encodeURIComponent(`${fk_id}!`)}`)
  assert.deepEqual([gone.status, gone.body.deletedId], [200, id])
  assert.equal((await send('GET', `${path}/${id}`)).status, 404)
  assert.equal((await send('GET', `${path}/${other.id}`)).status, 200)
}

async function isGuarded({ path }: Kind): Promise<void> {
  const taken = codeOf('taken', 1)
  const fk_id = codeOf('guard', 1)
  const first = await create(path, { name: 'First', fk_id: taken })
  const { etag, id } = await create(path, { name: 'Second', fk_id })
  const at = `${path}/fk_id/${encodeURIComponent(fk_id)}`
  const duplicate = await send('PATCH', at, { body: { fk_id: taken } })
  assert.deepEqual(
    [duplicate.status, duplicate.body.code, duplicate.body.existing_id],
    [409, 'duplicate_fk_id', first.id],
  )
  const changed = await send('PATCH', at, { body: { name: 'A' }, headers: { 'if-match': etag } })
  assert.equal(changed.status, 200)
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: { name: 'Late' } } : {}
    const late = await send(method, at, { ...body, headers: { 'if-match': etag } })
    assert.deepEqual([late.status, late.headers['etag']], [412, changed.headers['etag']])
  }
  const headers = { 'idempotency-key': `delete-${path}` }
  const gone = await send('DELETE', at, { headers })
  assert.equal(gone.body.deletedId, id)
  await create(path, { name: 'Third', fk_id })
  const again = await send('DELETE', at, { headers })
  assert.deepEqual([again.headers['idempotency-replayed'], again.body.deletedId], ['true', id])
  assert.equal((await send('GET', at)).body.data.name, 'Third')
}

test('a record in use is not deleted by its code, and the answer says by what', async () => {
  const customer = await create('/customers', { name: 'Used', fk_id: 'used' })
  await create('/customers/used/address', {})
  await create('/orders', { id_customer: customer.id })
  const { status, body } = await send('DELETE', '/customers/fk_id/used')
  assert.deepEqual([status, body.code], [409, 'record_in_use'])
  assert.equal(body.detail, `Customer ${customer.id} is used by orders and addresses.`)
  assert.deepEqual(body.used_by, ['orders', 'addresses'])
  const initial = await send('DELETE', '/order-statuses/fk_id/draft')
  assert.deepEqual([initial.status, initial.body.code], [409, 'record_in_use'])
})

test('two that delete by code meet: one does, the other finds nothing', async () => {
  await create('/quotations', { name: 'Q', fk_id: 'race' })
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => send('DELETE', '/quotations/fk_id/race')),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
})
