import type { TaxPreview, TaxPreviewInput, TaxPreviewItemInput } from '@pedido/client'
import { type ReactNode, useState } from 'react'
import { FieldInput } from '../../common/form/field-input.tsx'
import { changesOf, type FieldOf, type Values, valuesOf } from '../../common/form/fields.ts'
import { recordsIn } from '../../common/form/named.ts'
import { pedido } from '../../session/client.ts'
import { decimalForTyping } from '../../text/decimals.ts'
import { type Language, useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Problem } from '../../ui/problem.tsx'
import { useSaleFields } from './fields.ts'
import { Made } from './made.tsx'
import { text } from './text.ts'
import './tax-rules.css'

/** Opens the test of the account's rules. */
export function RuleTestButton({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{children}</Button>
      <RuleTest isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Asks what the account's rules make of a sale of one line, and shows why. */
function RuleTest({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { header, item } = useSaleFields()
  const [values, setValues] = useState<Values>(() => ({
    ...valuesOf(header, undefined, language),
    ...valuesOf(item, undefined, language),
  }))
  const [made, setMade] = useState<TaxPreview>()
  const { submit, isBusy, error } = useSubmit(async () => {
    const typed = (fields: readonly FieldOf[]) => changesOf(fields, {}, values, language)
    const line = { quantity: 0, price: 0, ...typed(item) } as TaxPreviewItemInput
    setMade(await pedido.taxes.preview({ ...typed(header), items: [line] } as TaxPreviewInput))
  })
  const change = (field: FieldOf, value: string) => {
    setValues((now) => ({ ...now, [field.name]: value }))
    const id = field.name === 'product' ? recordsIn(value)[0]?.id : undefined
    if (id !== undefined)
      void codesOf(id, language).then((codes) => setValues((now) => ({ ...now, ...codes })))
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title}
      isWide
      foot={
        <Button look="primary" isBusy={isBusy} onClick={submit}>
          {t.ask}
        </Button>
      }
    >
      <p className="quiet">{t.sub}</p>
      <form className="tax-rules__sale" onSubmit={submit}>
        {[...header, ...item].map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => change(field, value)}
          />
        ))}
        <button type="submit" hidden />
      </form>
      <Problem error={error} />
      {made && <Made made={made} />}
    </Dialog>
  )
}

/** What a product says of itself, by which rules are found. */
async function codesOf(id: number, language: Language): Promise<Values> {
  const { ncm, cest, origin, price } = await pedido.products.read(id)
  return {
    ncm: ncm ?? '',
    cest: cest ?? '',
    origin: String(origin ?? 0),
    ...(price === null ? {} : { price: decimalForTyping(String(price), language) }),
  }
}
