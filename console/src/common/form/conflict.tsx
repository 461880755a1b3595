import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { namesOf } from '../facts.tsx'
import { text } from '../text.ts'
import { type FieldOf, rowsIn, type Values } from './fields.ts'
import { recordsIn } from './named.ts'

interface Versions {
  before: Values
  now: Values
  values: Values
  onTake: (field: string, value: string) => void
}

/** What somebody else has changed, beside what was typed here. */
export function Conflict({ fields, ...versions }: Versions & { fields: readonly FieldOf[] }) {
  const { before, now } = versions
  const t = useTexts(text)
  const changed = fields.filter(({ name }) => before[name] !== now[name])
  return (
    <div className="problem" role="alert">
      <strong>{t.changedTitle}</strong>
      <p>{changed.length === 0 ? t.changedNone : t.changedWhy}</p>
      {changed.length > 0 && (
        <div className="common__scroll">
          <table className="common__table">
            <thead>
              <tr>
                <th scope="col">{t.field}</th>
                <th scope="col">{t.was}</th>
                <th scope="col">{t.theirs}</th>
                <th scope="col">{t.yours}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map((field) => (
                <Change key={field.name} field={field} {...versions} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

/** A field as it was, as they made it and as it was typed here. */
function Change({ field, before, now, values, onTake }: Versions & { field: FieldOf }) {
  const t = useTexts(text)
  const { name, label } = field
  const isTyped = values[name] !== now[name]
  const shown = (of: Values) => textOf(field, of[name] ?? '') || '—'
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{shown(before)}</td>
      <td>{shown(now)}</td>
      <td>
        {isTyped ? shown(values) : <span className="quiet">{t.untouched}</span>}{' '}
        {isTyped && (
          <Button
            size="small"
            aria-label={t.takeTheirs(label)}
            onClick={() => onTake(name, now[name] ?? '')}
          >
            {t.useNew}
          </Button>
        )}
      </td>
    </tr>
  )
}

function textOf({ kind, choices }: FieldOf, value: string): string {
  if (kind === 'check') return value === 'true' ? '✓' : '✗'
  if (kind === 'sellers' || kind === 'reference') return namesOf(recordsIn(value))
  if (kind === 'rows') {
    return rowsIn(value)
      .map((row) => Object.values(row).join(' · '))
      .join('; ')
  }
  return choices?.find((one) => one.value === value)?.label ?? value
}
