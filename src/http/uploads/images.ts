import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type ErrorCode, Problem } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import type { App } from '../app.ts'
import { refuseContentEncoding } from '../wire/compression.ts'
import { compileValidator } from '../wire/validation.ts'

/** The body of an operation that takes an image. */
export const imageUpload = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'The first file part counts, whatever its name.',
  }),
})

/** What such an operation can refuse with. */
export const imageProblems: ErrorCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'bad_request',
  'validation_failed',
  'image_invalid',
  'image_too_large',
  'quota_exceeded',
]

/** Registers routes that take an image of at most so many bytes; no others take multipart bodies. */
export async function takingImages(
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

/** The one file of an upload. @throws Problem where there is none, or more than one */
export async function sentImage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Problem('unsupported_media_type', msg`Send the image as multipart/form-data.`)
  }
  refuseContentEncoding(request)
  const files: Buffer[] = []
  try {
    for await (const part of request.files()) files.push(await part.toBuffer())
  } catch (error) {
    throw uploadProblem(error)
  }
  const [file] = files
  if (file && files.length === 1) return file
  const detail = file ? msg`holds more than one file.` : msg`holds no file part.`
  throw new Problem('validation_failed', msg`The upload ${detail}`, {
    errors: [{ pointer: '', code: file ? 'several_files' : 'file_required', detail }],
  })
}

function uploadProblem(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') {
    const detail = msg`holds more than one file.`
    return new Problem('validation_failed', msg`The upload ${detail}`, {
      errors: [{ pointer: '', code: 'several_files', detail }],
    })
  }
  if (code?.startsWith('FST_')) return error
  return new Problem('bad_request', msg`The multipart body is broken or cut off.`, { cause: error })
}
