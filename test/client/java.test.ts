import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { JAVA_LIBRARY } from '../support/programs/languages.ts'
import type { Fate } from '../support/servers/relay.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'

// The program in Java of the guide, as it stands there in both languages.

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

let at: ClientStand
let folder: string
before(async () => {
  at = await startClients()
  folder = await mkdtemp(join(tmpdir(), 'pedido-java-'))
})
after(async () => {
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

async function programOf(page: string): Promise<string> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  return /^```java\n(.*?)^```$/ms.exec(text)?.[1] ?? ''
}

async function runJava(program: string, ...words: string[]): Promise<string> {
  const file = join(folder, 'Pedido.java')
  await writeFile(file, program)
  const { relay } = await at.behind(() => fates.shift() ?? 'pass')
  const env = { ...process.env, PEDIDO_URL: relay.url, PEDIDO_TOKEN: at.server.token }
  const command = ['-cp', JAVA_LIBRARY, '-Dstdout.encoding=UTF-8', file, ...words]
  return (await promisify(execFile)('java', command, { env })).stdout
}

/** What the network does to the next requests; all others pass. */
let fates: Fate[] = []

for (const page of ['java-and-delphi.md', 'java-and-delphi.pt-BR.md']) {
  test(`the program of ${page} makes an order once, is told what is wrong, and follows`, async () => {
    const before = (await at.pedido.orders.list({ fk_id: 'ERP-2001' }).page()).data.length
    // The customer and the product arrive; the answer to the first order is lost.
    fates = ['pass', 'pass', 'lose']
    const output = await runJava(await programOf(page))
    const { data } = await at.pedido.orders.list({ fk_id: 'ERP-2001' }).page()
    assert.deepEqual([before, data.length], [page.includes('pt-BR') ? 1 : 0, 1])
    assert.match(output, new RegExp(`^Pedido ${data[0]?.id}: 226.8$`, 'm'))
    assert.match(output, /^validation_failed "\/items\/0\/quantity": "/m)
    assert.match(output, new RegExp(`^order.created /orders/${data[0]?.id}$`, 'm'))
    assert.match(output, /^cursor \S+$/m)
  })
}

test('it takes what the service has signed, and nothing else', async () => {
  const looks = `
class Look {
  public static void main(String[] all) throws Exception {
    for (int i = 0; i < all.length; i += 4) {
      byte[] body = all[i].getBytes("UTF-8");
      System.out.println(Pedido.isSigned(body, "evt_1", all[i + 1], all[i + 2], all[i + 3]));
    }
  }
}

public class Pedido {`
  const program = await programOf('java-and-delphi.md')
  const body = JSON.stringify({ type: 'order.created', data: { total_value: 18.9 } })
  const now = new Date()
  const old = new Date(Date.now() - 600_000)
  const signed = (time: Date) => new Webhook(SECRET).sign('evt_1', time, body)
  const cases: [sent: string, time: Date, signatures: string, isTaken: boolean][] = [
    [body, now, signed(now), true],
    [body, now, `v1,b3V0cm8= ${signed(now)}`, true],
    [body.replace('18.9', '18.8'), now, signed(now), false],
    [body, now, 'v1,b3V0cm8=', false],
    [body, old, signed(old), false],
  ]
  const words = cases.flatMap(([sent, time, signatures]) => {
    return [sent, String(Math.floor(time.getTime() / 1000)), signatures, SECRET]
  })
  const output = await runJava(program.replace('\npublic class Pedido {', looks), ...words)
  assert.deepEqual(
    output.trim().split('\n'),
    cases.map(([, , , isTaken]) => String(isTaken)),
  )
})
