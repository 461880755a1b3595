import type { LineTax } from '@pedido/client'
import { taxLabel } from '@pedido/model/taxes'
import { useState } from 'react'
import { useFormats } from '../../../../text/formats.ts'
import { useTexts } from '../../../../text/texts.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icons.tsx'
import { isOfRule } from '../../../of-rule.ts'
import { ByRule } from '../../../taxes.tsx'
import type { Line } from '../../draft.ts'
import { newRow, type Row, typedIn } from '../../rows/rows.ts'
import { TypedRows } from '../../rows/typed-rows.tsx'
import type { Item } from '../columns.ts'
import { takenOver, withFigure } from '../taxes.ts'
import { detailsText } from './details-text.ts'
import { useTaxFields } from './tax-fields.ts'

/** The taxes of a line: those that are typed, and those that it has beside them. */
export function TaxesField({
  line: { details = {}, cells },
  item,
  pointer,
  onChange,
}: {
  line: Line
  item: Item | undefined
  pointer: string
  onChange: (taxes: readonly Row[]) => void
}) {
  const t = useTexts(detailsText)
  const { money } = useFormats()
  const { taxes } = details
  const typed = taxes ?? []
  const made = item?.taxes ?? []
  const quantity = Number(cells.quantity)
  const isTyped = (tax: string) => typed.some((row) => typedIn(row, 'tax') === tax)
  const others = made.filter((one) => !isTyped(one.tax) && (taxes === undefined || isOfRule(one)))
  const hasGiven = taxes === undefined ? made.some((one) => !isOfRule(one)) : taxes.length > 0
  const { fieldsOf, moreOf } = useTaxFields(typed, made)
  const { begun, change, begin } = useTyping({ taxes, made, quantity, onChange })
  return (
    <section className="stack details__part" aria-label={t.taxes}>
      <div className="row spread">
        <h3>{t.taxes}</h3>
        {typeof item?.line_total === 'number' && (
          <output>
            {t.lineTotal} <strong className="figures">{money(item.line_total)}</strong>
          </output>
        )}
      </div>
      <p className="quiet">{t.taxesHint}</p>
      {others.length === 0 && typed.length === 0 && <p>{t.noTaxes}</p>}
      {others.length > 0 && <Others taxes={others} onBegin={begin} />}
      <TypedRows
        label={t.tax}
        rows={typed}
        {...{ fieldsOf, moreOf }}
        pointer={`${pointer}/taxes`}
        onChange={change}
        added={() => newRow({ tax: '' })}
        addLabel={t.addTax}
        typed={(row, name, value) =>
          name === 'tax' ? newTax(row, value) : withFigure(row, name, value)
        }
        focusOn={begun}
        clearLabel={hasGiven ? t.toRules : undefined}
      />
    </section>
  )
}

/** What becomes of a line’s taxes as somebody types some. */
function useTyping({
  taxes,
  made,
  quantity,
  onChange,
}: {
  taxes: readonly Row[] | undefined
  made: readonly LineTax[]
  quantity: number
  onChange: (taxes: readonly Row[]) => void
}) {
  /** The row that the focus goes to. */
  const [begun, setBegun] = useState<string>()
  const change = (rows: readonly Row[]) => {
    if (rows.length === 0) return onChange([])
    const whole = taxes ? rows : [...takenOver(undefined, made, quantity, undefined), ...rows]
    // A tax was chosen: of its kind rules work nothing out any more.
    const chosen = rows.find((row) => {
      const before = taxes?.find(({ key }) => key === row.key)
      return before && typedIn(row, 'tax') !== typedIn(before, 'tax')
    })
    onChange(chosen ? takenOver(whole, made, quantity, typedIn(chosen, 'tax')) : whole)
  }
  const begin = (tax: string) => {
    const rows = takenOver(taxes, made, quantity, tax)
    setBegun(rows.find((row) => typedIn(row, 'tax') === tax)?.key)
    onChange(rows)
  }
  return { begun, change, begin }
}

/** Another tax in its place: what was said of the one before is not of this one, but its figures may be. */
function newTax(row: Row, tax: string): Row {
  const figures = ['base', 'rate', 'value'].map((name) => [name, typedIn(row, name)])
  return { ...row, values: { ...Object.fromEntries(figures), tax } }
}

/** Those that nobody types here: each can be. */
function Others({ taxes, onBegin }: { taxes: readonly LineTax[]; onBegin: (tax: string) => void }) {
  const t = useTexts(detailsText)
  const { money, percent } = useFormats()
  return (
    <div className="details__scroll">
      <table className="details__taxes">
        <thead>
          <tr>
            <th scope="col">{t.tax}</th>
            <th scope="col">{t.base}</th>
            <th scope="col">{t.rate}</th>
            <th scope="col">{t.value}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {taxes.map((one) => (
            <tr key={one.tax}>
              <th scope="row">
                {[taxLabel(one.tax), one.code].filter(Boolean).join(' ')}
                {isOfRule(one) && <ByRule />}
              </th>
              <td>{one.base !== 0 && money(one.base)}</td>
              <td>{one.rate !== 0 && percent(one.rate)}</td>
              <td>{money(one.value)}</td>
              <td>
                <IconButton
                  size="small"
                  label={t.change(taxLabel(one.tax))}
                  icon={<Icon name="edit" size={16} />}
                  onClick={() => onBegin(one.tax)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
