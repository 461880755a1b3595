import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type ErrorCode, Problem } from '../../src/base/problems.ts'
import { makeImage } from '../../src/images/decoding.ts'
import {
  IMAGE_MAX_SIDE,
  IMAGE_WIDTH_MIN,
  IMAGE_WIDTH_STEPS,
  prepareImage as preparedBy,
  widthStep,
} from '../../src/images/images.ts'

// In this process, which libvips serves as it serves the service's own for images.
const prepareImage = (bytes: Buffer) => preparedBy(bytes, makeImage)

const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const

/** A picture with noise, so that every part of the file carries something. */
function picture(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: 'red', noise } })
}

function refuses(code: ErrorCode) {
  return (error: unknown) => error instanceof Problem && error.code === code
}

/** The method of interlacing in a PNG's header. */
const INTERLACED = 1

/** A PNG that claims `width` × `height` pixels, RGB, and carries `data` (zlib) for them. */
function pngClaiming(width: number, height: number, data: Buffer, interlacing = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, interlacing], 8)
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content])
    const around = Buffer.alloc(8)
    around.writeUInt32BE(content.length, 0)
    around.writeUInt32BE(crc32(typed), 4)
    return Buffer.concat([around.subarray(0, 4), typed, around.subarray(4)])
  }
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([start, ...chunks])
}

/** An ISO media file's first box with these brands, and nothing after it. */
function isoMedia(...brands: string[]): Buffer {
  const box = Buffer.from(`....ftyp${brands[0]}....${brands.join('')}`, 'latin1')
  box.writeUInt32BE(box.length, 0)
  return box
}

describe('an uploaded image', () => {
  for (const format of formats) {
    test(`in ${format} becomes a WebP named after its content`, async () => {
      const sent = await picture(120, 80).toFormat(format).toBuffer()
      const { fileName, bytes } = await prepareImage(sent)
      const stored = await sharp(bytes).metadata()
      assert.deepEqual([stored.format, stored.width, stored.height], ['webp', 120, 80])
      assert.equal(fileName, `${createHash('sha256').update(bytes).digest('hex')}.webp`)
      assert.equal((await prepareImage(sent)).fileName, fileName)
    })

    test(`in ${format} that ends too early is refused`, async () => {
      const sent = await picture(120, 80).toFormat(format).toBuffer()
      for (const part of [0.01, 0.5, 0.98]) {
        const cut = sent.subarray(0, Math.max(16, Math.floor(sent.length * part)))
        await assert.rejects(prepareImage(cut), refuses('image_invalid'), `${part}`)
      }
    })
  }

  test('in AVIF is known by any of its brands', async () => {
    const sent = await picture(12, 8).avif().toBuffer()
    sent.write('mif1', 8)
    assert.ok(await prepareImage(sent))
  })

  test('with damage inside is refused', async () => {
    const sent = await picture(120, 80).jpeg().toBuffer()
    const middle = Math.floor(sent.length / 2)
    sent.fill(0xff, middle, middle + 200)
    await assert.rejects(prepareImage(sent), refuses('image_invalid'))
  })

  test('is put upright and loses EXIF, GPS, ICC, XMP', async () => {
    const sent = await picture(120, 80)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toBuffer()
    const before = await sharp(sent).metadata()
    assert.equal(before.orientation, 6)
    assert.ok(before.exif?.includes('Somebody') && before.icc && before.xmp)
    const { bytes } = await prepareImage(sent)
    const after = await sharp(bytes).metadata()
    assert.deepEqual([after.width, after.height], [80, 120])
    const left = [after.orientation, after.exif, after.icc, after.xmp, after.iptc]
    assert.deepEqual(left, [undefined, undefined, undefined, undefined, undefined])
    assert.ok(!bytes.includes('Somebody') && !bytes.includes('EXIF'))
  })

  test('is made smaller to 2,048 pixels a side, never larger', async () => {
    const sizes = { '3000x1500': '2048x1024', '10x20000': '1x2048', '7x5': '7x5' }
    for (const [sent, expected] of Object.entries(sizes)) {
      const [width = 0, height = 0] = sent.split('x').map(Number)
      const { bytes } = await prepareImage(await picture(width, height).png().toBuffer())
      const stored = await sharp(bytes).metadata()
      assert.equal(`${stored.width}x${stored.height}`, expected)
    }
  })

  test('keeps its transparency, and is sRGB afterwards', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0 }
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background } })
    const { bytes } = await prepareImage(await clear.png().toBuffer())
    assert.equal((await sharp(bytes).stats()).isOpaque, false)
    const printed = await picture(9, 9).toColourspace('cmyk').jpeg().toBuffer()
    const { space } = await sharp((await prepareImage(printed)).bytes).metadata()
    assert.equal(space, 'srgb')
  })

  test('that moves keeps its first frame', async () => {
    const frames = await Promise.all(
      ['red', 'lime'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    for (const format of ['gif', 'webp'] as const) {
      const moving = sharp(frames, { join: { animated: true } }).toFormat(format)
      const sent = await moving.toBuffer()
      assert.equal((await sharp(sent).metadata()).pages, 2)
      const { bytes } = await prepareImage(sent)
      const stored = await sharp(bytes).metadata()
      assert.deepEqual([stored.pages ?? 1, stored.height], [1, 20])
      const { dominant } = await sharp(bytes).stats()
      assert.ok(dominant.r > 200 && dominant.g < 50, format)
    }
  })

  test('over 50 megapixels is refused, by its header alone', async () => {
    const background = 'blue'
    const create = { width: 8_500, height: 6_000, channels: 3, background } as const
    const whole = await sharp({ create }).png().toBuffer()
    await assert.rejects(prepareImage(whole), refuses('image_too_large'))
    // One with almost no data: had it been decoded, it would have been `image_invalid`.
    const bomb = pngClaiming(1_000_000, 1_000_000, deflateSync(Buffer.alloc(1_000)))
    await assert.rejects(prepareImage(bomb), refuses('image_too_large'))
    const claim = pngClaiming(10_000, 5_001, Buffer.alloc(0))
    await assert.rejects(prepareImage(claim), refuses('image_too_large'))
    const inside = pngClaiming(10_000, 5_000, Buffer.alloc(0))
    await assert.rejects(prepareImage(inside), refuses('image_invalid'))
    const absurd = pngClaiming(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(0))
    await assert.rejects(prepareImage(absurd), refuses('image_invalid'))
  })

  test('has fewer pixels where all must be in memory at once', async () => {
    const avif = (width: number) =>
      sharp({ create: { width, height: 3_600, channels: 3, background: 'blue' } })
        .avif({ effort: 0 })
        .toBuffer()
    await assert.rejects(prepareImage(await avif(3_612)), refuses('image_too_large'))
    const { bytes } = await prepareImage(await avif(3_400))
    assert.equal((await sharp(bytes).metadata()).height, IMAGE_MAX_SIDE)
    const claim = pngClaiming(5_001, 5_000, Buffer.alloc(0), INTERLACED)
    await assert.rejects(prepareImage(claim), refuses('image_too_large'))
    const inside = pngClaiming(5_000, 5_000, Buffer.alloc(0), INTERLACED)
    await assert.rejects(prepareImage(inside), refuses('image_invalid'))
  })

  test('is known by its bytes: everything else is refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const others: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      'one byte': Buffer.from([0xff]),
      text: Buffer.from('a text file that was named picture.png'),
      SVG: Buffer.from(svg),
      'SVG with a declaration': Buffer.from(`<?xml version="1.0"?>${svg}`),
      PDF: Buffer.from('%PDF-1.7\n'),
      TIFF: await picture(9, 9).tiff().toBuffer(),
      HEIC: isoMedia('heic', 'mif1', 'heic'),
      MP4: isoMedia('isom', 'iso2', 'mp41'),
      WAV: Buffer.from('RIFF....WAVEfmt '),
    }
    for (const [name, bytes] of Object.entries(others)) {
      await assert.rejects(prepareImage(bytes), refuses('unsupported_media_type'), name)
    }
    const mixed = { GIF: `GIF89a${svg}`, JPEG: `\xff\xd8\xff${svg}`, WebP: `RIFF....WEBP${svg}` }
    for (const [name, text] of Object.entries(mixed)) {
      await assert.rejects(
        prepareImage(Buffer.from(text, 'latin1')),
        refuses('image_invalid'),
        name,
      )
    }
  })

  test('gives the same name whenever its turn is', async () => {
    const sent = await picture(600, 400).png().toBuffer()
    const results = await Promise.all(Array.from({ length: 8 }, () => prepareImage(sent)))
    const names = new Set(results.map(({ fileName }) => fileName))
    assert.equal(names.size, 1)
    assert.deepEqual(names, new Set([(await prepareImage(sent)).fileName]))
  })
})

describe('a smaller version', () => {
  test('has the width asked for and the same shape, and is never larger', async () => {
    const { bytes } = await prepareImage(await picture(400, 200).png().toBuffer())
    const small = await sharp(await makeImage(100, bytes)).metadata()
    assert.deepEqual([small.format, small.width, small.height], ['webp', 100, 50])
    assert.equal(await makeImage(400, bytes), bytes)
    assert.equal(await makeImage(2_048, bytes), bytes)
    for (const width of [0, 15, 2_049, Number.NaN]) {
      await assert.rejects(makeImage(width, bytes), RangeError)
    }
  })

  test('exists in few widths: each wish is rounded up', () => {
    const made = new Set<number>()
    for (let width = IMAGE_WIDTH_MIN; width <= IMAGE_MAX_SIDE; width += 1) {
      const step = widthStep(width)
      assert.ok(step >= width)
      made.add(step)
    }
    assert.deepEqual([...made], [...IMAGE_WIDTH_STEPS])
    assert.equal(widthStep(IMAGE_MAX_SIDE), IMAGE_MAX_SIDE)
  })
})
