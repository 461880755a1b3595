import { ProblemError, type Webhook, type WebhookPatch } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextArea, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { text } from './text.ts'
import { TypeChoice } from './type-choice.tsx'
import type { EventType } from './types.ts'

const SHOWN_AT = ['/url', '/types', '/description', '/headers']

interface Written {
  url: string
  types: EventType[]
  description: string | null
  /** Undefined leaves those there are. */
  headers?: Record<string, string>
}

interface WebhookFormProps {
  webhook?: Webhook
  onCancel: () => void
  /** @param base what the change is of, as it was read last */
  onSend: (written: Written, base: Webhook | undefined) => Promise<unknown>
}

/** A new webhook, or a change of one. What was typed stays whatever the service says. */
export function WebhookForm({ webhook, onCancel, onSend }: WebhookFormProps) {
  const t = useTexts(text)
  const { base, theirs, forgetTheirs, send } = useSending(webhook, onSend)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [types, setTypes] = useState((webhook?.types ?? ['*']) as EventType[])
  const [lines, setLines] = useState('')
  const [removes, setRemoves] = useState(false)
  const [isTried, setTried] = useState(false)
  const read = readHeaders(lines)
  const wrong = typeof read === 'number' ? t.headerWrong(read) : undefined
  const written = { url: url.trim(), types, description: description.trim() || null }
  const headers = typeof read === 'object' && lines.trim() !== '' ? read : removes ? {} : undefined
  const { submit, isBusy, error } = useSubmit(async () => {
    setTried(true)
    if (wrong || types.length === 0) return
    await send({ ...written, ...(headers && { headers }) })
  })
  const takeTheirs = (found: Webhook) => {
    setUrl(found.url)
    setDescription(found.description ?? '')
    setTypes(found.types as EventType[])
    forgetTheirs()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <FieldErrors error={error}>
        {theirs ? (
          <Differences theirs={theirs} yours={written} onTake={() => takeTheirs(theirs)} />
        ) : (
          <Problem error={error} shownAt={SHOWN_AT} />
        )}
        <Where {...{ url, setUrl, description, setDescription }} />
        <TypeChoice value={types} onChange={setTypes} />
        {isTried && types.length === 0 && (
          <p className="field__error" role="alert">
            {t.chooseSome}
          </p>
        )}
        <Headers
          kept={base?.header_names ?? []}
          error={isTried ? wrong : undefined}
          {...{ lines, setLines, removes, setRemoves }}
        />
        <div className="row end">
          <Button onClick={onCancel}>{t.cancel}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {theirs ? t.saveMine : webhook ? t.save : t.create}
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}

/** Sends on top of what was read last; `theirs` is what somebody else has made of it meanwhile. */
function useSending(webhook: Webhook | undefined, onSend: WebhookFormProps['onSend']) {
  const [base, setBase] = useState(webhook)
  const [theirs, setTheirs] = useState<Webhook>()
  const send = async (written: Written) => {
    try {
      await onSend(written, base)
    } catch (failure) {
      const isStale = failure instanceof ProblemError && failure.code === 'precondition_failed'
      if (!isStale || !base) throw failure
      const found = await pedido.webhooks.read(base.id)
      setTheirs(found)
      setBase(found)
    }
  }
  return { base, theirs, forgetTheirs: () => setTheirs(undefined), send }
}

/** Where deliveries go, and what for. */
function Where({
  url,
  setUrl,
  description,
  setDescription,
}: {
  url: string
  setUrl: (url: string) => void
  description: string
  setDescription: (description: string) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <TextInput
        label={t.address}
        hint={t.addressHint}
        type="url"
        required
        pointer="/url"
        placeholder="https://"
        value={url}
        onChange={setUrl}
      />
      <TextInput
        label={t.description}
        hint={t.descriptionHint}
        pointer="/description"
        value={description}
        onChange={setDescription}
      />
    </>
  )
}

/** Headers to be sent along, one a line: those that are kept are not shown, and can be removed. */
function Headers({
  kept,
  error,
  lines,
  setLines,
  removes,
  setRemoves,
}: {
  kept: readonly string[]
  error: string | undefined
  lines: string
  setLines: (lines: string) => void
  removes: boolean
  setRemoves: (removes: boolean) => void
}) {
  const t = useTexts(text)
  const isKept = kept.length > 0
  return (
    <>
      <TextArea
        label={t.headers}
        hint={isKept ? `${t.headersHint} ${t.headersKept(kept.join(', '))}` : t.headersHint}
        pointer="/headers"
        error={error}
        spellCheck={false}
        value={lines}
        onChange={setLines}
      />
      {isKept && lines.trim() === '' && (
        <Checkbox label={t.headersRemove} isChecked={removes} onChange={setRemoves} />
      )}
    </>
  )
}

/** Names and values, or the first line that has none, counted from 1. */
function readHeaders(lines: string): Record<string, string> | number {
  const headers: Record<string, string> = {}
  for (const [place, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(\S.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) return place + 1
    headers[name] = value
  }
  return headers
}

/** What the other one changed, beside what was written here. */
function Differences({
  theirs,
  yours,
  onTake,
}: {
  theirs: Webhook
  yours: WebhookPatch
  onTake: () => void
}) {
  const t = useTexts(text)
  const rows = [
    [t.address, theirs.url, yours.url],
    [t.description, theirs.description, yours.description],
    [t.events, theirs.types.join(', '), yours.types?.join(', ')],
  ] as const
  return (
    <div className="problem" role="alert">
      <strong>{t.changedTitle}</strong>
      <p>{t.changedWhy}</p>
      <table className="webhooks__both">
        <thead>
          <tr>
            <td />
            <th scope="col">{t.theirs}</th>
            <th scope="col">{t.yours}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, theirOne, yourOne]) => theirOne !== yourOne)
            .map(([name, theirOne, yourOne]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{theirOne}</td>
                <td>{yourOne}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <div>
        <Button size="small" onClick={onTake}>
          {t.takeTheirs}
        </Button>
      </div>
    </div>
  )
}
