import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigurationError, readConfig, settings } from '../src/config.ts'

test('without variables every setting has its default', () => {
  const config = readConfig({})
  for (const [name, { default: fallback }] of Object.entries(settings)) {
    assert.equal(config[name as keyof typeof settings], fallback, name)
  }
})

test('an empty variable counts as unset', () => {
  assert.equal(readConfig({ PORT: '' }).PORT, 3000)
})

test('settings are read as their types', () => {
  const config = readConfig({
    PORT: '8080',
    TRUST_PROXY: '10.0.0.5, fd00::/8',
    DATABASE_URL: 'postgresql://somebody@example.com/pedido',
    DEFAULT_SORT: '-date,id_customer',
    TIME_ZONE: 'America/Sao_Paulo',
  })
  assert.equal(config.PORT, 8080)
  assert.deepEqual(config.TRUST_PROXY, ['10.0.0.5', 'fd00::/8'])
  assert.equal(readConfig({ TRUST_PROXY: '2' }).TRUST_PROXY, 2)
  assert.equal(config.DATABASE_URL, 'postgresql://somebody@example.com/pedido')
  assert.equal(config.DEFAULT_SORT, '-date,id_customer')
  assert.equal(config.TIME_ZONE, 'America/Sao_Paulo')
})

test('every fault is told at once, a line each, and names its variable', () => {
  const wrong: Record<string, string> = {
    PORT: '65536',
    DATABASE_URL: 'mysql://localhost/pedido',
    DATABASE_POOL_SIZE: '0',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'yes',
    MAX_ITEMS: '1e3',
    DEFAULT_SORT: 'name',
    TIME_ZONE: 'America/Nowhere',
    IMAGE_STORAGE: 'tape',
    SECRET_KEY: 'secret',
    WEBHOOK_ALLOW: 'http://erp.internal',
  }
  assert.throws(
    () => readConfig(wrong),
    (error: unknown) => {
      assert.ok(error instanceof ConfigurationError)
      const [title, ...faults] = error.message.split('\n')
      assert.equal(title, 'Wrong settings:')
      assert.deepEqual(
        faults.map((line) => line.trim().split(' ')[0]),
        Object.keys(settings).filter((name) => name in wrong),
      )
      return true
    },
  )
})

test('DEFAULT_SORT is held to what a list takes, field by field', () => {
  for (const sort of ['id', '-date,id_customer', 'created_at,-updated_at,id'])
    assert.equal(readConfig({ DEFAULT_SORT: sort }).DEFAULT_SORT, sort)
  for (const [sort, name] of [
    ['date,date', 'date'],
    ['date,-date', 'date'],
    ['-id,date,id', 'id'],
  ])
    assert.throws(() => readConfig({ DEFAULT_SORT: sort }), new RegExp(`names ${name} twice`))
  for (const sort of ['name', 'date,', '--date', 'date;id', 'Date'])
    assert.throws(() => readConfig({ DEFAULT_SORT: sort }), /can't sort by .*one of id, created_at/)
})

test('no setting lets every client say where it comes from', () => {
  for (const all of [
    'true',
    'false',
    '*',
    '0.0.0.0/0',
    '10.0.0.0/8,::/0',
    '-1',
    '1.5',
    '10.0.0.0/33',
  ]) {
    assert.throws(
      () => readConfig({ TRUST_PROXY: all }),
      /TRUST_PROXY must be how many proxies .*each client choose its address/s,
      all,
    )
  }
})

test('a bucket is needed where images go to one', () => {
  assert.throws(() => readConfig({ IMAGE_STORAGE: 's3' }), /S3_BUCKET is needed/)
  assert.equal(readConfig({ IMAGE_STORAGE: 's3', S3_BUCKET: 'images' }).S3_BUCKET, 'images')
})

test('a secret is never repeated in a fault', () => {
  const DATABASE_URL = 'postgre://pedido:hunter2@localhost/pedido'
  assert.throws(
    () => readConfig({ DATABASE_URL }),
    (error: Error) => /DATABASE_URL/.test(error.message) && !/hunter2/.test(error.message),
  )
})

test('several workers need a server, and connections for each and for one more', () => {
  assert.throws(() => readConfig({ WORKERS: '2' }), /WORKERS.*DATABASE_URL/)
  const DATABASE_URL = 'postgres://pedido@db.internal/pedido'
  const few = { DATABASE_URL, WORKERS: '3', DATABASE_POOL_SIZE: '11' }
  assert.throws(() => readConfig(few), /DATABASE_POOL_SIZE must be at least 12 with WORKERS=3/)
  assert.equal(readConfig({ ...few, DATABASE_POOL_SIZE: '12' }).WORKERS, 3)
  assert.equal(readConfig(few, { WORKERS: '2' }).WORKERS, 2)
})
