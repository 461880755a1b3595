import type { ReactNode } from 'react'
import { type Amount, useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Icon, type IconName } from './icons.tsx'
import './pieces.css'
import { text } from './text.ts'

/** A screen: its heading, what can be done there, and its content. */
export function Page({
  title,
  sub,
  actions,
  isFull = false,
  children,
}: {
  title: ReactNode
  sub?: ReactNode
  actions?: ReactNode
  /** As wide and high as the window: for lists. */
  isFull?: boolean
  children: ReactNode
}) {
  return (
    <div className={isFull ? 'page page--full' : 'page'}>
      <header className="page__head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {sub && <p className="page__sub">{sub}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function EmptyState({
  icon = 'search',
  title,
  children,
  action,
}: {
  icon?: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** Stands where something is about to be. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const t = useTexts(text)
  return (
    <div className="skeleton" role="status" aria-label={t.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={line} className="skeleton__bar" />
      ))}
    </div>
  )
}

/** An amount of money; nothing where there is none. */
export function Money({ amount }: { amount: Amount | null | undefined }) {
  const { money } = useFormats()
  if (amount === null || amount === undefined) return null
  return <span className="figures">{money(amount)}</span>
}

/** A unit price: more decimals than an amount may have. */
export function Price({ amount }: { amount: Amount | null | undefined }) {
  const { price } = useFormats()
  if (amount === null || amount === undefined) return null
  return <span className="figures">{price(amount)}</span>
}

export type Tone = 'good' | 'warn' | 'bad' | 'info'

export function StatusBadge({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={tone ? `badge badge--${tone}` : 'badge'}>{children}</span>
}

export interface Chip {
  id: string
  label: string
}

/** The filters that hold, each with a button that takes it away. */
export function Chips({
  chips,
  onRemove,
  onPress,
  children,
}: {
  chips: readonly Chip[]
  onRemove: (id: string) => void
  /** To change it; without it a chip can only be taken away. */
  onPress?: (id: string) => void
  /** What adds one. */
  children?: ReactNode
}) {
  const t = useTexts(text)
  return (
    <div className="chips">
      {chips.map(({ id, label }) => (
        <span key={id} className="chip">
          {onPress ? (
            <button
              type="button"
              className="chip__text chip__press"
              title={label}
              onClick={() => onPress(id)}
            >
              {label}
            </button>
          ) : (
            <span className="chip__text" title={label}>
              {label}
            </span>
          )}
          <button
            type="button"
            className="chip__remove"
            aria-label={t.remove(label)}
            onClick={() => onRemove(id)}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      {children}
    </div>
  )
}

/** Names and values, beside each other. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
