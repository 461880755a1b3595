import { useRef, useState } from 'react'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Select } from '../../../ui/fields/inputs.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { CELLS } from '../items/columns.ts'
import { text } from '../text.ts'
import type { Column } from './paste.ts'
import type { ColumnGuess, Meaning } from './paste-columns.ts'

/** So many rows are shown. */
const SHOWN = 5

const COLUMNS: readonly Column[] = ['product', 'description', ...CELLS]

/** Which column of a pasted block is what, where that is not sure: Enter takes what was guessed. */
export function PasteQuestion({
  rows,
  guess,
  onAnswer,
  onClose,
}: {
  rows: readonly (readonly string[])[]
  guess: ColumnGuess
  onAnswer: (guess: ColumnGuess) => void
  onClose: () => void
}) {
  const t = useTexts(text)
  const take = useRef<HTMLButtonElement>(null)
  const [meanings, setMeanings] = useState(guess.meanings)
  const [hasHeading, setHeading] = useState(guess.hasHeading)
  const { submit } = useSubmit(async () => onAnswer({ meanings, hasHeading, isSure: true }))
  const choose = (at: number, meaning: Meaning) =>
    setMeanings(meanings.map((one, i) => (i === at ? meaning : one === meaning ? undefined : one)))
  const foot = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button ref={take} look="primary" type="submit" form="pasted-columns">
        {t.pasteThese}
      </Button>
    </>
  )
  return (
    <Dialog isOpen isWide onClose={onClose} title={t.whichColumns} foot={foot} firstFocus={take}>
      <form id="pasted-columns" className="stack" onSubmit={submit}>
        <p>{t.whichColumnsWhy}</p>
        <Pasted {...{ rows, meanings, hasHeading }} onChoose={choose} />
        {rows.length > SHOWN && <p className="quiet">{t.moreRows(rows.length - SHOWN)}</p>}
        {rows.length > 1 && (
          <Checkbox label={t.firstIsHeading} isChecked={hasHeading} onChange={setHeading} />
        )}
      </form>
    </Dialog>
  )
}

/** The first rows, and over each column what it is. */
function Pasted({
  rows,
  meanings,
  hasHeading,
  onChoose,
}: {
  rows: readonly (readonly string[])[]
  meanings: ColumnGuess['meanings']
  hasHeading: boolean
  onChoose: (at: number, meaning: Meaning) => void
}) {
  const t = useTexts(text)
  const options = [
    { value: '', label: t.notUsed },
    ...COLUMNS.map((name) => ({
      value: name,
      label: name === 'product' ? t.productCode : t[name],
    })),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div className="items__scroll" role="region" aria-label={t.pastedCells} tabIndex={0}>
      <table className="items__pasted">
        <thead>
          <tr>
            {meanings.map((meaning, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={i} scope="col">
                <Select
                  label={t.pastedColumn(i + 1)}
                  isLabelHidden
                  value={meaning ?? ''}
                  onChange={(value) => onChoose(i, (value || undefined) as Meaning)}
                  options={options}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={place} data-heading={(hasHeading && place === 0) || undefined}>
              {meanings.map((_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={i}>{row[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
