import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Kernel ticks a second, in which /proc counts. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Stat {
  parent: number
  /** Seconds of CPU of the process, all its threads. */
  own: number
  /** Seconds of CPU of its children that ended and were waited for. */
  ended: number
}

/** Fields of /proc/<pid>/stat: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in brackets and may hold anything; what follows it starts with field 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return {
    parent: field(4),
    own: (field(14) + field(15)) / TICKS,
    ended: (field(16) + field(17)) / TICKS,
  }
}

/** Seconds of CPU that a process has used. */
export function processCpu(pid: number): number {
  return statOf(pid).own
}

/** Seconds of CPU of a process and its children, also those that ended: a PostgreSQL, or workers. */
export function familyCpu(parent: number): number {
  const { own, ended } = statOf(parent)
  return childrenOf(parent).reduce((sum, { own }) => sum + own, own + ended)
}

function childrenOf(pid: number): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [statOf(Number(name))]
      } catch {
        return [] // ended meanwhile
      }
    })
    .filter(({ parent }) => parent === pid)
}

/** The postmaster of a backend; undefined where the server is not on this machine. */
export function postmasterOf(backend: number): number | undefined {
  try {
    const command = readFileSync(`/proc/${backend}/cmdline`, 'utf8')
    return command.startsWith('postgres') ? statOf(backend).parent : undefined
  } catch {
    return undefined
  }
}
