import type { Import } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isGone, Missing } from '../../common/missing.tsx'
import { pedido } from '../../session/client.ts'
import { save } from '../../session/save.ts'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ColumnMapping } from './mapping/column-mapping.tsx'
import { kinds } from './mapping/fields.ts'
import './imports.css'
import { canBeMapped, isBusy, State } from './state.tsx'
import { text } from './text.ts'

const RENEWED_MS = 1_000

/** One file: how it was understood, what would become of it, and how far it is. */
export default function ImportPage({ id }: { id: number }) {
  const t = useTexts(text)
  const found = useQuery({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => pedido.imports.read(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? RENEWED_MS : false),
  })
  const name = found.data?.file_name ?? t.unnamed(id)
  useTitle(name)
  if (!found.data || isGone(found.error)) {
    return <Missing title={name} error={found.error} href="/imports" />
  }
  return <Whole one={found.data} name={name} />
}

function Whole({ one, name }: { one: Import; name: string }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { dateTime } = useFormats()
  const queries = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const renew = () => queries.invalidateQueries({ queryKey: ['imports'] })
  const running = useSubmit(async () => {
    await pedido.imports.run(one.id)
    await renew()
  })
  const saving = useSubmit(async () =>
    save(
      await pedido.imports.readRefusedLines(one.id),
      `${name.replace(/\.\w+$/, '')}-recusadas.csv`,
    ),
  )
  const actions = <Actions {...{ one, running, saving }} onCancel={() => setEnding(true)} />
  const sub = `${wordOf(kinds[one.resource].label, language)}, ${dateTime(one.created_at)}`
  return (
    <Page title={name} sub={sub} actions={actions}>
      <Problem error={running.error ?? saving.error} />
      <Progress one={one} />
      {!one.details_kept && <p className="quiet">{t.detailsGone}</p>}
      {one.warnings.length > 0 && <Warnings one={one} />}
      {one.first_faults.length > 0 && <FirstErrors one={one} />}
      {one.detected && (
        <ColumnMapping
          key={`${one.id} ${one.state} ${one.detected.sheet} ${one.detected.header_line}`}
          one={one}
          columns={one.detected.columns}
        />
      )}
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        title={t.cancelTitle}
        action={t.cancel}
        isDanger
        onConfirm={async () => {
          await pedido.imports.cancel(one.id)
          await renew()
        }}
      >
        {t.cancelWhy}
      </ConfirmDialog>
    </Page>
  )
}

/** What can be done with it, in the state that it is in. */
function Actions({
  one,
  running,
  saving,
  onCancel,
}: {
  one: Import
  running: ReturnType<typeof useSubmit>
  saving: ReturnType<typeof useSubmit>
  onCancel: () => void
}) {
  const t = useTexts(text)
  const { created, updated, refused } = one.counts
  return (
    <>
      {refused > 0 && one.details_kept && !isBusy(one) && (
        <Button isBusy={saving.isBusy} onClick={() => saving.submit()}>
          <Icon name="download" size={16} />
          {t.downloadRefused}
        </Button>
      )}
      {(isBusy(one) || canBeMapped(one)) && <Button onClick={onCancel}>{t.cancel}</Button>}
      {one.state === 'checked' && created + updated > 0 && (
        <Button look="primary" isBusy={running.isBusy} onClick={() => running.submit()}>
          {t.run(created + updated)}
        </Button>
      )}
    </>
  )
}

function Progress({ one }: { one: Import }) {
  const t = useTexts(text)
  const { decimal, money, percent } = useFormats()
  const { state, counts, failure, progress } = one
  const figures = [
    [t.lines, counts.lines],
    [t.created, counts.created],
    [t.updated, counts.updated],
    [t.unchanged, counts.unchanged],
    [t.refused, counts.refused],
  ] as const
  const share = Math.floor(progress * 100)
  return (
    <section className="panel stack" aria-label={t.state}>
      <div className="row" role="status">
        <State state={state} />
        <span>{state === 'failed' ? failure : t[`${state}Why`]}</span>
      </div>
      {isBusy(one) && (
        <div className="row nowrap">
          <progress className="imports__progress" aria-label={t.progress} value={share} max={100} />
          <span className="figures">{percent(share)}</span>
        </div>
      )}
      {state === 'needs_mapping' && failure && <p className="quiet">{failure}</p>}
      {state !== 'failed' && state !== 'needs_mapping' && (
        <dl className="imports__figures">
          {figures.map(([name, count]) => (
            <div key={name} data-bad={(name === t.refused && count > 0) || undefined}>
              <dt>{name}</dt>
              <dd className="figures">{decimal(count)}</dd>
            </div>
          ))}
          {counts.total_value > 0 && (
            <div>
              <dt>{t.totalValue}</dt>
              <dd className="figures">{money(counts.total_value)}</dd>
            </div>
          )}
        </dl>
      )}
      {counts.reduced > 0 && (
        <p className="row" role="status">
          <Icon name="info" size={16} /> {t.reduced(counts.reduced, money(counts.reduced_by))}
        </p>
      )}
    </section>
  )
}

/** What to know before the file is written, though nothing is refused for it. */
function Warnings({ one }: { one: Import }) {
  const t = useTexts(text)
  return (
    <section className="panel stack">
      <h2>{t.warnings}</h2>
      <ul>
        {one.warnings.map(({ code, letter, other, detail }) => (
          <li key={`${code} ${letter} ${other}`}>{detail}</li>
        ))}
      </ul>
    </section>
  )
}

function FirstErrors({ one }: { one: Import }) {
  const t = useTexts(text)
  const { decimal } = useFormats()
  return (
    <section className="panel stack">
      <h2>{t.fieldErrors}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that its end can be reached by keys */}
      <div className="imports__scroll" tabIndex={0} role="region" aria-label={t.fieldErrors}>
        <table className="imports__table">
          <thead>
            <tr>
              <th scope="col" className="imports__end">
                {t.line}
              </th>
              <th scope="col">{t.column}</th>
              <th scope="col">{t.why}</th>
            </tr>
          </thead>
          <tbody>
            {one.first_faults.map(({ line, letter, heading, code, detail }) => (
              <tr key={`${line} ${letter} ${code} ${detail}`}>
                <td className="imports__end">{decimal(line)}</td>
                <td>{[letter, heading].filter(Boolean).join(': ')}</td>
                <td>{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
