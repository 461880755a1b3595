import type { Metadata, Sharp } from 'sharp'
import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'
import {
  type Format,
  formatOf,
  IMAGE_MAX_SIDE,
  IMAGE_WIDTH_MIN,
  invalidImage,
  type MakeImage,
  unsupported,
} from './images.ts'

// What libvips does with images. It has every loader blocked but those of the five formats (no SVG, PDF, TIFF).

/** Pixels (width × height) an uploaded image may have, */
const IMAGE_MAX_PIXELS = 50_000_000
/** one of which all must be in memory at once (6 to 10 bytes a pixel), */
const WHOLE_MAX_PIXELS = 25_000_000
/** and an AVIF (18 bytes a pixel): a phone's picture has 12,200,000. */
const AVIF_MAX_PIXELS = 13_000_000

/** Pixels that a logo may have; a printed head of 5 cm needs no more. */
const LOGO_WIDTH = 1_200
const LOGO_HEIGHT = 400

/** Of the clock: on a busy machine it has a tenth of a processor. */
const JOB_SECONDS = 60

/** Loaded when the first image comes: it takes some 20 MB. */
const openDecoder = async () => (await import('./decoder.ts')).decoder

/**
 * Makes an image, in this process and at once.
 *
 * Refuses with `unsupported_media_type`, `image_too_large` (more pixels than its kind may have, by the
 * header, before decoding) and `image_invalid` (truncated, damaged, or not decoded within 60 s). A stored
 * image that can't be decoded is our fault, not the reader's: sharp's own error comes out, which is no refusal.
 */
export const makeImage: MakeImage = async (kind, bytes) => {
  if (typeof kind === 'number') return resized(bytes, kind)
  await checkHeader(bytes, formatOf(bytes))
  return decoded(kind === 'logo' ? logo(bytes) : encode(bytes, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE))
}

/** A stored logo as it looks on paper: PDF takes a PNG without transparency as it is. */
export async function onPaper(logo: Buffer): Promise<Buffer> {
  const decoder = await openDecoder()
  return decoder(logo).flatten({ background: 'white' }).png().toBuffer()
}

async function logo(bytes: Buffer): Promise<Buffer> {
  const image = await within(bytes, LOGO_WIDTH, LOGO_HEIGHT)
  return image.png({ compressionLevel: 9 }).timeout({ seconds: JOB_SECONDS }).toBuffer()
}

/** A smaller WebP of a stored image: `width` pixels wide (16…2,048), or as it is when it is not wider. */
async function resized(bytes: Buffer, width: number): Promise<Buffer> {
  if (!(width >= IMAGE_WIDTH_MIN && width <= IMAGE_MAX_SIDE)) {
    throw new RangeError(`image width ${width} is outside ${IMAGE_WIDTH_MIN}…${IMAGE_MAX_SIDE}`)
  }
  const decoder = await openDecoder()
  const original = await decoder(bytes).metadata()
  return original.width <= width ? bytes : encode(bytes, width)
}

async function checkHeader(bytes: Buffer, format: Format): Promise<void> {
  const decoder = await openDecoder()
  const header = await decoded(decoder(bytes, { limitInputPixels: false }).metadata())
  // sharp calls both AVIF and HEIC `heif`, and its `compression` only repeats the major brand.
  if (header.format !== (format === 'avif' ? 'heif' : format)) throw unsupported()
  const pixels = header.width * header.height
  if (pixels > maxPixels(header)) {
    const megapixels = Math.ceil(pixels / 1_000_000)
    throw new Problem(
      'image_too_large',
      msg`The image has ${header.width} × ${header.height} pixels (${megapixels} megapixels); at most 50 megapixels are accepted, of AVIF 13, of GIF, interlaced PNG and progressive JPEG 25.`,
    )
  }
}

/** So that decoding takes 0.25 GB at most. */
function maxPixels({ format, isProgressive }: Metadata): number {
  if (format === 'heif') return AVIF_MAX_PIXELS
  return isProgressive || format === 'gif' ? WHOLE_MAX_PIXELS : IMAGE_MAX_PIXELS
}

async function encode(bytes: Buffer, width: number, height?: number): Promise<Buffer> {
  const image = await within(bytes, width, height)
  return image.webp({ quality: 82 }).timeout({ seconds: JOB_SECONDS }).toBuffer()
}

/** Decodes all of the first frame. sharp itself drops metadata and converts to sRGB. */
async function within(bytes: Buffer, width: number, height?: number): Promise<Sharp> {
  const limits = {
    limitInputPixels: IMAGE_MAX_PIXELS,
    failOn: 'warning',
    autoOrient: true,
  } as const
  const size = {
    width,
    ...(height && { height }),
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  const decoder = await openDecoder()
  return decoder(bytes, limits).resize(size)
}

/** What sharp throws here comes from the bytes. */
async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw invalidImage(cause)
  }
}
