import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const {
  BROTLI_PARAM_QUALITY: QUALITY,
  BROTLI_PARAM_LARGE_WINDOW: LARGE_WINDOW,
  BROTLI_PARAM_LGWIN: WINDOW,
  BROTLI_DECODER_PARAM_LARGE_WINDOW: LARGE_WINDOW_READ,
} = constants

/** A folder as one file. A window over all of it finds the three databases that PostgreSQL begins with. */
export function packed(folder: string): Buffer {
  const tar = execFileSync('tar', ['-C', folder, '-cf', '-', '.'], { maxBuffer: 1e9 })
  return brotliCompressSync(tar, { params: { [QUALITY]: 11, [LARGE_WINDOW]: 1, [WINDOW]: 26 } })
}

export function unpack(file: string, folder: string): void {
  const tar = brotliDecompressSync(readFileSync(file), { params: { [LARGE_WINDOW_READ]: 1 } })
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'packed.tar')
  writeFileSync(path, tar)
  execFileSync('tar', ['-C', folder, '-xf', path])
}
