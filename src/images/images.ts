/**
 * Product images: what comes in, untrusted, becomes one WebP file named after its content.
 *
 * Only the five formats of the interface ever reach a decoder: the first bytes decide which,
 * and libvips itself has every other loader blocked (SVG, PDF, TIFF and the rest). Why these
 * figures: docs/decisions/0003-images.md.
 */
import { createHash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'

/** Pixels (width × height) an uploaded image may have, */
const IMAGE_MAX_PIXELS = 50_000_000
/** one of which all must be in memory at once (6 to 10 bytes a pixel), */
const WHOLE_MAX_PIXELS = 25_000_000
/** and an AVIF (18 bytes a pixel): a phone's picture has 12,200,000. */
const AVIF_MAX_PIXELS = 13_000_000
/** Pixels of the longer side of a stored image. */
export const IMAGE_MAX_SIDE = 2_048
/** Least and greatest width, in pixels, that a reader may ask for. */
export const IMAGE_WIDTH_MIN = 16

/**
 * Widths that are really made, in pixels; a wish is rounded up to the next one. Whoever asks
 * for all 2,033 widths of an image costs eight encodings, once, and not 2,033.
 */
export const IMAGE_WIDTH_STEPS = [64, 128, 256, 384, 512, 768, 1_024, 1_536, 2_048] as const

const JOB_SECONDS = 30

/** Loaded when the first image comes: it takes some 20 MB. */
const openDecoder = async () => (await import('./decoder.ts')).decoder

/** Lets work that decodes an image wait for its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Pixels that a logo may have; a printed head of 5 cm needs no more. */
const LOGO_WIDTH = 1_200
const LOGO_HEIGHT = 400

const atOnce: InTurn = (work) => work()

export interface PreparedImage {
  /** SHA-256 of `bytes` in hexadecimal, then `.webp` or `.png`. */
  fileName: string
  /** sRGB, upright, without metadata. */
  bytes: Buffer
}

/**
 * Makes the file that is stored from the file that was sent: WebP of at most 2,048 pixels a side. The same input gives the same
 * name as long as sharp stays the same version. Of an animation the first frame is kept.
 *
 * Refuses with `unsupported_media_type` (not JPEG, PNG, WebP, AVIF or GIF by its bytes),
 * `image_too_large` (more pixels than its kind may have, by the header, before decoding), `image_invalid`
 * (truncated, damaged, or not decoded within 30 s), and as `inTurn` does.
 */
export function prepareImage(bytes: Buffer, inTurn: InTurn = atOnce): Promise<PreparedImage> {
  return prepared(bytes, inTurn, 'webp', () => encode(bytes, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE))
}

/**
 * The same for the logo of an account: a PNG of at most 1,200 × 400 pixels, which may be
 * transparent. Every reader of PDF and of mail shows one.
 */
export function prepareLogo(bytes: Buffer, inTurn: InTurn = atOnce): Promise<PreparedImage> {
  const make = async () => {
    const image = await within(bytes, LOGO_WIDTH, LOGO_HEIGHT)
    return image.png({ compressionLevel: 9 }).timeout({ seconds: JOB_SECONDS }).toBuffer()
  }
  return prepared(bytes, inTurn, 'png', make)
}

/** A stored logo as it looks on paper: PDF takes a PNG without transparency as it is. */
export async function onPaper(logo: Buffer): Promise<Buffer> {
  const decoder = await openDecoder()
  return decoder(logo).flatten({ background: 'white' }).png().toBuffer()
}

async function prepared(
  bytes: Buffer,
  inTurn: InTurn,
  ending: 'webp' | 'png',
  make: () => Promise<Buffer>,
): Promise<PreparedImage> {
  const format = signature(bytes)
  if (!format) throw unsupported()
  return inTurn(async () => {
    await checkHeader(bytes, format)
    const stored = await decoded(make())
    const digest = createHash('sha256').update(stored).digest('hex')
    return { fileName: `${digest}.${ending}`, bytes: stored }
  })
}

/**
 * A smaller WebP of a stored image: `width` pixels wide (16…2,048), or the same buffer when it
 * is not wider. Refuses as `inTurn` does. A stored image that can't be decoded is our fault, not the reader's: sharp's own error comes out, which is no refusal.
 */
export async function resizeImage(
  bytes: Buffer,
  width: number,
  inTurn: InTurn = atOnce,
): Promise<Buffer> {
  if (!(width >= IMAGE_WIDTH_MIN && width <= IMAGE_MAX_SIDE)) {
    throw new RangeError(`image width ${width} is outside ${IMAGE_WIDTH_MIN}…${IMAGE_MAX_SIDE}`)
  }
  return inTurn(async () => {
    const decoder = await openDecoder()
    const original = await decoder(bytes).metadata()
    return original.width <= width ? bytes : encode(bytes, width)
  })
}

/** The width that is made for a wish of `width` pixels: the next step up. */
export function widthStep(width: number): number {
  return IMAGE_WIDTH_STEPS.find((step) => step >= width) ?? IMAGE_MAX_SIDE
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** What the first bytes say the file is. Never trusts a header or a file's extension. */
function signature(bytes: Buffer): Format | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && brands(bytes).some((b) => b === 'avif' || b === 'avis'))
    return 'avif'
  return undefined
}

/**
 * Major and compatible brands of an ISO media file (ISO/IEC 14496-12, 4.3). AVIF demands
 * `avif` or `avis` among them, HEIC has `heic`; both may have `mif1` as the major one.
 */
function brands(bytes: Buffer): string[] {
  // A real box has a handful of brands; 256 bytes hold sixty.
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const found = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(bytes.toString('latin1', at, at + 4))
  return found
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

/** What sharp throws here comes from the bytes; its own words are for the log only. */
async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Problem(
      'image_invalid',
      msg`The image is truncated, damaged or takes too long to decode.`,
      {
        cause,
      },
    )
  }
}

function unsupported(): Problem {
  return new Problem(
    'unsupported_media_type',
    msg`The file is not a JPEG, PNG, WebP, AVIF or GIF image (its bytes decide, not its name or type).`,
  )
}
