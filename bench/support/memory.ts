import { readdirSync, readFileSync } from 'node:fs'

type Field = 'VmRSS' | 'VmHWM' | 'RssAnon' | 'RssShmem' | 'RssFile' | 'PPid'

/** A field of /proc/<pid>/status, 0 where a process that has ended has none: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
const fieldOf = (status: string, name: Field) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8')

/** Bytes of a process in memory. */
export const residentBytes = (pid: number) => fieldOf(statusOf(pid), 'VmRSS') * 1024

/** The most bytes that a process had in memory so far. */
export const mostResidentBytes = (pid: number) => fieldOf(statusOf(pid), 'VmHWM') * 1024

/**
 * MiB that the processes of a service have in memory, the parent's and its workers': what each has
 * for itself, and once the pages of the program's files, which they share.
 */
function familyMib(parent: number): number {
  let kib = 0
  let sharedKib = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = statusOf(Number(pid))
      if (Number(pid) !== parent && fieldOf(status, 'PPid') !== parent) continue
      kib += fieldOf(status, 'RssAnon') + fieldOf(status, 'RssShmem')
      sharedKib = Math.max(sharedKib, fieldOf(status, 'RssFile'))
    } catch {
      // It ended meanwhile.
    }
  }
  return (kib + sharedKib) / 1024
}

/** Looks at a service's memory all along; gives the mean MiB of so many equal parts of the time, and the most. */
export function watchMemory(parent: number, everyMs: number) {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(familyMib(parent)), everyMs)
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
