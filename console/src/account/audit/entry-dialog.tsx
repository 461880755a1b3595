import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/pieces.tsx'
import { actionOf, type Entry, subjectOf } from './entries.ts'
import { text } from './text.ts'
import { useOrigin, Who } from './who.tsx'

/** All that an entry says. */
export function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts(text)
  const { dateTime } = useFormats()
  const origin = useOrigin()
  const { record, changed_fields, previous, request_id } = entry.data
  const agent = record['user_agent']
  const facts = [
    [t.when, dateTime(entry.time)],
    [t.who, <Who key="who" entry={entry} />],
    [t.about, subjectOf(entry) ?? entry.subject],
    ...(origin(entry) ? ([[t.place, origin(entry)]] as const) : []),
    ...(typeof agent === 'string' ? ([[t.browser, agent]] as const) : []),
    ...(request_id ? ([[t.request, <code key="request">{request_id}</code>]] as const) : []),
  ] as const
  // What is shown above, and what a person can't read anything from.
  const hidden = ['member', 'address', 'user_agent', 'id', 'created_at', 'updated_at']
  const others = Object.entries(record).filter(([name]) => !hidden.includes(name))
  return (
    <Dialog isOpen onClose={onClose} title={t[actionOf(entry)] ?? entry.type} isWide>
      <Facts facts={facts} />
      {changed_fields.length > 0 && (
        <div className="audit__scroll">
          <table className="audit__table">
            <caption>{t.changes}</caption>
            <thead>
              <tr>
                <th scope="col">{t.field}</th>
                <th scope="col">{t.before}</th>
                <th scope="col">{t.after}</th>
              </tr>
            </thead>
            <tbody>
              {changed_fields.map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{textOf(previous?.[name])}</td>
                  <td>{textOf(record[name])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changed_fields.length === 0 && others.length > 0 && (
        <>
          <h3>{t.details}</h3>
          <Facts facts={others.map(([name, value]) => [name, textOf(value)] as const)} />
        </>
      )}
    </Dialog>
  )
}

/** A value of the service, as it stands there. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
