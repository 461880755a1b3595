import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  decideMove,
  FREE_WHEN_LOCKED,
  lockedFields,
  type Status,
} from '../../src/orders/lifecycle.ts'
import { defaultStatuses } from '../../src/records/default-statuses.ts'

/** The default statuses as an account holds them: ids 1, 2, 3… */
const idOf = (fkId: string) => defaultStatuses.findIndex(({ fk_id }) => fk_id === fkId) + 1
const statuses: Status[] = defaultStatuses.map(({ fk_id, name, locked, next }) => ({
  id: idOf(fk_id),
  name,
  locked,
  quotation_days: null,
  next: next.map(idOf),
}))

/** Moves of a new account; every other one is refused. */
const moves: Record<string, string[]> = {
  draft: ['open', 'cancelled'],
  open: ['approved', 'cancelled'],
  approved: ['picking', 'cancelled'],
  picking: ['invoiced', 'cancelled'],
  invoiced: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

describe('the statuses of a new account', () => {
  test('are these, Draft the initial one', () => {
    assert.deepEqual(
      defaultStatuses.map(({ fk_id }) => fk_id),
      Object.keys(moves),
    )
    assert.deepEqual(
      defaultStatuses.filter(({ initial }) => initial).map(({ name }) => name),
      ['Draft'],
    )
    assert.deepEqual(
      defaultStatuses.filter(({ locked }) => locked).map(({ name }) => name),
      ['Invoiced', 'Shipped', 'Delivered', 'Cancelled'],
    )
  })

  test('name only each other as next', () => {
    for (const { next } of defaultStatuses) for (const fkId of next) assert.ok(idOf(fkId) > 0, fkId)
  })

  for (const from of defaultStatuses) {
    for (const to of defaultStatuses) {
      const allowed = from === to || moves[from.fk_id]?.includes(to.fk_id)
      test(`${from.name} → ${to.name} is ${allowed ? 'allowed' : 'refused'}`, () => {
        const status = statuses[idOf(from.fk_id) - 1] as Status
        const move = decideMove(status, idOf(to.fk_id))
        const refused = { ok: false, allowed: moves[from.fk_id]?.map(idOf) }
        assert.deepEqual(move, allowed ? { ok: true } : refused)
      })
    }
  }
})

test('a status that does not exist can’t be moved to', () => {
  for (const status of statuses) assert.equal(decideMove(status, 99).ok, false)
})

describe('in a locked status', () => {
  const settled = [
    'date',
    'id_customer',
    'id_user',
    'id_payment_type',
    'id_payment_method',
    'id_category',
    'id_operation',
    'id_freight_type',
    'freight_value',
    'id_branch_company',
    'id_opportunity',
    'id_quotation',
    'items',
  ]
  const free = [
    'id_order_status',
    'id_reason',
    'observations',
    'delivery_date',
    'fk_id',
    'custom_fields',
    'id_shipping_company',
    'id_address',
    'number',
    'internal_observations',
    'tags',
    'valid_until',
  ]

  for (const field of free) {
    test(`${field} can change`, () => assert.deepEqual(lockedFields([field]), []))
  }
  for (const field of settled) {
    test(`${field} can’t change`, () => assert.deepEqual(lockedFields([field]), [field]))
  }

  test('exactly the forbidden fields of a change are named, in its order', () => {
    assert.deepEqual(lockedFields([]), [])
    assert.deepEqual(lockedFields([...settled, ...free]), settled)
    assert.deepEqual([...FREE_WHEN_LOCKED].sort(), [...free].sort())
  })
})
