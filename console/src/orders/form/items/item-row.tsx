import { memo, Suspense, useContext, useRef, useState } from 'react'
import { ReferenceInput } from '../../../common/form/reference-input.tsx'
import type { Found } from '../../../common/records/finder.ts'
import { Inactive, ONLY_ACTIVE } from '../../../common/records/inactive.tsx'
import { lazily } from '../../../session/lazily.ts'
import { useLanguage } from '../../../text/language.ts'
import { useTexts } from '../../../text/texts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FieldErrorsContext } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/inputs.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { isBlank, isInactive, type Line, withCell, withChosen, withUnread } from '../draft.ts'
import { ProductHit } from '../last-prices/product-hit.tsx'
import { LIKELY, likelyProducts } from '../paste/find-products.ts'
import type { Column } from '../paste/paste.ts'
import { text } from '../text.ts'
import { type Cell, cellOf, cellsShown, type Item, isMoney, kindOf } from './columns.ts'
import { hasUnreadDetail, isOfWindow } from './details.ts'
import { Figures, ProductName, priceText } from './item-table.tsx'
import { ofPackages, type Sold } from './quantities.ts'
import { priceMark, withOtherPrice } from './todays-price.ts'

const DetailsDialog = lazily(() => import('./details/details-dialog.tsx'))

interface RowProps {
  line: Line
  number: number
  item: Item | undefined
  pointer: string | undefined
  areTaxesShown: boolean
  /** How its product is sold. */
  sold: Sold | undefined
  onChange: (key: string, change: (line: Line) => Line) => void
  onRemove: (key: string) => void
  onDescribe: (key: string) => void
  isDescribed: boolean
  /** Opens the window of its details, and closes it. */
  onDetail: (key: string | undefined) => void
  isDetailed: boolean
  /** Asks for the focus to go there once the change is drawn. */
  onFocus: (key: string, column: Column) => void
  /** Takes a line out that was pasted, and keeps what it said. */
  onLeaveOut: (line: Line) => void
}

/** One line, as it is typed. Drawn again only where something of it has changed. */
export const ItemRow = memo(function ItemRow(props: RowProps) {
  const { line, number, item, pointer = 'none', areTaxesShown, isDescribed } = props
  const { onChange, onRemove, onDescribe, onDetail } = props
  const t = useTexts(text)
  const fieldErrors = useContext(FieldErrorsContext)
  const wholeError = fieldErrors.get(pointer)
  return (
    <tr
      role="row"
      data-line={line.key}
      data-blank={isBlank(line) || undefined}
      data-pasted={line.pasted === undefined ? undefined : true}
    >
      <td role="cell" className="items__place">
        {number}
      </td>
      <td role="cell" className="items__product" data-column="product">
        <ProductCell {...props} />
        {isDescribed && (
          <div className="items__description" data-column="description">
            <TextInput
              label={t.inLine(t.description, number)}
              isLabelHidden
              pointer={`${pointer}/description`}
              placeholder={t.description}
              value={line.description}
              onChange={(description) => onChange(line.key, (now) => ({ ...now, description }))}
            />
          </div>
        )}
        {wholeError && <span className="field__error">{wholeError}</span>}
        <DetailsFault {...{ line, number, pointer, onDetail }} />
        {props.isDetailed && (
          <Suspense>
            <DetailsDialog
              {...{ line, number, item, pointer, onChange }}
              onClose={() => onDetail(undefined)}
            />
          </Suspense>
        )}
      </td>
      {cellsShown(areTaxesShown).map((cell) => (
        <td
          role="cell"
          key={cell}
          className="items__figure"
          data-label={t[cell]}
          data-column={cell}
        >
          <CellInput {...{ line, number, item, pointer, cell, sold: props.sold, onChange }} />
        </td>
      ))}
      <Figures item={item} areTaxesShown={areTaxesShown} />
      <td role="cell" className="items__remove">
        {!isBlank(line) && <LineButtons {...{ line, number, onRemove, onDescribe, onDetail }} />}
      </td>
    </tr>
  )
})

type RowPart<Name extends keyof RowProps> = Pick<RowProps, 'line' | 'number' | Name>

/** A figure of the line. */
function CellInput({
  line,
  number,
  item,
  pointer,
  cell,
  sold,
  onChange,
}: RowPart<'item' | 'pointer' | 'sold' | 'onChange'> & { cell: Cell }) {
  const t = useTexts(text)
  const language = useLanguage()
  const isFollowed = item !== undefined && line.followed.includes(cell)
  return (
    <NumberInput
      label={t.inLine(t[cell], number)}
      isLabelHidden
      pointer={`${pointer}/${cell}`}
      value={isFollowed ? cellOf(item, cell) : line.cells[cell]}
      unread={line.unread?.[cell]}
      onUnread={(typed) => onChange(line.key, (now) => withUnread(now, cell, typed))}
      leastDecimals={isMoney(cell) ? 2 : 0}
      kind={kindOf(cell)}
      readAs={
        cell === 'quantity' && sold ? (typed) => ofPackages(typed, language, sold) : undefined
      }
      onChange={(value) => onChange(line.key, (now) => withCell(now, cell, value))}
      onFocus={(event) => event.target.select()}
      placeholder={cell === 'price' && item ? priceText(item.price, language) : undefined}
      hint={cell === 'price' && priceMark(line) && <PriceNote line={line} onChange={onChange} />}
    />
  )
}

/** That something in the window of its details is wrong or can’t be read; pressed, it opens there. */
function DetailsFault({
  line,
  number,
  pointer,
  onDetail,
}: RowPart<'onDetail'> & { pointer: string }) {
  const t = useTexts(text)
  const fieldErrors = useContext(FieldErrorsContext)
  const isUnread = hasUnreadDetail(line.details)
  const isWrong = [...fieldErrors.keys()].some(
    (place) => place.startsWith(`${pointer}/`) && isOfWindow(place.slice(pointer.length + 1)),
  )
  if (!isUnread && !isWrong) return null
  return (
    <button
      type="button"
      className="items__mend field__error"
      data-unreadable={isUnread || undefined}
      onClick={() => onDetail(line.key)}
    >
      {t.mendDetails(number)} <kbd>F2</kbd>
    </button>
  )
}

function LineButtons({
  line: { key },
  number,
  onRemove,
  onDescribe,
  onDetail,
}: RowPart<'onRemove' | 'onDescribe' | 'onDetail'>) {
  const t = useTexts(text)
  return (
    <>
      <IconButton
        size="small"
        tabIndex={-1}
        label={t.detailsOfLine(number)}
        aria-keyshortcuts="F2"
        icon={<Icon name="book" size={14} />}
        onClick={() => onDetail(key)}
      />
      <IconButton
        size="small"
        tabIndex={-1}
        label={t.describeLine(number)}
        icon={<Icon name="note" size={14} />}
        onClick={() => onDescribe(key)}
      />
      <IconButton
        size="small"
        tabIndex={-1}
        label={t.removeLine(number)}
        icon={<Icon name="close" size={14} />}
        onClick={() => onRemove(key)}
      />
    </>
  )
}

/** That today’s price is another than the one it was sold at; pressed, the line takes the other. */
function PriceNote({ line, onChange }: Pick<RowProps, 'line' | 'onChange'>) {
  const t = useTexts(text)
  const language = useLanguage()
  const mark = priceMark(line)
  if (!mark) return null
  if (mark.kind === 'none') return t.noPriceToday
  const price = priceText(mark.price, language)
  return (
    <button
      type="button"
      className="items__other-price"
      tabIndex={-1}
      title={mark.kind === 'was' ? t.takeOldPrice : t.takeTodaysPrice}
      aria-keyshortcuts="F8"
      onClick={() => onChange(line.key, withOtherPrice)}
    >
      {mark.kind === 'was' ? t.was(price) : t.todayIs(price)} <kbd>F8</kbd>
    </button>
  )
}

const INACTIVE = { active: false }
/** Where a request names a line’s product. */
const PRODUCT = ['id_item', 'fk_id_item', 'copy_of']

const below = (one: Found) => <ProductHit product={one} />
const USUAL = { only: ONLY_ACTIVE, below }
/** What was pasted may be called otherwise. */
const PASTED = { only: LIKELY, finder: likelyProducts, below }

/** The next line that was pasted and waits for somebody; after all of them the one where typing goes on. */
function nextWaiting(cell: Element | null): string | null | undefined {
  const table = cell?.closest('tbody')
  const rows = [...(table?.querySelectorAll('[data-pasted]') ?? [])]
  const here = rows.findIndex((row) => row.contains(cell))
  const next = rows[here + 1] ?? rows.find((_, i) => i !== here)
  return (next ?? table?.querySelector('[data-blank]'))?.getAttribute('data-line')
}

function ProductCell(props: RowProps) {
  const { line, number, item, pointer, sold, onChange, onFocus, onLeaveOut } = props
  const t = useTexts(text)
  const fieldErrors = useContext(FieldErrorsContext)
  const [isChanged, setChanged] = useState(false)
  const cell = useRef<HTMLDivElement>(null)
  const fieldError = PRODUCT.map((name) => fieldErrors.get(`${pointer}/${name}`)).find(Boolean)
  const { product } = line
  const unread = line.unread?.product
  if (product && !isChanged && unread === undefined) {
    const name = product.name || item?.item.name || ''
    return (
      <>
        <button type="button" className="items__chosen" onClick={() => setChanged(true)}>
          <span className="visually-hidden">{t.inLine(t.product, number)}: </span>
          <ProductName product={{ name, fk_id: product.fk_id }} />
          <span className="visually-hidden">. {t.otherProduct}</span>
        </button>
        {isInactive(line, sold) && <Inactive of={INACTIVE} />}
        {fieldError && <span className="field__error">{fieldError}</span>}
      </>
    )
  }
  const choose = (found: Found | null) => {
    if (!found) return
    onChange(line.key, (now) => withChosen(now, found))
    setChanged(false)
    // Where its code was typed, and somebody has gone on, the focus is elsewhere already.
    if (cell.current?.contains(document.activeElement)) goOn()
  }
  const goOn = () => {
    const next = line.pasted === undefined ? undefined : nextWaiting(cell.current)
    onFocus(next ?? line.key, next ? 'product' : 'quantity')
  }
  const leaveOut = () => {
    goOn()
    onLeaveOut(line)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what comes from the field inside
    <div ref={cell} onBlur={() => product && setChanged(false)}>
      {line.pasted !== undefined && <span className="field__hint">{line.pasted}</span>}
      <ReferenceInput
        to="products"
        {...(line.pasted === undefined ? USUAL : { ...PASTED, onLeaveOut: leaveOut })}
        unread={unread}
        onUnread={(typed) => onChange(line.key, (now) => withUnread(now, 'product', typed))}
        chooseHint={t.chooseFromProducts}
        label={t.inLine(t.product, number)}
        isLabelHidden
        error={fieldError}
        placeholder={t.chooseProduct}
        value={null}
        onChange={choose}
        autoFocus={isChanged}
        takesByTab
      />
    </div>
  )
}
