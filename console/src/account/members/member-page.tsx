import type { Member, MemberLink } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import '../../common/common.css'
import { isGone, Missing } from '../../common/missing.tsx'
import { useMayTransfer } from '../../common/transfer/transfer.ts'
import { pedido } from '../../session/client.ts'
import { useSession } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Sessions } from '../profile/sessions.tsx'
import { LinkDialog } from './invite.tsx'
import { MemberForm } from './member-form.tsx'
import { MemberPasskeys } from './member-passkeys.tsx'
import { type Found, MEMBERS, readMember } from './queries.ts'
import { Status } from './status.tsx'
import { text } from './text.ts'

/** One member: what he may do, how he signs in, where he is signed in. */
export default function MemberPage({ id }: { id: number }) {
  const t = useTexts(text)
  const found = useQuery({
    queryKey: [...MEMBERS, id],
    queryFn: ({ signal }) => readMember(id, signal),
    // Its ETag is known of the record itself, not of a copy.
    structuralSharing: false,
  })
  useTitle(found.data?.member.name ?? t.title)
  if (!found.data || isGone(found.error)) {
    return <Missing title={t.title} error={found.error} href="/members" />
  }
  return <MemberView key={id} found={found.data} />
}

function MemberView({ found }: { found: Found }) {
  const { member } = found
  return (
    <Page title={member.name} sub={member.email} actions={<Remove member={member} />}>
      <div className="common__two">
        <MemberForm found={found} />
        <div className="stack">
          <Access member={member} />
          <MemberSessions member={member} />
          <MemberPasskeys member={member} />
          {member.linked && <Linked member={member} />}
        </div>
      </div>
    </Page>
  )
}

function Access({ member }: { member: Member }) {
  const t = useTexts(text)
  const { date } = useFormats()
  const [link, setLink] = useState<MemberLink>()
  const isInvited = member.status === 'invited'
  const { submit, isBusy, error } = useSubmit(async () => {
    setLink(await pedido.members.createLink(member.id))
  })
  const known = member.linked ? t.byProvider : t.hasPassword
  return (
    <section className="panel stack" aria-labelledby="access">
      <div className="row spread">
        <h2 id="access">{t.access}</h2>
        <Status member={member} />
      </div>
      <p className="quiet">{isInvited ? t.waits(date(member.created_at)) : known}</p>
      <Problem error={error} />
      <div className="row">
        <Button isBusy={isBusy} onClick={() => submit()}>
          <Icon name="link" size={16} />
          {isInvited ? t.newInvitation : t.resetLink}
        </Button>
      </div>
      {link !== undefined && (
        <LinkDialog
          name={member.name}
          link={link.url}
          purpose={link.purpose}
          onClose={() => setLink(undefined)}
        />
      )}
    </section>
  )
}

function Linked({ member: { id } }: { member: Member }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const { submit, isBusy, error } = useSubmit(async () => {
    await pedido.members.unlink(id)
    await queries.invalidateQueries({ queryKey: [...MEMBERS, id] })
    toast({ text: t.unlinked })
  })
  return (
    <section className="panel stack" aria-labelledby="provider">
      <h2 id="provider">{t.provider}</h2>
      <p className="quiet">{t.linked}</p>
      <Problem error={error} />
      <div className="row">
        <Button isBusy={isBusy} onClick={() => submit()}>
          {t.unlink}
        </Button>
      </div>
    </section>
  )
}

function MemberSessions({ member: { id, name } }: { member: Member }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const queryKey = [...MEMBERS, id, 'sessions']
  const [isEnding, setEnding] = useState(false)
  const { data: sessions, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => pedido.members.listSessions(id, { signal }),
  })
  const others = sessions?.filter(({ current }) => !current) ?? []
  const end = async (ids: readonly number[]) => {
    for (const one of ids) await pedido.members.deleteSession(id, one)
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <section className="panel stack" aria-labelledby="sessions">
      <div className="row spread">
        <h2 id="sessions">{t.sessions}</h2>
        {others.length > 1 && <Button onClick={() => setEnding(true)}>{t.endAll}</Button>}
      </div>
      <Problem error={error} />
      {!sessions && !error && <Skeleton lines={3} />}
      {sessions?.length === 0 && <p className="quiet">{t.noSessions}</p>}
      {sessions && sessions.length > 0 && (
        <Sessions sessions={sessions} onEnd={(one) => end([one])} />
      )}
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        title={t.endAllTitle(name)}
        action={t.endAll}
        isDanger
        onConfirm={async () => {
          await end(others.map((one) => one.id))
          toast({ text: t.endedAll })
        }}
      >
        {t.endAllWhy}
      </ConfirmDialog>
    </section>
  )
}

function Remove({ member }: { member: Member }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const isSelf = useSession().member.id === member.id
  const remove = async () => {
    await pedido.members.delete(member.id)
    if (isSelf) return window.location.assign('/console')
    await queries.invalidateQueries({ queryKey: [...MEMBERS, 'list'] })
    toast({ text: t.removed })
    go('/members', { replace: true })
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Icon name="trash" size={16} />
        {t.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.removeTitle(member.name)}
        action={t.remove}
        isDanger
        onConfirm={remove}
      >
        <div className="stack">
          <p>{t.removeWhy}</p>
          {isAsking && member.id_user !== null && <TheirCustomers id_user={member.id_user} />}
          {isSelf && <p>{t.removeYou}</p>}
        </div>
      </ConfirmDialog>
    </>
  )
}

/** Customers stay with their seller, whether he signs in or not. */
function TheirCustomers({ id_user }: { id_user: number }) {
  const t = useTexts(text)
  const mayTransfer = useMayTransfer()
  const { data: count = 0 } = useQuery({
    queryKey: ['customers', 'count', id_user],
    queryFn: async ({ signal }) => {
      const { pagination } = await pedido.customers.list({ id_user }, { signal }).page({ limit: 1 })
      return pagination.total
    },
    enabled: mayTransfer,
  })
  if (count === 0) return null
  return (
    <p>
      {t.hasCustomers(count)} <Link href={`/records/users/${id_user}`}>{t.transferFirst}</Link>
    </p>
  )
}
