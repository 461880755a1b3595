import type { ListedMember } from '@pedido/client'
import { useTexts } from '../../text/texts.ts'
import { StatusBadge } from '../../ui/pieces.tsx'
import { text } from './text.ts'

export function Status({ member }: { member: Pick<ListedMember, 'status'> }) {
  const t = useTexts(text)
  const isActive = member.status === 'active'
  return <StatusBadge tone={isActive ? 'good' : 'warn'}>{t[member.status]}</StatusBadge>
}
