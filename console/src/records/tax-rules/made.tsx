import type { TaxPreview, TaxPreviewItem, TaxPreviewTax, TaxRuleChoice } from '@pedido/client'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Facts } from '../../ui/pieces.tsx'
import { text } from './text.ts'

/** What the rules made of a sale. */
export function Made({ made }: { made: TaxPreview }) {
  const t = useTexts(text)
  const formats = useFormats()
  const [item] = made.items
  if (!item) return null
  const { icms } = item.rules
  return (
    <section className="tax-rules__made" aria-label={t.taxes} aria-live="polite">
      <Facts
        facts={[
          [t.operation, formats.money(item.op)],
          [t.total, formats.money(made.total_value)],
          ['CFOP', item.cfop ?? '—'],
          [t.rule, icms?.name ?? t.none],
        ]}
      />
      {item.findings.map(({ code, detail, tax }) => (
        <p key={`${code} ${tax}`} className="tax-rules__finding">
          {detail}
        </p>
      ))}
      {item.taxes.map((tax) => (
        <Tax key={tax.tax} tax={tax} item={item} />
      ))}
    </section>
  )
}

/** A tax, and why it is so. */
function Tax({ tax: of, item }: { tax: TaxPreviewTax; item: TaxPreviewItem }) {
  const t = useTexts(text)
  const formats = useFormats()
  const { tax, code, base, rate, value, rule, steps } = of
  const choice = Object.values(item.rules).find((one) => one?.id === rule.id)
  return (
    <article className="tax-rules__tax">
      <h3>
        {tax.toUpperCase().replaceAll('_', '-')} {code}
      </h3>
      <Facts
        facts={[
          [t.base, formats.money(base)],
          [t.rate, `${formats.decimal(rate)} %`],
          [t.value, formats.money(value)],
        ]}
      />
      <details>
        <summary>{t.why}</summary>
        <p>
          {t.rule}: <strong>{rule.name}</strong>
        </p>
        <ol>
          {steps.map(({ what, formula, value: made }) => (
            <li key={`${what} ${formula}`}>
              {what} = {formula} = {formats.decimal(made)}
            </li>
          ))}
        </ol>
        {choice && <Chosen choice={choice} />}
      </details>
    </article>
  )
}

/** Why this rule and no other. */
function Chosen({ choice: { matched, passed_over } }: { choice: TaxRuleChoice }) {
  const t = useTexts(text)
  const parts: Record<string, string> = {
    product: t.product_part,
    destination: t.destination,
    origin: t.origin_part,
    operation: t.operation_part,
    branch: t.branch,
    conditions: t.conditions,
  }
  return (
    <>
      {matched.length > 0 && (
        <p>
          {t.matched}: {matched.join('; ')}
        </p>
      )}
      {passed_over.length > 0 && (
        <>
          <p>{t.passedOver}:</p>
          <ul>
            {passed_over.map(({ id, name, less_specific_in }) => (
              <li key={id}>
                {name} ({parts[less_specific_in]})
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
