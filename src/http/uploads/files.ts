import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type ErrorCode, Problem } from '../../base/problems.ts'
import { type Message, msg } from '../../texts/message.ts'
import type { App } from '../app.ts'
import { refuseContentEncoding } from '../wire/compression.ts'
import { compileValidator } from '../wire/validation.ts'

/** The body of an operation that takes a file. */
export const fileUpload = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'The first file part counts, whatever its name.',
  }),
})

/** What such an operation can refuse with. */
export const uploadProblems: ErrorCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'bad_request',
  'validation_failed',
]

/** The same where the file is an image. */
export const imageProblems: ErrorCode[] = [
  ...uploadProblems,
  'image_invalid',
  'image_too_large',
  'quota_exceeded',
]

/** Registers routes that take a file of at most so many bytes; no others take multipart bodies. */
export async function takingFiles(
  app: App,
  maxBytes: number,
  routes: (scope: App) => void,
): Promise<void> {
  await app.register(async (scope: App) => {
    // In a scope that adds schemas Fastify goes back to its own, which coerces: 1e400 was Infinity.
    scope.setValidatorCompiler(compileValidator)
    await scope.register(multipart, {
      // RFC 7578 lets a file have no name; a part with a type of its own is one all the same.
      isPartAFile: (_field, type, name) =>
        name !== undefined || (type !== undefined && !type.startsWith('text/plain')),
      limits: { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 10_000, parts: 30 },
    })
    routes(scope)
  })
}

/** A file as it came. */
interface UploadedFile {
  bytes: Buffer
  /** What its sender calls it, as `cleanedName` leaves it. */
  name: string | null
}

/** The one file of an upload. @throws Problem where there is none, or more than one */
export async function sentFile(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new Problem('unsupported_media_type', msg`Send the file as multipart/form-data.`)
  }
  refuseContentEncoding(request)
  const files: UploadedFile[] = []
  try {
    for await (const part of request.files()) {
      files.push({ bytes: await part.toBuffer(), name: cleanedName(part.filename) })
    }
  } catch (error) {
    throw uploadProblem(error)
  }
  const [file] = files
  if (file && files.length === 1) return file
  throw file
    ? wrongFile('several_files', msg`holds more than one file.`)
    : wrongFile('file_required', msg`holds no file part.`)
}

/** @param detail what is wrong with the upload, behind "The upload" */
export function wrongFile(code: 'several_files' | 'file_required', detail: Message): Problem {
  return new Problem('validation_failed', msg`The upload ${detail}`, {
    errors: [{ pointer: '', code, detail }],
  })
}

/** The most characters of a file's name. */
export const MAX_FILE_NAME = 200

/**
 * A file's name as it is shown: without a path, control characters or more than a name has. One that is
 * too long keeps its ending.
 */
export function cleanedName(name: string | undefined): string | null {
  const bare = (name ?? '')
    .toWellFormed()
    .normalize()
    .replace(/^.*[\\/]/s, '')
    // So browsers send a quote (WHATWG, multipart/form-data); they leave a percent sign as it is.
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(bare) ?? []
  const stem = bare.slice(0, bare.length - ending.length)
  const cut = [...stem].slice(0, MAX_FILE_NAME - ending.length).join('')
  return `${cut}${ending}` || null
}

function uploadProblem(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') return wrongFile('several_files', msg`holds more than one file.`)
  if (code?.startsWith('FST_')) return error
  return new Problem('bad_request', msg`The multipart body is broken or cut off.`, { cause: error })
}
