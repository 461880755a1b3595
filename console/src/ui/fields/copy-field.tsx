import { useState } from 'react'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { text } from '../text.ts'
import { Field } from './field.tsx'

/** Something to be taken elsewhere: a link, a token. */
export function CopyField({ label, hint, value }: { label: string; hint?: string; value: string }) {
  const t = useTexts(text)
  const [isCopied, setCopied] = useState(false)
  const copy = async (input: HTMLInputElement | null) => {
    input?.select()
    // Pages without TLS have no clipboard: there the text is selected, for Ctrl C.
    await navigator.clipboard?.writeText(value)
    setCopied(true)
  }
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <div className="row nowrap">
          <input className="input copy-field" {...ids} readOnly value={value} />
          <Button
            onClick={(event) =>
              void copy(event.currentTarget.parentElement?.querySelector('input') ?? null)
            }
          >
            <Icon name={isCopied ? 'check' : 'copy'} size={16} />
            <span role="status">{isCopied ? t.copied : t.copy}</span>
          </Button>
        </div>
      )}
    </Field>
  )
}
