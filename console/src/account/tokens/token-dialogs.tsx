import type { NewToken, Token } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/fields/inputs.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ChangeTokenDialog } from './change-token.tsx'
import { MadeDialog } from './new-token.tsx'
import { text } from './text.ts'

/** What can be done with a token. */
export type Chosen = ['change' | 'rotate' | 'end' | 'revoke', Token]

/** Asks before it is done, and shows a secret that comes of it. */
export function TokenDialogs(props: {
  chosen: Chosen | undefined
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { chosen: [what, token] = [], onClose, onDone } = props
  const t = useTexts(text)
  const [made, setMade] = useState<NewToken>()
  if (made) return <MadeDialog token={made} onClose={() => setMade(undefined)} />
  if (!token) return null
  if (what === 'change')
    return <ChangeTokenDialog key={token.id} token={token} onClose={onClose} onDone={onDone} />
  if (what === 'rotate') {
    const rotated = (renewed: NewToken) => {
      setMade(renewed)
      return onDone()
    }
    return <RotateDialog token={token} onClose={onClose} onMade={rotated} />
  }
  const isEnd = what === 'end'
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isEnd ? `${t.end}: ${token.name}` : t.revokeTitle(token.name)}
      action={isEnd ? t.end : t.revoke}
      isDanger
      onConfirm={async () => {
        await pedido.tokens[isEnd ? 'deleteOldSecret' : 'delete'](token.id)
        await onDone()
        toast({ text: isEnd ? t.ended : t.revoked })
      }}
    >
      {isEnd ? t.endWhy : t.revokeWhy}
    </ConfirmDialog>
  )
}

const HOUR_S = 3600
const OVERLAPS_S = {
  now: 0,
  hour: HOUR_S,
  day: 24 * HOUR_S,
  week: 168 * HOUR_S,
  month: 720 * HOUR_S,
}
type Overlap = keyof typeof OVERLAPS_S
const OVERLAPS = Object.keys(OVERLAPS_S) as Overlap[]

function RotateDialog(props: {
  token: Token
  onClose: () => void
  onMade: (made: NewToken) => Promise<unknown>
}) {
  const t = useTexts(text)
  const { token, onClose, onMade } = props
  const [overlap, setOverlap] = useState<Overlap>('day')
  const rotate = () =>
    pedido.tokens.rotateSecret(token.id, { old_secret_expires_in: OVERLAPS_S[overlap] })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${t.rotate}: ${token.name}`}
      action={t.rotate}
      onConfirm={async () => onMade(await rotate())}
    >
      <Select
        label={t.overlap}
        value={overlap}
        onChange={(value) => setOverlap(value as Overlap)}
        options={OVERLAPS.map((value) => ({ label: t[value], value }))}
      />
    </ConfirmDialog>
  )
}
