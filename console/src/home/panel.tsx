import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Skeleton } from '../ui/pieces.tsx'
import { Failure } from '../ui/problem.tsx'

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
