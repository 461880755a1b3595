import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const RECEIVER = fileURLToPath(new URL('./receiver.ts', import.meta.url))

/** Starts somebody else's server that takes all, as a process of its own. */
export async function startReceiver() {
  const child = spawn(process.execPath, [RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  const address = /http:\S+/.exec(text.toString())?.[0] ?? ''
  const count = async () =>
    (await (await fetch(address)).json()) as { events: number; bytes: number }
  return { address, count, stop: () => child.kill() }
}
