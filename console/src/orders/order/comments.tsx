import type { Order, OrderComment } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
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

/** Where somebody notes something on an order, also one that is locked or just being edited. */
export function CommentForm({ order: { id } }: { order: Order }) {
  const t = useTexts(text)
  const form = useId()
  const queries = useQueryClient()
  const [written, setWritten] = useState('')
  const { submit, isBusy, error } = useSubmit(async () => {
    const made = await pedido.orders.createComment(id, { text: written })
    queries.setQueryData<OrderComment[]>(keyOf(id), (all = []) => [made, ...all])
    setWritten('')
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
          value={written}
          onChange={setWritten}
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
