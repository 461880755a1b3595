import type { NewMember } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useSignInWays } from '../../session/sign-in/ways.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { bodyOf, MemberFields, newMember, pointers } from './member-fields.tsx'
import { text } from './text.ts'

/** Invites somebody, and shows the link this once. */
export function InviteDialog({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: () => Promise<unknown>
}) {
  const t = useTexts(text)
  const [invited, setInvited] = useState<NewMember>()
  if (invited) {
    const { name, invitation_url } = invited
    return <LinkDialog name={name} link={invitation_url} purpose="invitation" onClose={onClose} />
  }
  return (
    <Dialog isOpen onClose={onClose} title={t.invite}>
      <InviteForm
        onCancel={onClose}
        onInvited={(member) => {
          setInvited(member)
          void onInvited()
        }}
      />
    </Dialog>
  )
}

/** A one-time link, to be taken to whom it is for. */
export function LinkDialog({
  name,
  link,
  purpose,
  onClose,
}: {
  name: string
  link: string
  purpose: 'invitation' | 'reset'
  onClose: () => void
}) {
  const t = useTexts(text)
  const isMailed = useSignInWays()?.password_reset
  const foot = (
    <Button look="primary" onClick={onClose}>
      {t.done}
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t.linkTitle} foot={foot}>
      <CopyField
        label={t.linkFor(name)}
        hint={purpose === 'invitation' ? t.invitationHint : t.resetHint}
        value={link}
      />
      {isMailed && <p className="quiet">{t.mailedToo}</p>}
    </Dialog>
  )
}

function InviteForm({
  onCancel,
  onInvited,
}: {
  onCancel: () => void
  onInvited: (member: NewMember) => void
}) {
  const t = useTexts(text)
  const [values, setValues] = useState(newMember)
  const { submit, isBusy, error } = useSubmit(async () => {
    onInvited(await pedido.members.create(bodyOf(values)))
  })
  return (
    <form className="stack" onSubmit={submit}>
      <FieldErrors error={error}>
        <Problem error={error} shownAt={pointers} />
        <MemberFields values={values} onChange={setValues} />
        <div className="row end">
          <Button onClick={onCancel}>{t.cancel}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t.inviteAction}
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}
