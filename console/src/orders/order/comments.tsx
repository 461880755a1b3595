import type { Order, OrderComment } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { pedido } from '../../session/client.ts'
import { useSession } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { useKept } from '../form/kept.ts'
import { HISTORY } from './history.ts'
import { text } from './text.ts'

// Below the key of the history: what is read anew there is read anew here.
const keyOf = (id: number) => [...HISTORY, id, 'comments']

/** What was noted on an order, the newest first. */
export function useComments(id: number) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      Array.fromAsync(pedido.orders.listComments(id, { sort: '-id', limit: 100 }, { signal })),
  })
}

/** What is being typed, with a key under which the service makes one comment of it, however often it is sent. */
const typed = (text: string) => ({ text, key: crypto.randomUUID() })

/** Where somebody notes something on an order, also one that is locked or just being edited. */
export function CommentForm({ order: { id } }: { order: Order }) {
  const t = useTexts(text)
  const form = useId()
  const queries = useQueryClient()
  const { member } = useSession()
  const [written, setWritten] = useKept(`comment:${member.id}:${id}`, () => typed(''))
  const { submit, isBusy, error } = useSubmit(async () => {
    const { text, key: idempotencyKey } = written
    const made = await pedido.orders.createComment(id, { text }, { idempotencyKey })
    queries.setQueryData<OrderComment[]>(keyOf(id), (all = []) => [
      made,
      ...all.filter((one) => one.id !== made.id),
    ])
    // What was typed while it was sent stays.
    setWritten((now) => (now.key === idempotencyKey ? typed('') : now))
  })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The order's own form would be saved, where it is open.
    event.stopPropagation()
    event.preventDefault()
    submit()
  }
  return (
    <form id={form} className="order__comment" onSubmit={submit} noValidate>
      <FieldErrors error={error}>
        <Problem error={error} shownAt={['/text']} />
        <TextArea
          label={t.comment}
          pointer="/text"
          rows={2}
          value={written.text}
          onChange={(text) => setWritten(typed(text))}
          onKeyDown={press}
          aria-keyshortcuts="Control+Enter"
        />
      </FieldErrors>
      <div className="row">
        <Button type="submit" isBusy={isBusy}>
          {t.sendComment}
        </Button>
        <span className="quiet order__keys">{t.commentKeys}</span>
      </div>
    </form>
  )
}

/** One comment among the changes of an order. */
export function Comment({ comment }: { comment: OrderComment }) {
  const t = useTexts(text)
  const f = useFormats()
  return (
    <li className="timeline__event" data-comment>
      <p>
        <strong>{comment.token.name}</strong> {t.commented}{' '}
        <time className="quiet" dateTime={comment.created_at} title={f.ago(comment.created_at)}>
          {f.dateTime(comment.created_at)}
        </time>
      </p>
      <p className="timeline__text">{comment.text}</p>
    </li>
  )
}
