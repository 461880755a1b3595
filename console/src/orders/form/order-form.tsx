import { type OrderPreview, ProblemError } from '@pedido/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useDelayed } from '../../ui/page/delayed.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { SumOfTaxes } from '../taxes.tsx'
import { type Body, itemsByLine, pointersOf } from './body.ts'
import {
  type Draft,
  hasUnread,
  isOfCustomer,
  type Line,
  withHeader,
  withHeaderUnread,
} from './draft.ts'
import type { Header } from './header.ts'
import { HeaderFields } from './header-fields.tsx'
import { installmentPointers } from './installments/installments.ts'
import { InstallmentsField } from './installments/installments-field.tsx'
import { type Item, TAXES } from './items/columns.ts'
import { focusFirstLine, focusNewLine, ItemGrid } from './items/item-grid.tsx'
import { BuyerContext } from './last-prices/last-prices.ts'
import { text } from './text.ts'
import { WarningList } from './warnings/warning-list.tsx'
import { type MakeCustomer, Who } from './who.tsx'
import './form.css'

/** The service is asked when typing pauses. */
const PREVIEW_PAUSE_MS = 250

type ChangeDraft = (change: (draft: Draft) => Draft) => void

interface OrderFormProps<T> {
  draft: Draft
  onChange: ChangeDraft
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
  makeCustomer?: MakeCustomer
  /** The order that is changed. */
  id?: number
}

/** Customer, lines, terms and the total: a new order and one that is changed are typed alike. */
export function OrderForm<T>(props: OrderFormProps<T>) {
  const { draft, onChange, request, error, beside, makeCustomer, actions, onSave, id } = props
  const { isNew = false } = props
  const section = useRef<HTMLElement>(null)
  const previewed = usePreview(props)
  const items = useItems(draft.lines, previewed)
  const customer = draft.header.customer?.id
  const buyer = useMemo(() => ({ customer, order: id }), [customer, id])
  // What was refused shows at its field until the preview, which comes after each change, is fine.
  const fieldError = previewed.error ?? (previewed.isFine ? undefined : error)
  const change = changesTo(onChange)
  const onChosen = () => focusNewLine(section.current)
  useSaveKeys(onSave)
  useLayoutEffect(() => {
    if (!isNew) focusFirstLine(section.current)
  }, [isNew])
  const shownAt = [
    ...pointersOf(request.places),
    ...customPointers(draft.header),
    ...installmentPointers(draft.installments),
  ]
  return (
    <FieldErrors error={fieldError}>
      <Problem error={error} shownAt={shownAt} />
      <Who {...{ draft, isNew, beside, makeCustomer, ...change, onDraft: onChange, onChosen }} />
      <section
        className="panel form__items"
        ref={section}
        data-stale={previewed.error !== undefined || undefined}
      >
        <BuyerContext value={buyer}>
          <Items {...{ draft, onChange, items }} places={request.places} />
        </BuyerContext>
      </section>
      <HeaderFields
        header={draft.header}
        unread={draft.unread}
        isNew={isNew}
        isOfCustomer={(name) => isOfCustomer(draft, name)}
        {...change}
      />
      <InstallmentsField
        rows={draft.installments}
        order={previewed.order}
        onChange={(installments) => onChange((before) => ({ ...before, installments }))}
      />
      <div className="form__bar">
        <BuyerContext value={buyer}>
          <WarningList {...{ draft, items }} />
        </BuyerContext>
        <Total
          order={hasUnread(draft) ? undefined : previewed.order}
          isStale={!previewed.isFine}
          problems={hasUnread(draft) ? [] : problemsOf(previewed.error, shownAt)}
        />
        <div className="row">{actions}</div>
      </div>
    </FieldErrors>
  )
}

/** What is typed in the header, by its place. */
const changesTo = (onChange: ChangeDraft) => ({
  onChange: (place: string, changed: Partial<Header>) =>
    onChange((before) => withHeader(before, place, changed)),
  onUnread: (place: string, typed: string) =>
    onChange((before) => withHeaderUnread(before, place, typed)),
})

/** The lines, with their taxes where there are any or somebody wants to see them. */
function Items({
  draft: { lines },
  onChange,
  items,
  places,
}: {
  draft: Draft
  onChange: ChangeDraft
  items: ReadonlyMap<string, Item>
  places: ReadonlyMap<string, string>
}) {
  const t = useTexts(text)
  const [areTaxesOpened, setTaxesShown] = useState(() => lines.some(hasSubstitution))
  const showTaxes = useCallback(() => setTaxesShown(true), [])
  // A cell that can't be read is never out of sight.
  const areTaxesShown = areTaxesOpened || lines.some(hasUnreadTax)
  const changeLines = useCallback(
    (change: (lines: readonly Line[]) => readonly Line[]) =>
      onChange((before) => ({ ...before, lines: change(before.lines) })),
    [onChange],
  )
  return (
    <>
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
        {...{ lines, items, places, areTaxesShown }}
        onChange={changeLines}
        onTaxes={showTaxes}
      />
      <p className="quiet">{t.gridHelp}</p>
    </>
  )
}

const hasUnreadTax = ({ unread = {} }: Line) => TAXES.some((cell) => unread[cell] !== undefined)

const hasSubstitution = ({ cells }: Line) => cells.base_icms_st !== '' || cells.aliq_icms_st !== ''

const customPointers = ({ custom_fields }: Header) =>
  Object.keys(custom_fields).map((key) => `/custom_fields/${key}`)

/** What the service has against it that no field shows; undefined where it has nothing against it. */
function problemsOf(error: Error | undefined, shownAt: readonly string[]): string[] | undefined {
  if (!(error instanceof ProblemError)) return error && []
  if (error.errors.length === 0) return [error.detail]
  const others = error.errors.filter(({ pointer = '' }) => !shownAt.includes(pointer))
  return others.map(({ detail }) => detail)
}

function Total({
  order,
  isStale,
  problems,
}: {
  order: OrderPreview | undefined
  isStale: boolean
  problems: readonly string[] | undefined
}) {
  const t = useTexts(text)
  const { money } = useFormats()
  return (
    <output className="form__total" data-stale={isStale || undefined}>
      {t.total_value} <span className="figures">{order ? money(order.total_value) : '–'}</span>{' '}
      {order && <SumOfTaxes items={order.items} />}{' '}
      {problems && (
        <span className={problems.length > 0 ? 'field__error' : 'quiet'}>
          {problems.join(' ') || t.notYet}
        </span>
      )}
    </output>
  )
}

/** The order as it would become, and the last one that the service took while it refuses this. */
function usePreview<T>({ draft, request, preview, previewKey }: OrderFormProps<T>) {
  // Of what can't be read no figure is right.
  const body = previewKey && !hasUnread(draft) ? JSON.stringify(request.body) : ''
  const asked = useDelayed(body, PREVIEW_PAUSE_MS)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['order-preview', ...(previewKey ?? []), asked],
    queryFn: ({ signal }) => previewed(preview, JSON.parse(asked) as T, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 60_000,
  })
  const last = useRef<OrderPreview>(undefined)
  if (data) last.current = data.order
  const isCurrent = data !== undefined && !isPlaceholderData && !isFetching && asked === body
  const refused = error ?? data?.refused
  return { order: last.current, error: refused, isCurrent, isFine: isCurrent && !refused }
}

/** Where only the instalments are refused, also what the order comes to without them: they have to add up to it. */
async function previewed<T>(
  preview: OrderFormProps<T>['preview'],
  body: T,
  signal: AbortSignal,
): Promise<{ order: OrderPreview; refused?: Error }> {
  try {
    return { order: await preview(body, signal) }
  } catch (failure) {
    if (!(failure instanceof ProblemError) || !isOfInstallments(failure)) throw failure
    const order = await preview({ ...body, installments: null }, signal).catch(() => undefined)
    if (!order) throw failure
    return { order, refused: failure }
  }
}

const isOfInstallments = ({ errors }: ProblemError) =>
  errors.length > 0 && errors.every(({ pointer = '' }) => pointer.startsWith('/installments'))

/** What the service makes of each line, by its key: as it last said, while something else is typed. */
function useItems(
  lines: readonly Line[],
  { order, isCurrent }: ReturnType<typeof usePreview>,
): ReadonlyMap<string, Item> {
  const last = useRef<ReadonlyMap<string, Item>>(new Map())
  const now = useMemo(
    () => (isCurrent ? itemsByLine(lines, order) : undefined),
    [lines, order, isCurrent],
  )
  if (now) last.current = now
  return last.current
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
