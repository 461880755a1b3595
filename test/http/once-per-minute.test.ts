import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OncePerMinute } from '../../src/base/log/once-per-minute.ts'

test('one message of a kind passes in a minute, and how many were held back is said', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const once = new OncePerMinute()
  const told: string[] = []
  const pass = (kind: string) => once.mayPass(kind, (count) => told.push(`${kind} ${count}`))
  assert.deepEqual(['a', 'a', 'b', 'a'].map(pass), [true, false, true, false])
  mock.timers.tick(60_000)
  assert.deepEqual(told, ['a 2'])
  assert.ok(pass('a'))
  mock.timers.tick(60_000)
  assert.deepEqual(told, ['a 2'], 'nothing is told where nothing was held back')
})

test('kinds beyond a hundred pass together', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const once = new OncePerMinute()
  const passed = Array.from({ length: 300 }, (_, i) => once.mayPass(String(i), () => {}))
  assert.equal(passed.filter(Boolean).length, 101)
})
