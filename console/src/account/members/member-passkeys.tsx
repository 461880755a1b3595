import type { Member, Passkey } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PasskeyList } from '../profile/passkeys.tsx'
import { MEMBERS } from './queries.ts'
import { text } from './text.ts'

/** A member's passkeys, and an end to one that is not his. */
export function MemberPasskeys({ member: { id } }: { member: Member }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const queryKey = [...MEMBERS, id, 'passkeys']
  const [removed, setRemoved] = useState<Passkey>()
  const { data: passkeys, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => pedido.members.listPasskeys(id, { signal }),
  })
  return (
    <section className="panel stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t.passkeys}</h2>
      <Problem error={error} />
      {!passkeys && !error && <Skeleton lines={2} />}
      {passkeys?.length === 0 && <p className="quiet">{t.noPasskeys}</p>}
      {passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={setRemoved} />}
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t.removePasskey(removed?.name ?? '')}
        action={t.removePasskeyAction}
        isDanger
        onConfirm={async () => {
          if (removed) await pedido.members.deletePasskey(id, removed.id)
          await queries.invalidateQueries({ queryKey })
          toast({ text: t.passkeyRemoved })
        }}
      >
        {t.removePasskeyWhy}
      </ConfirmDialog>
    </section>
  )
}
