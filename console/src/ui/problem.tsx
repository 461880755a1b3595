import { PedidoError, ProblemError } from '@pedido/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTexts } from '../text/texts.ts'
import { Button } from './button.tsx'
import { FieldErrorsContext } from './fields/field.tsx'
import './problem.css'
import { text } from './text.ts'

/**
 * What the service refused, for a person. Errors whose place is the `pointer` of a field inside of
 * a `<FieldErrors>` show there; the rest are listed here.
 * @param shownAt pointers that have a field on the page
 */
export function Problem({
  error,
  shownAt = [],
}: {
  error: Error | null | undefined
  shownAt?: readonly string[]
}) {
  const t = useTexts(text)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error])
  if (!error) return null
  const problem = error instanceof ProblemError ? error : undefined
  const others = (problem?.errors ?? []).filter(({ pointer = '' }) => !shownAt.includes(pointer))
  const isAllShown = problem && problem.errors.length > 0 && others.length === 0
  if (isAllShown) {
    return (
      <div className="problem" role="alert" ref={place}>
        <p>{t.lookAtFields}</p>
      </div>
    )
  }
  return (
    <div className="problem" role="alert" ref={place}>
      <strong>{problem?.title ?? t.failed}</strong>
      {others.length === 0 && <p>{detailOf(error)}</p>}
      {others.length > 0 && (
        <ul>
          {others.map((fieldError) => (
            <li
              key={`${fieldError.pointer ?? fieldError.parameter} ${fieldError.code} ${fieldError.detail}`}
            >
              {(fieldError.pointer ?? fieldError.parameter) && (
                <code>{fieldError.pointer ?? fieldError.parameter}</code>
              )}{' '}
              {fieldError.detail}
            </li>
          ))}
        </ul>
      )}
      {error instanceof PedidoError && error.request_id && (
        <p className="problem__id">
          {t.request} {error.request_id}
        </p>
      )}
    </div>
  )
}

function detailOf(error: Error): string {
  return error instanceof ProblemError ? error.detail : error.message
}

/** The service’s details go on from the name of a field, which here stands above it. */
const sentence = (detail: string) => detail.charAt(0).toUpperCase() + detail.slice(1)

/** Gives the fields inside their errors of this error. */
export function FieldErrors({
  error,
  children,
}: {
  error: Error | null | undefined
  children: ReactNode
}) {
  const { fillIn } = useTexts(text)
  const fieldErrors = useMemo(() => {
    const all = error instanceof ProblemError ? error.errors : []
    return new Map(
      all.flatMap((one) =>
        one.pointer
          ? [[one.pointer, one.code === 'required' ? fillIn : sentence(one.detail)] as const]
          : [],
      ),
    )
  }, [error, fillIn])
  return <FieldErrorsContext.Provider value={fieldErrors}>{children}</FieldErrorsContext.Provider>
}

/** What was refused, in its place and not over the whole page, and a way to ask again. */
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
