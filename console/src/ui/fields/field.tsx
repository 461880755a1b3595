import { createContext, type ReactNode, useContext, useId } from 'react'
import './field.css'

/** The errors that the service found, by the place in the body: `/items/0/quantity`. */
export const FieldErrorsContext = createContext<ReadonlyMap<string, string>>(new Map())

export interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong with it, where the page knows before the service. */
  error?: string | undefined
  /** The place in the body that errors of the service name: then they show here. */
  pointer?: string
  /** The label is there for screen readers alone, where the place says it to all others. */
  isLabelHidden?: boolean
  /** Under what is wrong: ways to right it. */
  beside?: ReactNode
}

export interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, what is to be typed, a hint and what is wrong, all tied together. */
export function Field({
  label,
  hint,
  error,
  pointer,
  isLabelHidden = false,
  beside,
  children,
}: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId()
  const fieldErrors = useContext(FieldErrorsContext)
  const wrong = error ?? (pointer === undefined ? undefined : fieldErrors.get(pointer))
  const described = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : 'field__label'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': wrong ? true : undefined,
      })}
      {hint && (
        <span id={`${id}-hint`} className="field__hint">
          {hint}
        </span>
      )}
      {wrong && (
        <span id={`${id}-error`} className="field__error">
          {wrong}
        </span>
      )}
      {beside}
    </div>
  )
}

/** Without those that are undefined, which `Field` takes as not given. */
export function fieldProps(given: { [Name in keyof FieldProps]: FieldProps[Name] | undefined }) {
  const { label = '', hint, error, pointer, isLabelHidden = false } = given
  return { label, hint, error, isLabelHidden, ...(pointer === undefined ? {} : { pointer }) }
}
