import { useFormats } from '../../../../text/formats.ts'
import { useTexts } from '../../../../text/texts.ts'
import type { Line } from '../../draft.ts'
import { newRow, type Row, type RowField } from '../../rows/rows.ts'
import { Sum } from '../../rows/sum.tsx'
import { TypedRows } from '../../rows/typed-rows.tsx'
import { restOfLots } from '../lots.ts'
import { detailsText } from './details-text.ts'

/** The lots of a line, and whether they come to its quantity. */
export function LotsField({
  line: { details = {}, cells },
  pointer,
  onChange,
}: {
  line: Line
  pointer: string
  onChange: (lots: readonly Row[]) => void
}) {
  const t = useTexts(detailsText)
  const { decimal } = useFormats()
  const lots = details.lots ?? []
  const rest = restOfLots(cells.quantity, lots)
  const fields: readonly RowField[] = [
    { name: 'number', label: t.lotNumber, kind: 'text', maxLength: 20 },
    { name: 'quantity', label: t.lotQuantity, kind: 'decimal' },
    { name: 'made_on', label: t.made_on, kind: 'date', toward: 'last' },
    { name: 'expires_on', label: t.expires_on, kind: 'date', toward: 'next' },
  ]
  return (
    <section className="stack details__part" aria-label={t.lots}>
      <h3>{t.lots}</h3>
      <TypedRows
        label={t.lot}
        rows={lots}
        fieldsOf={() => fields}
        pointer={`${pointer}/lots`}
        onChange={onChange}
        added={() => newRow(isLeft(rest) ? { quantity: rest } : {})}
        addLabel={t.addLot}
      >
        {lots.length > 0 && (
          <Sum
            rest={rest}
            shown={decimal}
            of={(sum) => t.lotsSum(sum, decimal(cells.quantity || '0'))}
            whole={cells.quantity || '0'}
          />
        )}
      </TypedRows>
    </section>
  )
}

const isLeft = (rest: string) => rest !== '0' && !rest.startsWith('-')
