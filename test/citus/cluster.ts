import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findNodes, onServer } from '../support/servers/nodes.ts'
import { until } from '../support/workers.ts'

/**
 * Under load PostgreSQL 15 sometimes overhears the end of its last backend, which it has killed after
 * five seconds, and sleeps for a minute over it. A crash takes no minute.
 */
const LONGEST_END_MS = 7_000

/** A node of a cluster on this machine, which can be crashed. */
export interface ClusterNode {
  /** `host:port` */
  name: string
  /** Of the database in which it was asked for. */
  url: string
  /** Ends the server at once, as a crash does, with all that it had not written. */
  crash(): Promise<void>
  /** Starts it as it had been started, and waits until it takes connections. */
  start(): Promise<void>
}

/**
 * The nodes of a cluster, the coordinator first.
 * @throws Error where one is on another machine: nobody can crash it from here
 */
export async function localNodes(coordinator: string): Promise<ClusterNode[]> {
  const { addresses } = await findNodes(coordinator)
  return Promise.all(addresses.map(localNode))
}

async function localNode(url: string): Promise<ClusterNode> {
  const name = new URL(url).host
  const folder = await onServer(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory ?? ''
  })
  const postmaster = postmasterIn(folder)
  if (postmaster === undefined) {
    throw new Error(
      `The node ${name} can’t be crashed from here: its data directory ${folder} is not on this machine, or not for this user to read.`,
    )
  }
  const restart = wayToStart(postmaster, folder)
  return {
    name,
    url,
    crash: async () => {
      const pid = postmasterIn(folder)
      if (pid === undefined) return
      process.kill(pid, 'SIGQUIT')
      const timer = setTimeout(() => isRunning(pid) && process.kill(pid, 'SIGKILL'), LONGEST_END_MS)
      await until(() => !isRunning(pid))
      clearTimeout(timer)
    },
    start: async () => {
      if (postmasterIn(folder) !== undefined) return
      let server = restart()
      await until(async () => {
        // What is left of the old one may hold on to its memory for a moment; then this one gives up.
        if (server.exitCode !== null) server = restart()
        return takesConnections(url)
      })
    },
  }
}

/** The pid of the server that runs in a folder of this machine. */
function postmasterIn(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    // A postmaster works in its folder: so it is this one, and no other process of that number.
    const isThere = isRunning(pid) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    return isThere ? pid : undefined
  } catch {
    return undefined
  }
}

/** A zombie is none, though it has a number until somebody asks for its exit code. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The same program, words, surroundings and user; PostgreSQL refuses to run as root. */
function wayToStart(pid: number, folder: string): () => ChildProcess {
  const executable = readlinkSync(`/proc/${pid}/exe`)
  const [, ...words] = fieldsOf(`/proc/${pid}/cmdline`)
  const env = Object.fromEntries(
    fieldsOf(`/proc/${pid}/environ`).map((field) => field.split(/=(.*)/s).slice(0, 2)),
  )
  const { uid, gid } = statSync(folder)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const output = readlinkSync(`/proc/${pid}/fd/2`)
  return () => {
    const log = output.startsWith('/') ? openSync(output, 'a') : ('ignore' as const)
    const stdio = ['ignore' as const, log, log]
    const child = spawn(executable, words, { cwd: folder, env, detached: true, stdio, ...user })
    child.unref()
    return child
  }
}

function fieldsOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\0')
    .filter((field) => field !== '')
}

function takesConnections(url: string): Promise<boolean> {
  return onServer(url, () => Promise.resolve(true)).catch(() => false)
}
