import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigurationError, misspelledSettings, readConfig, settings } from '../src/config.ts'

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
    assert.throws(() => readConfig({ DEFAULT_SORT: sort }), /can't sort by .*one of id, date/)
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

test('CORS_ORIGIN takes origins or *, and nothing that is more than an origin', () => {
  const origins = 'https://shop.example.com, http://localhost:5173'
  assert.deepEqual(readConfig({ CORS_ORIGIN: origins }).CORS_ORIGIN, origins.split(', '))
  assert.equal(readConfig({ CORS_ORIGIN: '*' }).CORS_ORIGIN, '*')
  for (const [wrong, told] of [
    ['shop.example.com', /such as https:/],
    ['https://shop.example.com/', /here https:\/\/shop\.example\.com,/],
    ['https://Shop.example.com:443', /here https:\/\/shop\.example\.com,/],
    ['https://a.example.com,*', /such as/],
    ['null', /such as/],
    ['ftp://shop.example.com', /such as/],
  ] as const) {
    assert.throws(() => readConfig({ CORS_ORIGIN: wrong }), told, wrong)
  }
})

test('a password that breaks the address is told how to be written, and not repeated', () => {
  for (const password of [
    'hun/ter2',
    'hun#ter2',
    'hun?ter2',
    'h@/unter2',
    'hun%ter2',
    'hunter2/%',
  ]) {
    const DATABASE_URL = `postgres://pedido:${password}@db.internal/pedido`
    assert.throws(
      () => readConfig({ DATABASE_URL }),
      ({ message }: Error) => /%2F/.test(message) && !/hun|ter2|db\.internal/.test(message),
      password,
    )
    const written = encodeURIComponent(password)
    readConfig({ DATABASE_URL: DATABASE_URL.replace(password, written) })
  }
  for (const fine of ['postgres:///pedido?host=/run/postgresql', 'postgres://a:b@c@db/pedido']) {
    assert.equal(readConfig({ DATABASE_URL: fine }).DATABASE_URL, fine)
  }
})

test('a misspelled setting is named, and refused where records would go elsewhere', () => {
  const named = (environment: Record<string, string>) =>
    misspelledSettings(environment).map((line) => line.replace(/ is no .*; (\w+) is one\.$/, ' $1'))
  assert.deepEqual(named({ LOGLEVEL: 'x', WORKER: '2', log_level: 'x', PEDIDO_PORT: '80' }), [
    'LOGLEVEL LOG_LEVEL',
    'WORKER WORKERS',
    'log_level LOG_LEVEL',
    'PEDIDO_PORT PORT',
  ])
  assert.deepEqual(named({ SHUTDOWN_DELAY: '5000' }), ['SHUTDOWN_DELAY SHUTDOWN_DELAY_MS'])
  for (const [written, meant] of [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATA_DRI', 'DATA_DIR'],
    ['PEDIDO_DATA_DIR', 'DATA_DIR'],
  ] as const) {
    const told = new RegExp(`${written} is no setting: ${meant} was probably meant`)
    assert.throws(() => readConfig({ [written]: 'x' }), told)
    assert.deepEqual(named({ [written]: 'x' }), [])
  }
  readConfig({ DATABSE_URL: 'x', DATABASE_URL: 'postgres://db/pedido' })
})

test('ordinary variables are no misspelled settings', () => {
  const ordinary = `PATH HOME HOSTNAME POST LOST SPORT SHELL LANG TZ PWD USER TMPDIR NODE_ENV EDITOR
    PGHOST PGDATABASE DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER REDIS_URL HTTP_PROXY
    AWS_REGION AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID SECRET_KEY_BASE SECRET XDG_DATA_DIRS
    LOG_FORMAT LOG_FILE SESSION HISTORY ACCESS_TOKEN MAX_MEMORY WORKDIR
    npm_config_port npm_package_name`.split(/\s+/)
  const given = Object.fromEntries(ordinary.map((name) => [name, 'x']))
  // Kubernetes tells every container of a service of that name.
  const links = { PEDIDO_PORT: 'tcp://10.0.0.1:3000', PEDIDO_SERVICE_HOST: '10.0.0.1' }
  assert.deepEqual(misspelledSettings({ ...given, ...links }), [])
  readConfig({ ...given, ...links })
})

test('a bucket is needed where images go to one', () => {
  assert.throws(() => readConfig({ IMAGE_STORAGE: 's3' }), /S3_BUCKET is needed/)
  assert.equal(readConfig({ IMAGE_STORAGE: 's3', S3_BUCKET: 'images' }).S3_BUCKET, 'images')
})

test('a mail server needs to know from whom mails are, and what their links begin with', () => {
  const SMTP_URL = 'smtp://pedido:s%40nha@smtp.example.com:587'
  const MAIL_FROM = 'Pedido <pedido@example.com>'
  const PUBLIC_URL = 'https://pedido.example.com'
  assert.throws(() => readConfig({ SMTP_URL }), /SMTP_URL needs MAIL_FROM and PUBLIC_URL\./)
  assert.throws(() => readConfig({ SMTP_URL, MAIL_FROM }), /SMTP_URL needs PUBLIC_URL\./)
  assert.throws(() => readConfig({ SMTP_URL, PUBLIC_URL }), /SMTP_URL needs MAIL_FROM\./)
  const all = { SMTP_URL, MAIL_FROM, PUBLIC_URL }
  const { SMTP_URL: url, MAIL_FROM: from } = readConfig(all)
  assert.deepEqual([url, from], [SMTP_URL, MAIL_FROM])
  for (const fine of ['smtps://smtp.example.com', 'smtp://[::1]', 'smtp://mail?ignoreTLS=true'])
    assert.equal(readConfig({ ...all, SMTP_URL: fine }).SMTP_URL, fine)
  for (const wrong of ['smtp.example.com:587', 'https://smtp.example.com', 'smtp://', 'smtp:mail'])
    assert.throws(() => readConfig({ ...all, SMTP_URL: wrong }), /such as smtp:/, wrong)
  // Neither a password nor what looks like one is repeated.
  const broken = { ...all, SMTP_URL: 'smtp://pedido:hunter2%@smtp.example.com' }
  const isSilent = ({ message }: Error) => /SMTP_URL/.test(message) && !/hunter2/.test(message)
  assert.throws(() => readConfig(broken), isSilent)
  for (const fine of ['pedido@example.com', '<a@b.example>', '"Aurora, Vendas" <a@b.example>'])
    assert.equal(readConfig({ ...all, MAIL_FROM: fine }).MAIL_FROM, fine)
  for (const wrong of ['Pedido', 'Aurora, Vendas <a@b.example>', 'a@b, c@d', 'A <a@b>\r\nBcc: c@d'])
    assert.throws(() => readConfig({ ...all, MAIL_FROM: wrong }), /MAIL_FROM must be/, wrong)
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
