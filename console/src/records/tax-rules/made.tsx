import type { TaxPreview } from '@pedido/client'
import { WhyTax } from '../../common/taxes/why-tax.tsx'
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
        <WhyTax key={tax.tax} tax={tax} rules={item.rules} />
      ))}
    </section>
  )
}
