import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../session/client.ts'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Skeleton } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { useShown } from './facts.tsx'
import { customName, type FieldOf } from './form/fields.ts'
import { text } from './text.ts'

/** As many changes as a person reads. */
const MOST = 500

interface Change {
  version: number
  changed_fields: string[]
  previous: Record<string, unknown> | null
  record: Record<string, unknown>
  token: { id: number; name: string | null } | null
}

/**
 * Who changed what of a record, the newest first.
 * @param subject `/customers/12`
 */
function History({ subject, fields }: { subject: string; fields: readonly FieldOf[] }) {
  const t = useTexts(text)
  const { dateTime } = useFormats()
  const found = useQuery({
    queryKey: ['history', subject],
    queryFn: async ({ signal }) => {
      const all = []
      const newestFirst = pedido.events.list({ subject, sort: '-sequence' }, { signal })
      for await (const event of newestFirst) {
        all.push(event)
        if (all.length === MOST) break
      }
      return all
    },
  })
  if (found.error) return <Problem error={found.error} />
  if (!found.data) return <Skeleton lines={3} />
  if (found.data.length === 0) return <p className="quiet">{t.historyNone}</p>
  return (
    <>
      <ol className="common__history">
        {found.data.map(({ id, type, time, data }) => {
          const change = data as unknown as Change
          return (
            <li key={id}>
              <p className="quiet">
                <time dateTime={time}>{dateTime(time)}</time> · {change.token?.name ?? t.somebody}
              </p>
              {type.endsWith('.created') && <p>{t.created}</p>}
              {type.endsWith('.deleted') && <p>{t.deleted}</p>}
              {type.endsWith('.updated') && <Changes change={change} fields={fields} />}
            </li>
          )
        })}
      </ol>
      {found.data.length === MOST && <p className="quiet">{t.historyMore}</p>}
    </>
  )
}

function Changes({ change, fields }: { change: Change; fields: readonly FieldOf[] }) {
  const t = useTexts(text)
  const show = useShown()
  // The first of a customer’s sellers is shown with all of them.
  const names = change.changed_fields.filter((name) => name !== 'id_user')
  const rows = names.flatMap((name) => partsOf(name, change))
  return (
    <ul>
      {rows.map(({ name, was, is }) => {
        const field = fields.find((one) => one.name === name)
        const textOf = (raw: unknown) => (field ? show(field, raw) : String(raw ?? '')) || t.empty
        const label =
          field?.label ?? (name === 'image' ? t.image : name.replace('custom_fields/', ''))
        return (
          <li key={name}>
            {label}
            {name !== 'image' && (
              <>
                : <del>{textOf(was)}</del> → <ins>{textOf(is)}</ins>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** One change, or of custom fields one for each key. */
function partsOf(name: string, { previous, record }: Change) {
  const was = previous?.[name]
  const is = record[name]
  if (name !== 'custom_fields') return [{ name, was, is }]
  const before = (was ?? {}) as Record<string, string>
  const after = (is ?? {}) as Record<string, string>
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ name: customName(key), was: before[key], is: after[key] }))
}

/** The history in a panel of its own, read when it is opened. */
export function HistoryPanel(props: { subject: string; fields: readonly FieldOf[] }) {
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t.history}</h2>
      </summary>
      {isOpen && <History {...props} />}
    </details>
  )
}
