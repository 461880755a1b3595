import { ProblemError } from '@pedido/client'
import { useTexts } from '../text/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useTitle } from '../ui/page/title.ts'
import { EmptyState, Page, Skeleton } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { text } from './text.ts'

/** What stands in place of a record that is not here: it is being read, or why it is not. */
export function Missing({
  title,
  error,
  href,
}: {
  title: string
  error: Error | null
  /** Its list. */
  href: string
}) {
  if (isGone(error)) return <Gone href={href} />
  return <Page title={title}>{error ? <Problem error={error} /> : <Skeleton />}</Page>
}

/** Whether the service knows no such record. */
export const isGone = (error: Error | null) => error instanceof ProblemError && error.status === 404

/** Where the address names a record that there is not. */
export function Gone({ href }: { href: string }) {
  const t = useTexts(text)
  useTitle(t.goneTitle)
  return (
    <Page title={t.goneTitle}>
      <EmptyState title={t.goneTitle} action={<ButtonLink href={href}>{t.backToList}</ButtonLink>}>
        {t.gone}
      </EmptyState>
    </Page>
  )
}
