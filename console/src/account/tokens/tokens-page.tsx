import type { Token } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { instantOf, useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, StatusBadge } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { NewTokenDialog } from './new-token.tsx'
import { text } from './text.ts'
import { type Chosen, TokenDialogs } from './token-dialogs.tsx'

const TOKENS = ['tokens']

/** The tokens of programs: a list, a new one, another secret for one, and their end. */
export default function TokensPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const queries = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const found = usePaged({
    key: TOKENS,
    read: (place, signal) =>
      pedido.tokens.list({ sort: '-created_at' }, { signal }).page({ limit: 100, ...place }),
  })
  const hasOld = found.rows.some(oldUntil)
  const columns = useTokenColumns(hasOld, setChosen)
  const renew = () => queries.invalidateQueries({ queryKey: TOKENS })
  const create = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Icon name="plus" size={16} />
      {t.create}
    </Button>
  )
  return (
    <Page title={t.title} sub={t.sub} actions={create} isFull>
      <PagedTable
        found={found}
        none={
          <EmptyState icon="key" title={t.noneTitle} action={create}>
            {t.none}
          </EmptyState>
        }
        label={t.title}
        columns={columns}
        idOf={(row) => row.id}
        card={{
          height: hasOld ? 144 : 96,
          show: (row) => <TokenCard token={row} onChoose={setChosen} />,
        }}
      />
      <NewTokenDialog isOpen={isNew} onClose={() => setNew(false)} onMade={renew} />
      <TokenDialogs chosen={chosen} onClose={() => setChosen(undefined)} onDone={renew} />
    </Page>
  )
}

type OnChoose = (chosen: Chosen) => void

/** Until when the secret before the last rotation works, where it does. */
function oldUntil({ old_secret_until: until }: Token): string | undefined {
  return until && instantOf(until).getTime() > Date.now() ? until : undefined
}

function useTokenColumns(hasOld: boolean, onChoose: OnChoose): Column<Token>[] {
  const t = useTexts(text)
  const { date, ago } = useFormats()
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(14rem, 1fr)',
      cell: (row) => <TokenName token={row} />,
    },
    {
      id: 'scopes',
      header: t.scopes,
      width: 'minmax(8rem, 2fr)',
      cell: (row) => (row.scopes.includes('*') ? t.everything : row.scopes.join(', ')),
    },
    { id: 'created', header: t.created, width: '8rem', cell: (row) => date(row.created_at) },
    {
      id: 'used',
      header: t.lastUsed,
      width: '9rem',
      cell: (row) => (row.last_used_at ? ago(row.last_used_at) : t.unused),
    },
    {
      id: 'expires',
      header: t.expires,
      width: '8rem',
      cell: (row) => (row.expires_at ? date(row.expires_at) : t.never),
    },
    ...(hasOld
      ? [{ id: 'old', header: t.old, width: '12.5rem', cell: (row: Token) => <Old token={row} /> }]
      : []),
    {
      id: 'more',
      header: t.revoke,
      isHeaderHidden: true,
      width: '3.5rem',
      isAlways: true,
      cell: (row) => <TokenMenu token={row} onChoose={onChoose} />,
    },
  ]
}

function TokenName({ token }: { token: Token }) {
  const t = useTexts(text)
  return (
    <span title={token.only ? `${token.name}: ${t.restrictedWhy}` : token.name}>
      {token.name} {token.only && <StatusBadge tone="info">{t.restricted}</StatusBadge>}
    </span>
  )
}

function TokenMenu({ token, onChoose }: { token: Token; onChoose: OnChoose }) {
  const t = useTexts(text)
  return (
    <Menu
      trigger={
        <IconButton size="small" label={t.more(token.name)} icon={<Icon name="more" size={16} />} />
      }
      items={[
        { label: t.change, icon: 'edit', onSelect: () => onChoose(['change', token]) },
        { label: t.rotate, icon: 'key', onSelect: () => onChoose(['rotate', token]) },
        oldUntil(token)
          ? { label: t.end, icon: 'close', onSelect: () => onChoose(['end', token]) }
          : null,
        {
          label: t.revoke,
          icon: 'trash',
          isDanger: true,
          onSelect: () => onChoose(['revoke', token]),
        },
      ]}
    />
  )
}

/** How long the secret before the last rotation works, and whether somebody still uses it: in two lines. */
function Old({ token }: { token: Token }) {
  const t = useTexts(text)
  const { dateTime, ago } = useFormats()
  const until = oldUntil(token)
  const used = token.old_secret_used_at
  return (
    until && (
      <small style={{ display: 'block', lineHeight: 1.3 }}>
        {t.until(dateTime(until))}
        <br />
        {used ? t.oldUsed(ago(used)) : t.unused}
      </small>
    )
  )
}

function TokenCard({ token, onChoose }: { token: Token; onChoose: OnChoose }) {
  const t = useTexts(text)
  const { ago } = useFormats()
  const used = token.last_used_at ? ago(token.last_used_at) : t.unused
  return (
    <div className="row spread">
      <div>
        <strong>
          <TokenName token={token} />
        </strong>
        <p className="quiet">
          {token.scopes.includes('*') ? t.everything : token.scopes.join(', ')}
        </p>
        <p className="quiet">
          {t.lastUsed}: {used}
        </p>
        {oldUntil(token) && (
          <div className="quiet">
            {t.old}: <Old token={token} />
          </div>
        )}
      </div>
      <TokenMenu token={token} onChoose={onChoose} />
    </div>
  )
}
