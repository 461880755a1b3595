import { type CustomField, ProblemError } from '@pedido/client'
import { Link } from 'wouter'
import { useLanguage } from '../../text/language.ts'
import { counted, useTexts } from '../../text/texts.ts'
import { text } from './text.ts'

type Records = CustomField['breaking_records']

/** The records that break a declaration, each leading to where it is corrected. */
export function Breaking({
  resource,
  records,
}: {
  resource: CustomField['resource']
  records: Records
}) {
  const t = useTexts(text)
  return (
    <>
      <p>{t.breaking}</p>
      <ul className="common__uses">
        {records.map(({ id, detail }) => (
          <li key={id}>
            <Link href={`/${resource}/${id}`}>#{id}</Link> {detail}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the service says of records that break a declaration; undefined of other errors. */
export function breakingOf(error: Error): { breaking: number; records: Records } | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'records_break') return undefined
  const { breaking, breaking_records } = error as unknown as {
    breaking: number
    breaking_records: Records
  }
  return { breaking, records: breaking_records }
}

/** A declaration that was refused at once, since records break it. */
export function RefusedNow({
  resource,
  breaking,
  records,
}: {
  resource: CustomField['resource']
  breaking: number
  records: Records
}) {
  const t = useTexts(text)
  const language = useLanguage()
  return (
    <div className="problem" role="alert">
      <strong>{t.refusedNow(counted(language, breaking, t.record, t.records))}</strong>
      <Breaking resource={resource} records={records} />
    </div>
  )
}
