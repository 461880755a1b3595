import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { livingWorkers, until } from '../support/workers.ts'

// Images are made by one process for the whole service: a file that breaks the decoder ends no other.

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
/** It takes half a second to decode. */
const large = await sharp({
  create: { width: 3_000, height: 3_000, channels: 3, background: '#39c', noise },
})
  .avif({ effort: 0, quality: 30 })
  .toBuffer()
const small = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#39c' } })
  .png()
  .toBuffer()

for (const WORKERS of ['1', '2']) {
  describe(`with ${WORKERS} process(es) that serve`, () => {
    let stand: Stand
    before(async () => {
      stand = await startStand({ WORKERS, LOG_LEVEL: 'info' })
    })
    after(() => stand.close())

    /** The processes for images below the service. */
    function makers(): number[] {
      const { pid } = stand.service.child
      try {
        const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'decoding/program'])
        return String(found).trim().split('\n').map(Number)
      } catch {
        // pgrep's code where there is none.
        return []
      }
    }

    async function upload(bytes: Buffer): Promise<{ status: number; code?: string }> {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), 'feijao.avif')
      const response = await fetch(`${stand.service.address}/products/1/image`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${stand.token}`, Connection: 'close' },
        body,
      })
      const { code } = (await response.json()) as { code?: string }
      return { status: response.status, ...(code !== undefined && { code }) }
    }

    /** Uploads, and kills the processes that are making the image, so many of them. */
    async function uploadKilled(times: number) {
      // Of a new one its memory tells that it has begun.
      for (const idle of makers()) process.kill(idle, 'SIGKILL')
      await until(() => makers().length === 0)
      const answer = upload(large)
      for (let killed = 0; killed < times; killed++) {
        await until(() => makers().some(isAtWork))
        for (const pid of makers()) process.kill(pid, 'SIGKILL')
        await until(() => !makers().some(isAtWork))
      }
      return answer
    }

    test('one process makes the images of all, with none of the service’s secrets', async () => {
      const answers = Promise.all(Array.from({ length: 4 }, () => upload(large)))
      await until(() => makers().length > 0)
      const [pid = 0] = makers()
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      assert.doesNotMatch(environment, /DATABASE_URL|SECRET_KEY|DATA_DIR/)
      assert.deepEqual(new Set((await answers).map(({ status }) => status)), new Set([201]))
      assert.deepEqual(makers(), [pid])
      assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000')
    })

    test('an image whose process is killed is made by the next', async () => {
      assert.deepEqual(await uploadKilled(1), { status: 201 })
    })

    test('one that no process survives is refused, and nothing else ends', async () => {
      const before = livingWorkers(stand.service)
      assert.deepEqual(await uploadKilled(2), { status: 422, code: 'image_invalid' })
      assert.deepEqual(await upload(small), { status: 201 })
      assert.deepEqual(livingWorkers(stand.service), before)
      assert.equal(stand.service.child.exitCode, null)
    })
  })
}

/** Bytes of a process that has begun with the large image; one that has loaded all has some 70 MB. */
const AT_WORK_BYTES = 110e6

function isAtWork(pid: number): boolean {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return Number(resident) * 4096 > AT_WORK_BYTES
  } catch {
    // It has ended.
    return false
  }
}
