import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import '../../common/common.css'
import { useSession } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { isBlank } from '../form/draft.ts'
import { forget, giveBack, type KeptOrder, store, take, waiting } from './kept-orders.ts'
import { text } from './text.ts'

/** So many are offered at once. */
const OFFERED = 3

/** What there is to know of the order before it is saved, and others that were typed and not saved. */
export function KeptNotes({ kept, isBusy }: { kept: KeptOrder; isBusy: boolean }) {
  const t = useTexts(text)
  const { dateTime } = useFormats()
  const { sent, doubtfulSince, draft } = kept
  const at = sent.at(-1)?.at
  return (
    <>
      {at !== undefined && !isBusy && (
        <p className="common__note" role="status">
          {t.notAnswered(dateTime(new Date(at)))}
        </p>
      )}
      {doubtfulSince !== undefined && (
        <p className="common__note" role="status">
          {t.doubtful(dateTime(new Date(doubtfulSince)))}
          <Link href={`/orders?id_customer=${draft.header.customer?.id ?? ''}&sort=-date`}>
            {t.lookAtOrders}
          </Link>
        </p>
      )}
      <Waiting kept={kept} />
    </>
  )
}

/** New orders that no window shows any more: to go on with one, or to throw it away. */
function Waiting({ kept }: { kept: KeptOrder }) {
  const t = useTexts(text)
  const { dateTime } = useFormats()
  const { member } = useSession()
  const queries = useQueryClient()
  const queryKey = ['kept-orders', member.id, kept.id]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => waiting(member.id),
    staleTime: 0,
    gcTime: 0,
  })
  const renew = () => queries.invalidateQueries({ queryKey })
  const goOn = async (one: KeptOrder) => {
    if (!(await take(member.id, kept.start, one))) return renew()
    store(member.id, { ...one, start: kept.start })
    giveBack(kept)
    await queries.invalidateQueries({ queryKey: ['new-order'] })
  }
  const discard = (one: KeptOrder) => {
    forget(member.id, one)
    void renew()
    const undo = () => {
      store(member.id, one)
      void renew()
    }
    toast({ text: t.discarded, action: { label: t.undo, run: undo } })
  }
  return data.slice(0, OFFERED).map((one) => {
    const { customer } = one.draft.header
    const lines = t.lines(one.draft.lines.filter((line) => !isBlank(line)).length)
    return (
      <div key={one.id} className="common__note" role="status">
        <span>
          {t.waiting(dateTime(new Date(one.changedAt)))}{' '}
          <strong>{[customer?.name, lines].filter(Boolean).join(', ')}</strong>
        </span>
        <Button size="small" onClick={() => void goOn(one)}>
          {t.goOn}
        </Button>
        <Button size="small" look="quiet" onClick={() => discard(one)}>
          {t.discard}
        </Button>
      </div>
    )
  })
}
