import type { TaxPreviewItem, TaxPreviewTax, TaxRuleChoice } from '@pedido/client'
import { taxLabel } from '@pedido/model/taxes'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Facts } from '../../ui/pieces.tsx'
import { text } from './text.ts'
import './why-tax.css'
import { useWording } from './wording.ts'

/** A tax, and why it is so. */
export function WhyTax({
  tax: of,
  rules,
  isOpen = false,
}: {
  tax: TaxPreviewTax
  rules: TaxPreviewItem['rules']
  isOpen?: boolean
}) {
  const t = useTexts(text)
  const wording = useWording()
  const formats = useFormats()
  const { tax, code, base, rate, value, rule, steps } = of
  const choice = Object.values(rules).find((one) => one?.id === rule.id)
  return (
    <article className="why-tax">
      <h3>
        {taxLabel(tax)} {code}
      </h3>
      <Facts
        facts={[
          [t.base, formats.money(base)],
          [t.rate, `${formats.decimal(rate)} %`],
          [t.value, formats.money(value)],
        ]}
      />
      <details open={isOpen}>
        <summary>{t.why}</summary>
        <p>
          {t.rule}: <strong>{rule.name}</strong>
        </p>
        <ol>
          {steps.map(({ what, formula, value: made }) => (
            <li key={`${what} ${formula}`}>
              {wording.figure(what)} = {wording.formula(formula)} ={' '}
              <strong>{formats.decimal(made)}</strong>
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
  const wording = useWording()
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
          {t.matched}: {matched.map(wording.matched).join('; ')}
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
