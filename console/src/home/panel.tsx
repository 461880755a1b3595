import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { text } from './text.ts'

/** A part of the page with figures of its own: its heading at once, what it shows as it comes. */
export function Panel<T>({
  title,
  found,
  lines,
  className = '',
  children,
}: {
  title: string
  found: UseQueryResult<T>
  /** About how high it will be. */
  lines: number
  className?: string
  children: (data: T) => ReactNode
}) {
  const id = useId()
  return (
    <section className={`panel home__panel ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Failure found={found} />
      {found.isPending && <Skeleton lines={lines} />}
      {found.data !== undefined && children(found.data)}
    </section>
  )
}

/** What was refused, here and not over the whole page, and a way to ask again. */
export function Failure({ found }: { found: UseQueryResult<unknown> }) {
  const t = useTexts(text)
  if (!found.error) return null
  return (
    <div className="stack">
      <Problem error={found.error} />
      <div>
        <Button size="small" isBusy={found.isFetching} onClick={() => void found.refetch()}>
          {t.again}
        </Button>
      </div>
    </div>
  )
}
