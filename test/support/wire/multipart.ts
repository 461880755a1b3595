import type { SendOptions } from '../../harness.ts'

export interface Part {
  /** Name of the form's field. */
  name?: string
  filename?: string
  type?: string
  content: Buffer | string
}

/** A multipart body by hand: FormData would mend what is wrong with it. */
export function multipart(
  parts: Part[],
  boundary = 'b0und4ry',
  options: SendOptions = {},
): SendOptions {
  const pieces = parts.flatMap(({ name = 'file', filename, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((one) => Buffer.from(one)))
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...options.headers,
  }
  return { ...options, body, headers }
}

/** A file part; what it says of itself is wrong unless its content is a PNG. */
export const file = (content: Buffer | string, more: Partial<Part> = {}): Part => ({
  filename: 'a.png',
  type: 'image/png',
  content,
  ...more,
})
