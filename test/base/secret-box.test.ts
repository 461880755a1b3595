import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { BoxError, newSecretKey, readSecretKeys, secretBox } from '../../src/base/secret-box.ts'
import { ConfigurationError, readConfig } from '../../src/config.ts'
import { makeSecretKey, openSecretBox } from '../../src/processes/secret-key.ts'
import { fc } from '../support/random.ts'

const boxOf = (...keys: string[]) => secretBox(readSecretKeys(keys.join(',')))
const refused = (reason: BoxError['reason']) => (error: unknown) => {
  assert.ok(error instanceof BoxError)
  assert.equal(error.reason, reason)
  return true
}

describe('a box', () => {
  const text = fc.string({ unit: 'grapheme' })
  const box = boxOf(newSecretKey())

  test('opens to what was sealed, at its place alone', () => {
    fc.assert(
      fc.property(text, text, text, (secret, place, other) => {
        const sealed = box.seal(secret, place)
        assert.equal(box.open(sealed, place), secret)
        if (other !== place) assert.throws(() => box.open(sealed, other), refused('damaged'))
      }),
    )
  })

  test('is never the same twice', () => {
    const boxes = Array.from({ length: 100 }, () => box.seal('whsec_x', 'webhook:1:1'))
    assert.equal(new Set(boxes.map((one) => one.toString('hex'))).size, 100)
  })

  test('does not open when any bit of it is changed, or a part is missing', () => {
    const sealed = box.seal('whsec_x', 'webhook:1:1')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.throws(() => box.open(changed, 'webhook:1:1'), BoxError)
    }
    for (let length = 0; length < sealed.length; length++) {
      assert.throws(() => box.open(sealed.subarray(0, length), 'webhook:1:1'), refused('damaged'))
    }
  })

  test('holds neither its secret nor its key', () => {
    const key = newSecretKey()
    const sealed = boxOf(key).seal('whsec_plain', 'webhook:1:1')
    assert.equal(sealed.includes('whsec_plain'), false)
    assert.equal(sealed.includes(Buffer.from(key, 'base64').subarray(0, 4)), false)
  })
})

describe('the keys', () => {
  test('are changed by putting a new one in front', () => {
    const [old, fresh] = [newSecretKey(), newSecretKey()]
    const sealed = boxOf(old).seal('whsec_x', 'webhook:1:1')
    assert.throws(() => boxOf(fresh).open(sealed, 'webhook:1:1'), refused('unknown_key'))
    const both = boxOf(fresh, old)
    assert.equal(both.open(sealed, 'webhook:1:1'), 'whsec_x')
    assert.deepEqual([both.isOld(sealed), boxOf(old, fresh).isOld(sealed)], [true, false])
    const again = both.seal('whsec_x', 'webhook:1:1')
    assert.equal(both.isOld(again), false)
    assert.equal(boxOf(fresh).open(again, 'webhook:1:1'), 'whsec_x')
    assert.throws(() => boxOf(old).open(again, 'webhook:1:1'), refused('unknown_key'))
  })

  test('are 32 bytes in base64, and are told in no fault and no log', () => {
    const key = newSecretKey()
    assert.equal(readSecretKeys(` ${key}, ${newSecretKey()}\n`).length, 2)
    const short = Buffer.alloc(31, 7).toString('base64')
    for (const wrong of [`${key},`, short, key.slice(0, -1), `${key}A`, 'secret', `${key}=`]) {
      assert.throws(
        () => readConfig({ SECRET_KEY: wrong }),
        (error: Error) =>
          /SECRET_KEY must be 32 random bytes in base64/.test(error.message) &&
          !error.message.includes(wrong),
      )
    }
    const bytes = Buffer.from(key, 'base64')
    const shown = inspect(readConfig({ SECRET_KEY: key }), { depth: 9 })
    for (const form of ['base64', 'hex'] as const) assert.ok(!shown.includes(bytes.toString(form)))
  })
})

describe('the key of the embedded database', () => {
  let DATA_DIR: string
  before(async () => {
    DATA_DIR = await mkdtemp(join(tmpdir(), 'pedido-secret-key-'))
  })
  after(() => rm(DATA_DIR, { recursive: true, force: true }))
  const file = () => join(DATA_DIR, 'secret-key')

  test('is not made, and there is none, where the database is on a server', async () => {
    const config = readConfig({ DATA_DIR, DATABASE_URL: 'postgres://db.internal/pedido' })
    await makeSecretKey(config)
    assert.equal(await openSecretBox(config), undefined)
    await assert.rejects(stat(file()), { code: 'ENOENT' })
  })

  test('is not made where the setting has one', async () => {
    const config = readConfig({ DATA_DIR, SECRET_KEY: newSecretKey() })
    await makeSecretKey(config)
    await assert.rejects(stat(file()), { code: 'ENOENT' })
    assert.ok(await openSecretBox(config))
  })

  test('is made once, for its owner alone, and opens what it sealed after a restart', async () => {
    const config = readConfig({ DATA_DIR })
    assert.equal(await openSecretBox(config), undefined)
    await makeSecretKey(config)
    const made = await readFile(file(), 'utf8')
    assert.equal((await stat(file())).mode & 0o777, 0o600)
    const sealed = (await openSecretBox(config))?.seal('whsec_x', 'webhook:1:1')
    await makeSecretKey(config)
    assert.equal(await readFile(file(), 'utf8'), made)
    assert.equal((await openSecretBox(config))?.open(sealed as Buffer, 'webhook:1:1'), 'whsec_x')
    const onServer = readConfig({
      DATA_DIR,
      DATABASE_URL: 'postgres://db.internal/pedido',
      SECRET_KEY: made.trim(),
    })
    assert.equal((await openSecretBox(onServer))?.open(sealed as Buffer, 'webhook:1:1'), 'whsec_x')
  })

  test('is told by its file when it is broken, and never replaced', async () => {
    await writeFile(file(), 'broken\n')
    const config = readConfig({ DATA_DIR })
    await makeSecretKey(config)
    assert.equal(await readFile(file(), 'utf8'), 'broken\n')
    await assert.rejects(openSecretBox(config), (error: Error) => {
      assert.ok(error instanceof ConfigurationError)
      assert.ok(error.message.includes(`${file()} must be 32 random bytes in base64`))
      return true
    })
  })
})
