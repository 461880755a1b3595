import type { Token } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, StatusBadge } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { NewTokenDialog } from './new-token.tsx'
import { text } from './text.ts'

const TOKENS = ['tokens']

/** The tokens of programs: a list, a new one, and their end. */
export default function TokensPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const queries = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [revoked, setRevoked] = useState<Token>()
  const columns = useTokenColumns(setRevoked)
  const found = usePaged({
    key: TOKENS,
    read: (place, signal) =>
      pedido.tokens.list({ sort: '-created_at' }, { signal }).page({ limit: 100, ...place }),
  })
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
        card={{ height: 96, show: (row) => <TokenCard token={row} onRevoke={setRevoked} /> }}
      />
      <NewTokenDialog isOpen={isNew} onClose={() => setNew(false)} onMade={renew} />
      <ConfirmDialog
        isOpen={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t.revokeTitle(revoked?.name ?? '')}
        action={t.revoke}
        isDanger
        onConfirm={async () => {
          if (revoked) await pedido.tokens.delete(revoked.id)
          await renew()
          toast({ text: t.revoked })
        }}
      >
        {t.revokeWhy}
      </ConfirmDialog>
    </Page>
  )
}

function useTokenColumns(onRevoke: (token: Token) => void): Column<Token>[] {
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
      width: 'minmax(12rem, 2fr)',
      cell: (row) => (row.scopes.includes('*') ? t.everything : row.scopes.join(', ')),
    },
    { id: 'created', header: t.created, width: '8rem', cell: (row) => date(row.created_at) },
    {
      id: 'used',
      header: t.lastUsed,
      width: '9rem',
      cell: (row) => (row.last_used_at ? ago(row.last_used_at) : t.never),
    },
    {
      id: 'expires',
      header: t.expires,
      width: '8rem',
      cell: (row) => (row.expires_at ? date(row.expires_at) : t.never),
    },
    {
      id: 'revoke',
      header: t.revoke,
      isHeaderHidden: true,
      width: '3.5rem',
      isAlways: true,
      cell: (row) => <RevokeButton token={row} onRevoke={onRevoke} />,
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

function RevokeButton({ token, onRevoke }: { token: Token; onRevoke: (token: Token) => void }) {
  const t = useTexts(text)
  return (
    <IconButton
      size="small"
      label={`${t.revoke} ${token.name}`}
      icon={<Icon name="trash" size={16} />}
      onClick={() => onRevoke(token)}
    />
  )
}

function TokenCard({ token, onRevoke }: { token: Token; onRevoke: (token: Token) => void }) {
  const t = useTexts(text)
  const { ago } = useFormats()
  const used = token.last_used_at ? ago(token.last_used_at) : t.never
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
      </div>
      <RevokeButton token={token} onRevoke={onRevoke} />
    </div>
  )
}
