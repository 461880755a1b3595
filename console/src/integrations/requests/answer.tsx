import type { KeptRequest } from '@pedido/client'
import { StatusBadge } from '../../ui/pieces.tsx'

/** The status, and the code of a problem. */
export function Answer({ request: { status, code } }: { request: KeptRequest }) {
  const tone = status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'
  return <StatusBadge tone={tone}>{code ? `${status} ${code}` : status}</StatusBadge>
}
