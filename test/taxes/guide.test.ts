import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { killRunning, startService } from '../support/service.ts'
import { until } from '../support/workers.ts'

// The commands of docs/taxes.md that bring rules in and ask them, as somebody who follows the page.

const guide = await readFile(new URL('../../docs/taxes.md', import.meta.url), 'utf8')
const [, chapter = ''] = guide.split('### Five rules from São Paulo to Minas Gerais')
const blocks = [...(chapter.split('\n## ')[0] ?? '').matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(
  ([, , text = '']) => text,
)

test('the guide’s five rules come in, and make of a sale what it shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-taxes-'))
  after(() => rm(folder, { recursive: true, force: true }))
  after(killRunning)
  const service = await startService({ DATA_DIR: join(folder, 'data') })
  const token = (await readFile(join(folder, 'data', 'admin-token'), 'utf8')).trim()
  const run = async (script = '') => {
    const text = script.replaceAll('http://127.0.0.1:3000', service.address)
    const env = { ...process.env, TOKEN: token }
    const { stdout } = await promisify(execFile)('bash', ['-euc', text], { cwd: folder, env })
    return JSON.parse(stdout)
  }
  const [bring, ask, shown = '', askAgain, shownThen = ''] = blocks
  const { data } = await run(bring)
  await until(async () => {
    const answer = await fetch(`${service.address}/imports/${data.id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data: now } = (await answer.json()) as { data: { state: string; counts: object } }
    if (now.state !== 'done') return false
    assert.partialDeepStrictEqual(now.counts, { created: 5, refused: 0 })
    return true
  })
  assert.partialDeepStrictEqual(await run(ask), JSON.parse(shown))
  assert.partialDeepStrictEqual(await run(askAgain), JSON.parse(shownThen))
  await service.stop('SIGTERM')
})
