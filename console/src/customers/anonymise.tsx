import type { Anonymisation, Customer } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { mentioned, text } from './text.ts'

/** Orders that are named; all of them are in the list of orders. */
const NAMED = 5
const LOOK_MS = 2_000

interface AnonymiseDialogProps {
  customer: Customer
  isOpen: boolean
  onClose: () => void
}

/** Asks before a person's data is removed, and says what stays. */
export function AnonymiseDialog({ customer: { id, name }, isOpen, onClose }: AnonymiseDialogProps) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const confirm = async () => {
    const asked = await pedido.customers.anonymise(id, {})
    queries.setQueryData(['anonymisation', id], asked)
    await queries.invalidateQueries({ queryKey: ['customers'] })
    await queries.invalidateQueries({ queryKey: ['history', `/customers/${id}`] })
    toast({ text: t.anonymised })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.anonymiseTitle(name)}
      action={t.anonymise}
      isDanger
      onConfirm={confirm}
    >
      <div className="stack">
        <p>{t.anonymiseGoes}</p>
        <p>{t.anonymiseStays}</p>
        <p>{t.anonymiseOthers}</p>
      </div>
    </ConfirmDialog>
  )
}

/** That a person's data was removed, how far that is, and which orders keep it. */
export function AnonymisedPanel({ customer: { id, anonymised_at } }: { customer: Customer }) {
  const t = useTexts(text)
  const { date } = useFormats()
  const mayRead = useMay()('privacy:manage')
  const found = useQuery({
    queryKey: ['anonymisation', id],
    queryFn: ({ signal }) => pedido.customers.readAnonymisation(id, { signal }),
    enabled: mayRead,
    refetchInterval: ({ state }) => state.data?.state === 'running' && LOOK_MS,
  })
  return (
    <section className="panel stack" aria-labelledby="anonymised">
      <h2 id="anonymised">{t.anonymisedTitle}</h2>
      <p>{t.anonymisedAt(date(anonymised_at ?? ''))}</p>
      {found.data && <Kept anonymisation={found.data} />}
    </section>
  )
}

function Kept({
  anonymisation: { state, kept_orders, mentions },
}: {
  anonymisation: Anonymisation
}) {
  const t = useTexts(text)
  const { date } = useFormats()
  const { count, orders } = kept_orders
  return (
    <>
      {state === 'running' && <p role="status">{t.anonymising}</p>}
      {count === 0 ? <p className="quiet">{t.noneKept}</p> : <p>{t.kept(count)}</p>}
      {count > 0 && (
        <ul>
          {orders.slice(0, NAMED).map(({ id, until }) => (
            <li key={id}>
              <Link href={`/orders/${id}`}>#{id}</Link> {t.keptUntil(date(`${until}T12:00:00Z`))}
            </li>
          ))}
        </ul>
      )}
      {mentions.length > 0 && <Mentions mentions={mentions} />}
    </>
  )
}

/** Where a record that mentions the person is looked at. */
function hrefOf({ resource, id }: Anonymisation['mentions'][number]): string {
  if (resource === 'tokens') return '/tokens'
  const isOwn = resource === 'customers' || resource === 'products' || resource === 'members'
  return isOwn ? `/${resource}/${id}` : `/records/${resource}/${id}`
}

function Mentions({ mentions }: Pick<Anonymisation, 'mentions'>) {
  const t = useTexts(text)
  const kinds = useTexts(mentioned)
  return (
    <>
      <p>{t.mentions}</p>
      <ul>
        {mentions.map((one) => (
          <li key={`${one.resource} ${one.id}`}>
            <Link href={hrefOf(one)}>
              {kinds[one.resource]} #{one.id}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
