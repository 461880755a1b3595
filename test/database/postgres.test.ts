import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { DatabaseUnavailable, openPostgres } from '../../src/database/server/postgres.ts'

const open = (address: string, startupWaitMs: number, warnings: string[] = []) =>
  openPostgres({
    url: `postgres://clerk:s3cret@${address}/shop`,
    applicationName: 'pedido',
    poolSize: 1,
    statementTimeoutMs: 1000,
    idleInTransactionTimeoutMs: 1000,
    connectTimeoutMs: 5000,
    startupWaitMs,
    log: { info() {}, warn: (text) => warnings.push(text) },
  })

async function problem(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => assert.fail('it opened'),
    (reason) => reason,
  )
  assert.ok(error instanceof DatabaseUnavailable, inspect(error))
  assert.ok(!inspect(error).includes('s3cret'))
  return error.message
}

/** Answers every start of a session with the next of these SQLSTATEs, the last one for ever. */
async function answering(...codes: string[]) {
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      const fields = `SFATAL\0C${codes.length > 1 ? codes.shift() : codes[0]}\0Mno\0\0`
      const head = Buffer.from('E\0\0\0\0')
      head.writeInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, Buffer.from(fields)]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, close: () => server.close() }
}

test('waiting for a server that is not there ends, and says where it looked', async () => {
  const server = await answering('28P01')
  server.close()
  const warnings: string[] = []
  const message = await problem(open(server.address, 600, warnings))
  assert.match(message, /127\.0\.0\.1:\d+\/shop: nothing listens there .* Gave up after 600 ms/)
  assert.equal(warnings.length, 1)
  assert.match(await problem(open('nowhere.invalid', 0)), /host name/)
})

test('a server that starts up is waited for; a refused login is told at once', async () => {
  const expected = {
    '28P01': /wrong user or password/,
    '28000': /does not let this user in/,
    '3D000': /database does not exist/,
    '42501': /may not connect/,
  }
  for (const [code, message] of Object.entries(expected)) {
    const server = await answering('57P03', code)
    const warnings: string[] = []
    // An hour: the test ends because the second answer is final.
    assert.match(await problem(open(server.address, 3_600_000, warnings)), message)
    assert.match(warnings.join(), /starting up/)
    server.close()
  }
})
