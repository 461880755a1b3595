import type { ListedMember } from '@pedido/client'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import '../../common/common.css'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useSession } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page, StatusBadge } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { roleName } from '../roles.ts'
import { InviteDialog } from './invite.tsx'
import { MEMBERS } from './queries.ts'
import { Status } from './status.tsx'
import { text } from './text.ts'

/** Who signs in: a list, and invitations. */
export default function MembersPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const sort = params.get('sort') ?? 'name'
  const found = usePaged({
    key: [...MEMBERS, 'list', sort],
    read: (place, signal) =>
      pedido.members.list({ sort }, { signal }).page({ limit: 100, ...place }),
  })
  const columns = useMemberColumns(useSellerNames(found.rows))
  const set = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const actions = <Actions onInvite={() => set('invite', '')} />
  return (
    <Page title={t.title} sub={t.sub} actions={actions} isFull>
      <PagedTable
        found={found}
        label={t.title}
        columns={columns}
        idOf={(row) => row.id}
        hrefOf={(row) => `/members/${row.id}`}
        sort={sort}
        onSort={(next) => set('sort', next)}
        card={{ height: 84, show: (row) => <MemberCard member={row} /> }}
      />
      {params.has('invite') && (
        <InviteDialog
          onClose={() => set('invite', undefined)}
          onInvited={() => queries.invalidateQueries({ queryKey: MEMBERS })}
        />
      )}
    </Page>
  )
}

function Actions({ onInvite }: { onInvite: () => void }) {
  const t = useTexts(text)
  return (
    <>
      <ButtonLink href="/members/provider">
        <Icon name="shield" size={16} />
        {t.provider}
      </ButtonLink>
      <Button look="primary" onClick={onInvite}>
        <Icon name="plus" size={16} />
        {t.invite}
      </Button>
    </>
  )
}

/** What the sellers are called that members are. */
function useSellerNames(members: readonly ListedMember[]): ReadonlyMap<number, string> {
  const ids = [...new Set(members.flatMap(({ id_user }) => id_user ?? []))]
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['users', id, 'name'],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await pedido.users.read(id, { signal })).name,
    })),
    combine: (found) => new Map(ids.map((id, place) => [id, found[place]?.data ?? `#${id}`])),
  })
}

function useMemberColumns(sellers: ReadonlyMap<number, string>): Column<ListedMember>[] {
  const t = useTexts(text)
  const language = useLanguage()
  const { ago } = useFormats()
  const { member } = useSession()
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(11.5rem, 2fr)',
      sort: 'name',
      cell: (row) => <span title={row.name}>{row.name}</span>,
    },
    {
      id: 'email',
      header: t.email,
      width: 'minmax(11.5rem, 2fr)',
      sort: 'email',
      cell: (row) => <span title={row.email}>{row.email}</span>,
    },
    { id: 'role', header: t.role, width: '7rem', cell: (row) => roleName(row.role, language) },
    {
      id: 'status',
      header: t.status,
      width: '9rem',
      cell: (row) => (
        <>
          <Status member={row} /> <MailFailure member={row} />
          {row.id === member.id && <StatusBadge tone="info">{t.you}</StatusBadge>}
        </>
      ),
    },
    {
      id: 'seller',
      header: t.seller,
      width: 'minmax(7rem, 1.5fr)',
      cell: ({ id_user }) =>
        id_user && <span title={sellers.get(id_user)}>{sellers.get(id_user)}</span>,
    },
    {
      id: 'sees',
      header: t.sees,
      width: 'minmax(8.5rem, 1.5fr)',
      cell: (row) => <Sees member={row} />,
    },
    {
      id: 'seen',
      header: t.lastSeen,
      width: '8.5rem',
      cell: (row) => (row.last_seen_at ? ago(row.last_seen_at) : t.never),
    },
  ]
}

/** The last mail to the member was not taken, in the words of the mail server. */
function MailFailure({ member: { mail } }: { member: ListedMember }) {
  const t = useTexts(text)
  if (!mail?.error) return null
  return (
    <span title={mail.error}>
      <StatusBadge tone="warn">{t.notMailed}</StatusBadge>
    </span>
  )
}

function Sees({ member: { only, id_user } }: { member: ListedMember }) {
  const t = useTexts(text)
  if (only === null) return t.all
  if (only.id_user?.length === 0) return t.ofNone
  const [seller, ...others] = only.id_user ?? []
  const isOwn = seller === id_user && others.length === 0 && only.id_branch_company === null
  const label = isOwn ? t.own : t.some
  return <span title={label}>{label}</span>
}

function MemberCard({ member }: { member: ListedMember }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { ago } = useFormats()
  const seen = member.last_seen_at ? ago(member.last_seen_at) : t.never
  return (
    <div className="common__card">
      <span>
        <strong>{member.name}</strong> <MailFailure member={member} />
      </span>
      <span className="quiet">{member.email}</span>
      <span className="quiet">
        {roleName(member.role, language)} · {t[member.status]} · {t.lastSeen}: {seen}
      </span>
    </div>
  )
}
