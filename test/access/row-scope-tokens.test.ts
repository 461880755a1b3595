import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../harness.ts'
import { data, problemOf } from '../support/orders.ts'
import { type Restricted, type Seen, startRestricted } from '../support/restricted.ts'

// Who makes tokens that are restricted to orders of sellers and branches, and of which.

const NEVER = 8_999_999_999_999_999

let all: Restricted
before(async () => {
  all = await startRestricted()
})
after(() => all.server.close())

/** Another token; `only` as it is sent, undefined: not at all. */
function make(only: unknown, token = all.server.token): Promise<Answer> {
  const body = { name: 'made', scopes: ['orders:read'], ...(only === undefined ? {} : { only }) }
  return all.server.send('POST', '/tokens', { body, token })
}

const faults = (...places: string[]) => [422, 'validation_failed', places]

test('a restricted token makes none that sees more', async () => {
  const [ana, bia] = all.users
  const [north, south] = all.branches
  const [one, branch, several, both] = all.tokens as [Seen, Seen, Seen, Seen]
  const wider: [Seen, unknown[]][] = [
    [
      one,
      [
        { id_user: [bia] },
        { id_user: [ana, bia] },
        { id_user: null },
        { id_branch_company: [north] },
        { id_user: [NEVER] },
        { id_user: [bia], id_branch_company: [north] },
      ],
    ],
    [branch, [{ id_user: [ana] }, { id_branch_company: [north, south] }]],
    [several, [{ id_user: [ana, bia, NEVER] }, { id_branch_company: [north] }]],
    [both, [{ id_user: [ana] }, { id_branch_company: [north] }, { id_user: [ana, bia] }]],
  ]
  for (const [{ name, token, only }, wanted] of wider) {
    // Not to say whose orders is to ask for all.
    for (const sent of [undefined, null, {}, ...wanted]) {
      const what = `${name}: ${JSON.stringify(sent)}`
      const refused = await make(sent, token)
      assert.deepEqual(problemOf(refused), faults('/only outside_restriction'), what)
      for (const ids of Object.values(only)) {
        assert.ok(refused.body.errors[0].detail.includes(`[${ids.join(', ')}]`), refused.text)
      }
    }
  }
  const fits: [Seen, object][] = [
    [one, { id_user: [ana] }],
    [one, { id_user: [ana], id_branch_company: [south] }],
    [branch, { id_branch_company: [north], id_user: [bia] }],
    [several, { id_user: [bia] }],
    [several, { id_user: [bia, ana] }],
    [both, { id_user: [ana], id_branch_company: [north] }],
  ]
  for (const [{ name, token }, only] of fits) {
    const made = await make(only, token)
    assert.equal(made.status, 201, `${name}: ${JSON.stringify(only)} ${made.text}`)
    assert.deepEqual(made.body.data.only, { id_user: null, id_branch_company: null, ...only })
  }
})

test('what a restricted token makes sees no more, and is shown with its restriction', async () => {
  const { server, users, branches, orders, tokens } = all
  const only = { id_user: [users[1]], id_branch_company: [branches[0]] }
  const made = (await make(only, tokens[2]?.token)).body.data
  const listed = await data(server, 'GET', '/orders?limit=100', undefined, { token: made.token })
  const own = orders.filter(
    ({ user, branch_company }) => user?.id === users[1] && branch_company?.id === branches[0],
  )
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    own.map(({ id }) => id),
  )
  assert.deepEqual((await data(server, 'GET', `/tokens/${made.id}`)).only, only)
  for (const all of [null, {}, { id_user: null }, { id_user: null, id_branch_company: null }]) {
    assert.equal((await make(all)).body.data.only, null, JSON.stringify(all))
  }
})

test('sellers and branches that there are not are named, each in its place', async () => {
  const { server, users, branches, records } = all
  const other = await server.newAccount('Of others')
  const foreign = await data(server, 'POST', '/users', { name: 'Rui' }, { token: other.token })
  const unknown = await make({
    id_user: [users[0], NEVER, foreign.id],
    // Another kind of record is none.
    id_branch_company: [records.customer, branches[0]],
  })
  assert.deepEqual(
    problemOf(unknown),
    faults(
      '/only/id_branch_company/0 unknown_reference',
      '/only/id_user/1 unknown_reference',
      '/only/id_user/2 unknown_reference',
    ),
  )
  assert.match(unknown.text, new RegExp(String(NEVER)))
  const wrong: [unknown, string][] = [
    [{ id_user: [] }, '/only/id_user'],
    [{ id_user: [1, 1] }, '/only/id_user'],
    [{ id_user: 1 }, '/only/id_user'],
    [{ id_user: ['x'] }, '/only/id_user/0'],
    [
      { id_branch_company: Array.from({ length: 101 }, (_, i) => i + 1) },
      '/only/id_branch_company',
    ],
    [{ id_seller: [1] }, '/only/id_seller'],
    [[], '/only'],
  ]
  for (const [only, pointer] of wrong) {
    const { status, body } = await make(only)
    assert.deepEqual([status, body.errors?.[0].pointer], [422, pointer], JSON.stringify(only))
  }
})

test('the last token that manages all tokens stays, though restricted ones manage theirs', async () => {
  const { server } = all
  const { token } = await server.newAccount('Last of all')
  const [{ id: own }] = await data(server, 'GET', '/tokens', undefined, { token })
  const seller = await data(server, 'POST', '/users', { name: 'Rui' }, { token })
  const only = { id_user: [seller.id] }
  const body = { name: 'Rui', scopes: ['tokens:manage'], only }
  const restricted = await data(server, 'POST', '/tokens', body, { token })
  const revoke = (id: number, by: string) => server.send('DELETE', `/tokens/${id}`, { token: by })
  const refused = await revoke(own, token)
  assert.deepEqual([refused.status, refused.body.code], [409, 'last_token'])
  const foreign = await revoke(own, restricted.token)
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'insufficient_scope'])
  assert.equal((await revoke(restricted.id, token)).status, 200)
  const second = await data(server, 'POST', '/tokens', { name: 'x', scopes: ['*'] }, { token })
  assert.equal((await revoke(own, token)).status, 200)
  assert.equal((await revoke(second.id, second.token)).status, 409)
})
