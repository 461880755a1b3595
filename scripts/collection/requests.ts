/** A collection of Postman, version 2.1, as far as it is read here. */
export interface Collection {
  item: Folder[]
}

interface Folder {
  item?: Folder[]
  request?: Request
}

interface Pair {
  key: string
  value?: string | null
  type?: string
  disabled?: boolean
}

interface Request {
  method: string
  url: { path: string[]; query?: Pair[]; variable?: Pair[] }
  header?: Pair[]
  body?: { mode?: string; raw?: string; formdata?: Pair[] }
}

/** One request to send. */
export interface Item {
  method: string
  /** The path as the document has it: `/orders/{id}`. */
  template: string
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

/** A picture of one pixel: a collection names files that only its user has. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** All requests in order. Deletions come last, so that the others find what they ask for. */
export function requestsOf({ item }: Collection): Item[] {
  const all = item.flatMap(leaves).map(itemOf)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

function leaves(folder: Folder): Request[] {
  return [...(folder.request ? [folder.request] : []), ...(folder.item ?? []).flatMap(leaves)]
}

/** What others refer to is made first; orders after the records, what is below them after them. */
function rank({ method, template }: Item): number {
  if (method === 'DELETE') return 4
  if (template.startsWith('/orders')) return template === '/orders' || method === 'PUT' ? 2 : 3
  return method === 'PUT' || (method === 'POST' && !template.includes('{')) ? 0 : 1
}

const isSent = ({ disabled }: Pair) => disabled !== true

function itemOf({ method, url, header = [], body }: Request): Item {
  const variables = new Map((url.variable ?? []).map(({ key, value }) => [key, value ?? '']))
  const path = url.path.map((segment) =>
    segment.startsWith(':') ? encodeURIComponent(variables.get(segment.slice(1)) ?? '') : segment,
  )
  const query = new URLSearchParams(
    (url.query ?? []).filter(isSent).map(({ key, value }) => [key, value ?? '']),
  )
  const template = url.path.map((part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part))
  const isForm = body?.mode === 'formdata'
  const headers = header
    .filter(isSent)
    .filter(({ key }) => !(isForm && key.toLowerCase() === 'content-type'))
    .map(({ key, value }) => [key, value ?? ''])
  const content = isForm ? formOf(body.formdata ?? []) : body?.raw
  return {
    method,
    template: `/${template.join('/')}`,
    path: `/${path.join('/')}${query.size > 0 ? `?${query}` : ''}`,
    headers: Object.fromEntries(headers),
    ...(content === undefined || content === '' ? {} : { body: content }),
  }
}

function formOf(parts: Pair[]): FormData {
  const form = new FormData()
  for (const { key, value, type } of parts.filter(isSent)) {
    if (type === 'file') form.append(key, new Blob([PIXEL], { type: 'image/png' }), 'pixel.png')
    else form.append(key, value ?? '')
  }
  return form
}
