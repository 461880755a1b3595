import type { Service } from './service.ts'

export interface Reply {
  status: number
  headers: Headers
  /** Parsed where it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  body: any
}

export interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One request to a running service, with a token; GET unless there is a body. */
export async function callService(
  { address }: Pick<Service, 'address'>,
  token: string,
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', headers = {} }: Call = {},
): Promise<Reply> {
  const response = await fetch(address + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}
