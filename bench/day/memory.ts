import { readdirSync, readFileSync } from 'node:fs'

/**
 * Megabytes that the processes of a service have in memory, the parent's and its workers': what each has
 * for itself, and once the pages of the program's files, which they share.
 */
function residentMb(parent: number): number {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  let kb = 0
  let sharedKb = 0
  for (const pid of own) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const isOurs = Number(pid) === parent || new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status)
      if (!isOurs) continue
      const field = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
      kb += field('RssAnon') + field('RssShmem')
      sharedKb = Math.max(sharedKb, field('RssFile'))
    } catch {
      // It ended meanwhile.
    }
  }
  return (kb + sharedKb) / 1024
}

/** Looks at a service's memory all along; gives the mean of so many equal parts of the time, and the most. */
export function watchMemory(parent: number, everyMs: number) {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(residentMb(parent)), everyMs)
  const means = (parts: number) => {
    const size = Math.max(Math.floor(samples.length / parts), 1)
    return Array.from({ length: parts }, (_, i) => {
      const part = samples.slice(i * size, (i + 1) * size)
      return part.reduce((sum, one) => sum + one, 0) / Math.max(part.length, 1)
    })
  }
  const most = () => Math.max(...samples)
  return { means, most, stop: () => clearInterval(timer) }
}
