// A thread that makes files of records, for aside.ts.
import { parentPort } from 'node:worker_threads'
import { giveWay } from '../../../base/giving-way/priority.ts'
import type { Column } from '../columns.ts'
import { encoded, type FileStyle } from './encoded.ts'

/** What the thread is asked for. */
export interface FileRequest {
  parts: ReadableStream<string[]>
  columns: Column[]
  style: FileStyle
  /** Where the bytes go. */
  file: WritableStream<Uint8Array>
}

giveWay()

parentPort?.on('message', ({ parts, columns, style, file }: FileRequest) => {
  // What fails reaches both ends of the streams.
  ReadableStream.from(encoded(parts, columns, style))
    .pipeTo(file)
    .catch(() => {})
})
