/**
 * Product images: what comes in, untrusted, becomes one WebP file named after its content.
 *
 * Only the five formats of the interface ever reach a decoder: the first bytes decide which. Why these
 * figures: docs/decisions/0003-images.md.
 */
import { createHash } from 'node:crypto'
import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'

/** Pixels of the longer side of a stored image. */
export const IMAGE_MAX_SIDE = 2_048
/** Least and greatest width, in pixels, that a reader may ask for. */
export const IMAGE_WIDTH_MIN = 16

/**
 * Widths that are really made, in pixels; a wish is rounded up to the next one. Whoever asks
 * for all 2,033 widths of an image costs eight encodings, once, and not 2,033.
 */
export const IMAGE_WIDTH_STEPS = [64, 128, 256, 384, 512, 768, 1_024, 1_536, 2_048] as const

/** What is made of an image: the one that is stored, a logo, or a stored one with a width in pixels. */
export type ImageKind = 'image' | 'logo' | number

/**
 * Makes an image of bytes, with the decoder of `decoding.ts`, wherever that runs.
 * @throws Problem as `decoded` there, and as whoever has it wait for its turn
 */
export type MakeImage = (kind: ImageKind, bytes: Buffer) => Promise<Buffer>

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
 * Refuses with `unsupported_media_type` (not JPEG, PNG, WebP, AVIF or GIF by its bytes), and as `make` does.
 */
export function prepareImage(bytes: Buffer, make: MakeImage): Promise<PreparedImage> {
  return prepared(bytes, 'webp', () => make('image', bytes))
}

/**
 * The same for the logo of an account: a PNG of at most 1,200 × 400 pixels, which may be
 * transparent. Every reader of PDF and of mail shows one.
 */
export function prepareLogo(bytes: Buffer, make: MakeImage): Promise<PreparedImage> {
  return prepared(bytes, 'png', () => make('logo', bytes))
}

async function prepared(
  bytes: Buffer,
  ending: 'webp' | 'png',
  make: () => Promise<Buffer>,
): Promise<PreparedImage> {
  // Before a decoder is bothered with it.
  formatOf(bytes)
  const stored = await make()
  const digest = createHash('sha256').update(stored).digest('hex')
  return { fileName: `${digest}.${ending}`, bytes: stored }
}

/** The width that is made for a wish of `width` pixels: the next step up. */
export function widthStep(width: number): number {
  return IMAGE_WIDTH_STEPS.find((step) => step >= width) ?? IMAGE_MAX_SIDE
}

export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/**
 * What the first bytes say the file is. Never trusts a header or a file's extension.
 * @throws Problem `unsupported_media_type`
 */
export function formatOf(bytes: Buffer): Format {
  const format = formatIn(bytes)
  if (!format) throw unsupported()
  return format
}

/** The same; undefined where it is none of them. */
export function formatIn(bytes: Buffer): Format | undefined {
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

export function unsupported(): Problem {
  return new Problem(
    'unsupported_media_type',
    msg`The file is not a JPEG, PNG, WebP, AVIF or GIF image (its bytes decide, not its name or type).`,
  )
}

/** @param cause for the log only: what it says comes from the bytes */
export function invalidImage(cause: unknown): Problem {
  return new Problem(
    'image_invalid',
    msg`The image is truncated, damaged or takes too long to decode.`,
    { cause },
  )
}
