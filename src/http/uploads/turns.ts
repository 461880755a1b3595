import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FairShare } from '../../base/fair-share.ts'
import { Refusal } from '../../base/refusals.ts'
import { say } from '../../texts/text.ts'

/**
 * Waits for the turn of a request's account.
 * @returns gives the place back; a second call does nothing
 * @throws Refusal as `FairShare.turn` does, and where the client has left meanwhile
 */
export async function turnOf(
  { account_id }: NonNullable<FastifyRequest['actor']>,
  { raw }: FastifyReply,
  share: FairShare,
): Promise<() => void> {
  const leave = await share.turn(account_id)
  if (!raw.closed) return leave
  leave()
  throw new Refusal('unavailable', say`Nobody waits for the answer.`)
}
