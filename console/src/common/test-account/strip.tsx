import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pedido, queries } from '../../session/client.ts'
import { moveTo, useMay, useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Problem } from '../../ui/problem.tsx'
import './test-account.css'
import { text } from './text.ts'

/** Above every page of a test account: what it is, how far its data is made, and the ways out. */
export default function TestStrip() {
  const t = useTexts(text)
  const may = useMay()
  const { visit } = useSession()
  const isOwner = may('tokens:manage')
  const progress = useProgress(isOwner)
  const [isAsking, setAsking] = useState(false)
  const back = useSubmit(() => moveTo(() => pedido.sessions.leaveTestAccount()))
  return (
    <section className="test-strip" aria-label={t.title}>
      <strong>{t.title}</strong>
      <span role="status">{progress < 100 ? t.making(progress) : t.made}</span>
      <Problem error={back.error} />
      {visit && (
        <Button isBusy={back.isBusy} onClick={() => back.submit()}>
          {t.back}
        </Button>
      )}
      {isOwner && <Button onClick={() => setAsking(true)}>{t.remove}</Button>}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.removeTitle}
        action={t.removeAction}
        isDanger
        onConfirm={() => moveTo(() => pedido.account.deleteTestAccount())}
      >
        <p>{t.removeWhy}</p>
      </ConfirmDialog>
    </section>
  )
}

const LOOK_MS = 1_000

/** How much of the data is made, in percent; what is on the page is read again while that grows. */
function useProgress(isOwner: boolean): number {
  const { data } = useQuery({
    queryKey: ['test-account'],
    queryFn: ({ signal }) => pedido.account.readTestAccount({ signal }),
    enabled: isOwner,
    refetchInterval: ({ state }) => (state.data?.progress === 100 ? false : LOOK_MS),
  })
  const progress = data?.progress ?? 100
  useEffect(() => {
    if (progress === 0) return
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'test-account' })
  }, [progress])
  return progress
}
