import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Service } from '../service.ts'

/** A POST whose body is only half sent: `finish` sends the rest and gives the answer's status. */
export async function halfSent(service: Service, token: string, body: string) {
  const sending = request(`${service.address}/customers`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  })
  // Awaited from the start: a connection that breaks off before the end fails `finish`.
  const answer = once(sending, 'response') as Promise<[IncomingMessage]>
  answer.catch(() => {})
  sending.on('error', () => {})
  // The service has the request in hand once it says that it waits for the body.
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(body.slice(0, 5))
  const finish = async () => {
    sending.end(body.slice(5))
    const [response] = await answer
    return response.resume().statusCode as number
  }
  return { finish }
}
