import type { Import, ImportColumn } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { pedido } from '../../../session/client.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Problem } from '../../../ui/problem.tsx'
import { fileOf, keepFile } from '../files.ts'
import { DropField } from '../new-import.tsx'
import { type Reading, ReadingChoice } from '../reading-choice.tsx'
import { canBeMapped, isBusy } from '../state.tsx'
import { text } from '../text.ts'
import { FieldChoice } from './field-choice.tsx'
import { type Columns, columnsOf, SaveMapping } from './mappings.tsx'

/**
 * What each column was taken for. Where that is wrong, or where a file tells too little, people say what
 * is right, and the file is tried again.
 */
export function ColumnMapping({ one, columns }: { one: Import; columns: readonly ImportColumn[] }) {
  const t = useTexts(text)
  const isWaiting = one.state === 'needs_mapping'
  const isFixed = !canBeMapped(one) && one.state !== 'failed' && one.state !== 'cancelled'
  const [chosen, setChosen] = useState<Columns>(() => (isWaiting ? guessesIn(columns) : {}))
  const [reading, setReading] = useState<Reading>({})
  const [file, setFile] = useState(fileOf(one.id))
  const all = columnsOf(columns, chosen)
  const hasCode = Object.values(all)
    .flat()
    .some((field) => field === 'fk_id' || field === 'id')
  const hasChanged = Object.keys({ ...chosen, ...reading }).length > 0
  const needsFile = !canBeMapped(one) && !file
  // Another sheet has other columns: they are looked at first.
  const isOtherSheet = isWaiting && reading.sheet !== undefined
  const named = isOtherSheet ? {} : { ...one.mapping.columns, ...chosen }
  const tryIt = useTrying(one, file)
  const trying = useSubmit(() => tryIt({ ...reading, columns: named }))
  return (
    <section className="panel stack" aria-label={t.columns}>
      <div>
        <h2>{t.columns}</h2>
        {!isFixed && <p className="quiet">{isWaiting ? t.namingWhy : t.columnsWhy}</p>}
      </div>
      <Problem error={trying.error} />
      {!isFixed && <ReadingChoice one={one} reading={reading} onChange={setReading} />}
      {!isOtherSheet && <ColumnTable {...{ one, columns, chosen, isFixed }} onChange={setChosen} />}
      {isWaiting && !hasCode && !isOtherSheet && <p role="status">{t.codeMissing}</p>}
      {hasChanged && needsFile && (
        <div className="stack">
          <p>{t.fileAgain}</p>
          <DropField onFile={setFile} />
        </div>
      )}
      <div className="row">
        {(hasChanged || isWaiting) && (
          <Button
            look="primary"
            isBusy={trying.isBusy}
            disabled={needsFile || isBusy(one) || (isWaiting && !hasCode && !hasChanged)}
            onClick={() => trying.submit()}
          >
            {isOtherSheet ? t.showColumns : isWaiting ? t.check : t.checkAgain}
          </Button>
        )}
        <SaveMapping one={one} columns={all} />
      </div>
    </section>
  )
}

/** What is the only one that its column, and no other column, may be. */
function guessesIn(columns: readonly ImportColumn[]): Columns {
  const offers = columns.flatMap(({ offered = [] }) => offered)
  const guesses = columns.flatMap(({ letter, field, also = [], offered = [] }) => {
    const [guess, another] = offered
    const isSure = guess && !another && offers.filter((one) => one === guess).length === 1
    if (!isSure) return []
    return [[letter, field === null ? guess : [guess, field, ...also]] as const]
  })
  return Object.fromEntries(guesses)
}

/** Has the file tried with this mapping: the service has it still, or it is sent again. */
function useTrying(one: Import, file: File | undefined) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  return async (tried: Reading & { columns: Columns }) => {
    if (canBeMapped(one)) {
      await pedido.imports.update(one.id, { mapping: tried, dry_run: true })
      await queries.invalidateQueries({ queryKey: ['imports'] })
      return
    }
    if (!file) return
    const { resource, mode } = one
    const mapping = JSON.stringify({ ...one.mapping, ...tried })
    const made = await pedido.imports.create(file, { resource, mode, mapping })
    keepFile(made.id, file)
    navigate(`/imports/${made.id}`, { replace: true })
  }
}

function ColumnTable({
  one,
  columns,
  chosen,
  isFixed,
  onChange,
}: {
  one: Import
  columns: readonly ImportColumn[]
  chosen: Columns
  isFixed: boolean
  onChange: (chosen: Columns) => void
}) {
  const t = useTexts(text)
  const isWaiting = one.state === 'needs_mapping'
  return (
    <div className="imports__wide">
      <table className="imports__table">
        <thead>
          <tr>
            <th scope="col">{t.column}</th>
            <th scope="col">{t.heading}</th>
            {isWaiting && <th scope="col">{t.sample}</th>}
            <th scope="col">{t.field}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.letter}>
              <td>{column.letter}</td>
              <th scope="row">{column.heading}</th>
              {isWaiting && <td className="quiet">{sampleOf(column)}</td>}
              <td>
                <FieldChoice
                  one={one}
                  column={column}
                  value={column.letter in chosen ? chosen[column.letter] : fedBy(column)}
                  isFixed={isFixed}
                  onChange={(fed) => onChange({ ...chosen, [column.letter]: fed })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Cells that are shown of a column. */
const SHOWN = 3
const sampleOf = ({ sample = [] }: ImportColumn) =>
  sample
    .filter((cell) => cell !== '')
    .slice(0, SHOWN)
    .join(' · ')

const fedBy = ({ field, also }: ImportColumn) => (field && also ? [field, ...also] : field)
