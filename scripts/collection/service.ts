import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PEDIDO = fileURLToPath(new URL('../../bin/pedido.cjs', import.meta.url))

/** Starts `pedido serve` on a free port with its data in this folder. */
export async function pedido(folder: string) {
  const child = spawn(process.execPath, [PEDIDO, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      // Webhooks of the examples go to a host that does not exist.
      WEBHOOK_ALLOW: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const found = /Pedido listens on (http:[^\s,]+)/.exec(text)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(`the service ended: ${text}`)))
  })
  const token = (await readFile(join(folder, 'admin-token'), 'utf8')).trim()
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, token, stop }
}
