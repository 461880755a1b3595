import { taxLabel } from '@pedido/model/taxes'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Draft } from '../form/draft.ts'
import { headerRows, nameOf } from '../form/header.ts'
import { text as installmentText } from '../form/installments/text.ts'
import { detailRows } from '../form/items/details.ts'
import { type Difference, differences, merged } from '../form/merge.ts'
import { headerNames, names } from '../form/text.ts'
import { text } from './text.ts'

/** What somebody else changed while this was typed, beside what was typed: nothing is lost unseen. */
export function Conflict({
  base,
  theirs,
  mine,
  onMerged,
}: {
  base: Draft
  theirs: Draft
  mine: Draft
  onMerged: (draft: Draft) => void
}) {
  const t = useTexts(text)
  const found = useMemo(() => differences(base, theirs, mine), [base, theirs, mine])
  const [theirsOf, setTheirsOf] = useState<ReadonlySet<string>>(new Set())
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const choose = (id: string, isTheirs: boolean) => {
    const next = new Set(theirsOf)
    if (isTheirs) next.add(id)
    else next.delete(id)
    setTheirsOf(next)
  }
  return (
    <section className="panel conflict" role="alertdialog" aria-labelledby="conflict-title">
      <h2 id="conflict-title" ref={heading} tabIndex={-1}>
        {t.conflict}
      </h2>
      <p>{found.length > 0 ? t.conflictWhy : t.conflictOther}</p>
      {found.length > 0 && <Differences found={found} theirsOf={theirsOf} onChoose={choose} />}
      <div className="row">
        <Button look="primary" onClick={() => onMerged(merged(base, theirs, mine, theirsOf))}>
          {t.goOn}
        </Button>
      </div>
    </section>
  )
}

function Differences({
  found,
  theirsOf,
  onChoose,
}: {
  found: readonly Difference[]
  /** Of which differences theirs is chosen. */
  theirsOf: ReadonlySet<string>
  onChoose: (id: string, isTheirs: boolean) => void
}) {
  const t = useTexts(text)
  const n = useTexts(names)
  const h = useTexts(headerNames)
  const language = useLanguage()
  const titleOf = ({ field, line }: Difference) => {
    const detail = detailRows.find((row) => row.name === field)
    const ofLine = detail ? wordOf(detail.label, language) : n[field as keyof typeof n]
    const name = line ? ofLine : h[field as keyof typeof h]
    return [line, field === 'line' ? undefined : name].filter(Boolean).join(': ')
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div className="conflict__scroll" role="region" aria-label={t.conflict} tabIndex={0}>
      <table className="conflict__table">
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.before}</th>
            <th scope="col">{t.theirs}</th>
            <th scope="col">{t.mine}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((one) => (
            <tr key={one.id} data-both={one.isBoth || undefined}>
              <th scope="row">{titleOf(one)}</th>
              <td>
                <Value field={one.field} value={one.before} />
              </td>
              {(['theirs', 'mine'] as const).map((side) => (
                <td key={side}>
                  <Side
                    {...{ one, side }}
                    isChosen={theirsOf.has(one.id) === (side === 'theirs')}
                    onChoose={() => onChoose(one.id, side === 'theirs')}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One side of a difference: to be chosen where both have changed it. */
function Side({
  one,
  side,
  isChosen,
  onChoose,
}: {
  one: Difference
  side: 'theirs' | 'mine'
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useTexts(text)
  const value = <Value field={one.field} value={one[side]} />
  if (!one.isBoth) return side === 'theirs' ? value : <span className="quiet">{t.untouched}</span>
  return (
    <label className="check">
      <input type="radio" name={one.id} checked={isChosen} onChange={onChoose} />
      {value}
    </label>
  )
}

function Value({ field, value }: { field: Difference['field']; value: string | undefined }) {
  const t = useTexts(text)
  const i = useTexts(installmentText)
  const { date, decimal, money, percent } = useFormats()
  if (value === undefined) return <span className="quiet">{t.notThere}</span>
  if (value === '') return <span className="quiet">{t.nothing}</span>
  const row = headerRows.find((one) => nameOf(one) === field)
  if (row?.kind === 'instant' || row?.kind === 'day') {
    const [day = '', time] = value.split('T')
    return (
      <>
        {date(day)} {time}
      </>
    )
  }
  if (field === 'installments' || field === 'lots' || field === 'taxes') {
    const inWords = value
      .replaceAll(/\d{4}-\d\d-\d\d|\d+\.\d+/g, (one) =>
        one.includes('-') ? date(one) : decimal(one),
      )
      .replaceAll(/\btrue\b/g, i.down_payment)
    return <>{field === 'taxes' ? inWords.replaceAll(/(?<=^|; )[a-z_]+/g, taxLabel) : inWords}</>
  }
  if (field === 'discount') {
    const [percentage, amount] = value.split(' ')
    const parts = [percentage && percent(percentage), amount && money(amount)]
    return <>{parts.filter(Boolean).join(', ')}</>
  }
  return <>{/^-?\d+(\.\d+)?$/.test(value) && row?.kind !== 'code' ? decimal(value) : value}</>
}
