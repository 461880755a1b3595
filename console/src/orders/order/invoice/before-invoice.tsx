import type { InvoiceFinding, Order, ProblemError } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { pedido } from '../../../session/client.ts'
import { save } from '../../../session/save.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Skeleton, StatusBadge } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import './invoice.css'
import { mendedIn } from './mended-in.ts'
import { text } from './text.ts'

/** What a tax office would refuse, each with the way to where it is mended; and the draft of the NF-e. */
export function BeforeInvoice({ order, mayEdit }: { order: Order; mayEdit: boolean }) {
  const t = useTexts(text)
  const heading = useId()
  const [isWanted, setWanted] = useState(false)
  const found = useQuery({
    queryKey: ['order', order.id, 'invoice-check', order.updated_at],
    queryFn: ({ signal }) => pedido.orders.checkInvoice(order.id, {}, { signal }),
    enabled: isWanted,
    // Records may have been mended meanwhile, in another tab.
    staleTime: 0,
  })
  const draft = useSubmit(async () => {
    const content = JSON.stringify(await pedido.orders.draftNfe(order.id), null, 2)
    save(new Blob([content], { type: 'application/json' }), `nfe-${order.fk_id ?? order.id}.json`)
  })
  const check = () => (isWanted ? void found.refetch() : setWanted(true))
  return (
    <section className="panel invoice" aria-labelledby={heading}>
      <div className="row spread">
        <h2 id={heading}>{t.before}</h2>
        <div className="row">
          <Button size="small" isBusy={draft.isBusy} onClick={draft.submit}>
            <Icon name="download" size={16} /> {t.draft}
          </Button>
          <Button size="small" isBusy={found.isFetching} onClick={check}>
            {isWanted ? t.checkAgain : t.check}
          </Button>
        </div>
      </div>
      <p className="quiet">{t.beforeWhy}</p>
      <Problem error={draft.error ?? found.error} />
      <div aria-live="polite">
        {found.isLoading && <Skeleton lines={3} />}
        {found.data && <Findings {...{ order, mayEdit }} findings={found.data} />}
      </div>
    </section>
  )
}

function Findings({
  order,
  mayEdit,
  findings,
}: {
  order: Order
  mayEdit: boolean
  findings: readonly InvoiceFinding[]
}) {
  const t = useTexts(text)
  const errors = findings.filter(({ level }) => level === 'error').length
  const warnings = findings.length - errors
  return (
    <>
      <p className="row">
        <StatusBadge tone={errors > 0 ? 'bad' : 'good'}>
          {errors > 0 ? t.errors(errors) : t.ready}
        </StatusBadge>
        {warnings > 0 && <StatusBadge tone="warn">{t.warnings(warnings)}</StatusBadge>}
        {findings.length === 0 && t.nothing}
      </p>
      <ul className="invoice__findings">
        {findings.map((finding) => (
          <Finding key={`${finding.code} ${finding.pointer}`} {...{ order, mayEdit, finding }} />
        ))}
      </ul>
    </>
  )
}

/** Why the order did not come into a status that requires the check. */
export function RefusedInvoice({
  order,
  mayEdit,
  error: { title, errors },
}: {
  order: Order
  mayEdit: boolean
  error: ProblemError
}) {
  const t = useTexts(text)
  return (
    <div className="problem" role="alert">
      <strong>{title}</strong>
      <p>{t.refusedWhy}</p>
      <ul className="invoice__findings">
        {errors.map(({ pointer = '', detail }) => {
          const finding = { code: '', rule: null, level: 'error' as const, pointer, detail }
          return <Finding key={`${pointer} ${detail}`} {...{ order, mayEdit, finding }} />
        })}
      </ul>
    </div>
  )
}

function Finding({
  order,
  mayEdit,
  finding: { code, rule, level, pointer, detail },
}: {
  order: Order
  mayEdit: boolean
  finding: Omit<InvoiceFinding, 'source'>
}) {
  const t = useTexts(text)
  const { of, line = 0, name, href } = mendedIn(pointer, order)
  const labels = {
    customer: t.customer(name),
    product: t.product(line + 1, name),
    line: t.line(line + 1, name),
    carrier: t.carrier(name),
    order: t.order,
  }
  const isLink = mayEdit || (of !== 'line' && of !== 'order')
  const isError = level === 'error'
  return (
    <li className="invoice__finding" data-level={level}>
      <Icon name={isError ? 'warning' : 'info'} size={16} />
      <div>
        <p>
          <span className="visually-hidden">{isError ? t.error : t.warning}: </span>
          {detail}
        </p>
        <p className="quiet">
          {isLink ? <Link href={href}>{labels[of]}</Link> : labels[of]}
          {[t.code(code), rule].filter(Boolean).map((one) => ` · ${one}`)}
        </p>
      </div>
    </li>
  )
}
