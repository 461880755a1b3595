import { type OrderPreview, ProblemError } from '@pedido/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useDelayed } from '../../ui/delayed.ts'
import { Faults, Problem } from '../../ui/problem.tsx'
import { type Body, itemsByLine, pointersOf } from './body.ts'
import type { Draft, Header, Line } from './draft.ts'
import { HeaderFields } from './header-fields.tsx'
import { focusFirstLine, focusNewLine, ItemGrid } from './item-grid.tsx'
import { AddressField, addressesOf, CustomerField } from './reference-field.tsx'
import { text } from './text.ts'
import './form.css'

/** The service is asked when typing pauses. */
const PREVIEW_PAUSE_MS = 250

interface OrderFormProps<T> {
  draft: Draft
  onChange: (change: (draft: Draft) => Draft) => void
  request: Body<T>
  /** What the service would make of it. */
  preview: (body: T, signal: AbortSignal) => Promise<OrderPreview>
  /** Tells this preview from others in what the page remembers; undefined: there is nothing to ask. */
  previewKey: readonly unknown[] | undefined
  /** Why it was not saved. */
  error: Error | undefined
  /** What stands between customer and lines. */
  beside?: ReactNode
  /** Save, and what else can be done. */
  actions: ReactNode
  onSave: () => void
  isNew?: boolean
}

/** Customer, lines, terms and the total: a new order and one that is changed are typed alike. */
export function OrderForm<T>(props: OrderFormProps<T>) {
  const { draft, onChange, request, error, beside, actions, onSave, isNew = false } = props
  const t = useTexts(text)
  const items = useRef<HTMLElement>(null)
  const [areTaxesShown, setTaxesShown] = useState(() => draft.lines.some(hasSubstitution))
  const previewed = usePreview(props)
  // What was refused shows at its field until the preview, which comes after each change, is fine.
  const fault = previewed.error ?? (previewed.isFine ? undefined : error)
  const byLine = useMemo(
    () => itemsByLine(draft.lines, previewed.order),
    [draft.lines, previewed.order],
  )
  const changeLines = useCallback(
    (change: (lines: readonly Line[]) => readonly Line[]) =>
      onChange((before) => ({ ...before, lines: change(before.lines) })),
    [onChange],
  )
  const changeHeader = useCallback(
    (changed: Partial<Header>) =>
      onChange((before) => ({ ...before, header: { ...before.header, ...changed } })),
    [onChange],
  )
  const chooseCustomer = async (customer: Header['customer']) => {
    changeHeader({ customer, address: null })
    if (!customer) return
    if (isNew) focusNewLine(items.current)
    const [address = null] = await addressesOf(customer.id).catch(() => [])
    onChange((now) =>
      now.header.customer?.id === customer.id && now.header.address === null
        ? { ...now, header: { ...now.header, address } }
        : now,
    )
  }
  useSaveKeys(onSave)
  useEffect(() => {
    if (!isNew) focusFirstLine(items.current)
  }, [isNew])
  const shownAt = [...pointersOf(request.places), ...customPointers(draft.header)]
  return (
    <Faults error={fault}>
      <Problem error={error} shownAt={shownAt} />
      <section className="panel form__terms" aria-label={t.customer}>
        <div className="form__who">
          <CustomerField
            value={draft.header.customer}
            onChange={(customer) => void chooseCustomer(customer)}
            autoFocus={isNew && draft.header.customer === null}
          />
          <AddressField
            id_customer={draft.header.customer?.id}
            value={draft.header.address}
            onChange={(address) => changeHeader({ address })}
          />
        </div>
        {beside}
      </section>
      <section
        className="panel form__items"
        ref={items}
        data-stale={previewed.error !== undefined || undefined}
      >
        <div className="row spread">
          <h2>{t.items}</h2>
          <Button
            size="small"
            aria-expanded={areTaxesShown}
            onClick={() => setTaxesShown(!areTaxesShown)}
          >
            {areTaxesShown ? t.hideTaxes : t.showTaxes}
          </Button>
        </div>
        <ItemGrid
          lines={draft.lines}
          onChange={changeLines}
          items={byLine}
          places={request.places}
          areTaxesShown={areTaxesShown}
        />
        <p className="quiet">{t.gridHelp}</p>
      </section>
      <HeaderFields header={draft.header} isNew={isNew} onChange={changeHeader} />
      <div className="form__bar">
        <Total
          order={previewed.order}
          isStale={!previewed.isFine}
          refusals={refusalsOf(previewed.error, shownAt)}
        />
        <div className="row">{actions}</div>
      </div>
    </Faults>
  )
}

const hasSubstitution = ({ cells }: Line) => cells.base_icms_st !== '' || cells.aliq_icms_st !== ''

const customPointers = ({ custom_fields }: Header) =>
  Object.keys(custom_fields).map((key) => `/custom_fields/${key}`)

/** What the service has against it that no field shows; undefined where it has nothing against it. */
function refusalsOf(error: Error | undefined, shownAt: readonly string[]): string[] | undefined {
  if (!(error instanceof ProblemError)) return error && []
  if (error.errors.length === 0) return [error.detail]
  const others = error.errors.filter(({ pointer = '' }) => !shownAt.includes(pointer))
  return others.map(({ detail }) => detail)
}

function Total({
  order,
  isStale,
  refusals,
}: {
  order: OrderPreview | undefined
  isStale: boolean
  refusals: readonly string[] | undefined
}) {
  const t = useTexts(text)
  const { money } = useFormats()
  return (
    <output className="form__total" data-stale={isStale || undefined}>
      {t.total_value} <span className="figures">{order ? money(order.total_value) : '–'}</span>{' '}
      {refusals && (
        <span className={refusals.length > 0 ? 'field__error' : 'quiet'}>
          {refusals.join(' ') || t.notYet}
        </span>
      )}
    </output>
  )
}

/** The order as it would become, and the last one that the service took while it refuses this. */
function usePreview<T>({ request, preview, previewKey }: OrderFormProps<T>) {
  const body = previewKey ? JSON.stringify(request.body) : ''
  const asked = useDelayed(body, PREVIEW_PAUSE_MS)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['order-preview', ...(previewKey ?? []), asked],
    queryFn: ({ signal }) => preview(JSON.parse(asked) as T, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 60_000,
  })
  const last = useRef<OrderPreview>(undefined)
  if (data) last.current = data
  const isFine = data !== undefined && !isPlaceholderData && !isFetching && asked === body
  return { order: data ?? last.current, error: error ?? undefined, isFine }
}

/** Ctrl S, and Ctrl Enter, save. */
function useSaveKeys(onSave: () => void): void {
  const latest = useRef(onSave)
  latest.current = onSave
  // As soon as the form is to be seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' || event.key === 'Enter'
      if (!isSave || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
