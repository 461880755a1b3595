// Preloaded (`--import`) into a process and so into its threads: a disk that fails once the process
// says so.
import fs from 'node:fs'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const NAME = 'disk faults'
/** Told: each sync. Failing: syncs of the log, writes of the log, all writes, the thread itself. */
const STATES = ['sound', 'told', 'fsyncSync', 'writeSync', 'full', 'broken'] as const
type State = (typeof STATES)[number]

if (isMainThread) setEnvironmentData(NAME, new SharedArrayBuffer(4))
const shared = new Int32Array(getEnvironmentData(NAME) as unknown as SharedArrayBuffer)
const is = (state: State) => STATES[Atomics.load(shared, 0)] === state

/** From now on, in all threads. */
export function letDiskBe(state: State): void {
  Atomics.store(shared, 0, STATES.indexOf(state))
}

const paths = new Map<number, string>()
const { openSync, fsyncSync, writeSync } = fs
const pathOf = (descriptor: number) => paths.get(descriptor) ?? 'unknown'
const isLog = (descriptor: number) => pathOf(descriptor).includes('pg_wal')
const noSpace = () => Object.assign(new Error('no space'), { code: 'ENOSPC' })

fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest)
  paths.set(descriptor, String(path))
  return descriptor
}

fs.fsyncSync = (descriptor) => {
  if (is('fsyncSync') && isLog(descriptor)) throw noSpace()
  if (is('broken')) {
    // Not within PostgreSQL, which takes an exception for its own.
    setImmediate(() => {
      throw new Error('the thread broke')
    })
  }
  if (is('told')) writeSync(1, `${pathOf(descriptor)}\n`)
  fsyncSync(descriptor)
}

fs.writeSync = ((descriptor: number, ...rest: [never]) => {
  if (is('full') || (is('writeSync') && isLog(descriptor))) throw noSpace()
  return writeSync(descriptor, ...rest)
}) as typeof writeSync
