import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { FieldErrors, Problem } from '../problem.tsx'
import type { Submit } from './submit.ts'

/** A form of its own on a page: what went wrong above, the fields, and the button that sends them. */
export function Form({
  submit,
  isBusy,
  error,
  shownAt,
  title,
  action,
  instead,
  children,
}: Pick<Submit, 'submit' | 'isBusy' | 'error'> & {
  /** Where in the body its fields are: their errors show there. */
  shownAt: readonly string[]
  title?: { id: string; text: string }
  /** What the button says. */
  action: string
  /** Shown in place of an error that the form knows to say more of. */
  instead?: ReactNode
  children: ReactNode
}) {
  return (
    <form className="panel stack form" aria-labelledby={title?.id} onSubmit={submit}>
      {title && <h2 id={title.id}>{title.text}</h2>}
      <FieldErrors error={error}>
        {instead || <Problem error={error} shownAt={shownAt} />}
        {children}
        <div className="row">
          <Button type="submit" look="primary" isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}
