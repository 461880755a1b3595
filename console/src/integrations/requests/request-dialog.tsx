import type { KeptRequest } from '@pedido/client'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/pieces.tsx'
import { Answer } from './answer.tsx'
import { text } from './text.ts'

/** One request, with what was wrong and as much of its body as is kept. */
export function RequestDialog({ request, onClose }: { request: KeptRequest; onClose: () => void }) {
  const t = useTexts(text)
  const { dateTime, decimal } = useFormats()
  const { code, operation, query, body, token } = request
  const help = code && <a href={`/docs/errors#${code}`}>{t.help}</a>
  const facts = [
    [t.answer, <Answer key="answer" request={request} />],
    ...(help ? ([[t.code, help]] as const) : []),
    [t.time, dateTime(request.time)],
    ...(operation ? ([[t.operation, <code key="operation">{operation}</code>]] as const) : []),
    ...(token ? ([[t.token, `${token.name} (${token.id})`]] as const) : []),
    [t.duration, t.milliseconds(decimal(request.milliseconds))],
    [t.id, <code key="id">{request.request_id}</code>],
  ] as const
  return (
    <Dialog isOpen onClose={onClose} title={`${request.method} ${request.path}`}>
      <Facts facts={facts} />
      <Errors request={request} />
      {query && <Json label={t.query} value={query} />}
      {body && <Json label={t.body} value={body} />}
      {request.status >= 400 && <p className="quiet">{body || query ? t.masked : t.noBody}</p>}
    </Dialog>
  )
}

function Errors({ request: { errors } }: { request: KeptRequest }) {
  const t = useTexts(text)
  if (errors.length === 0) return null
  return (
    <>
      <h3>{t.errors}</h3>
      <ul>
        {errors.map(({ place, code }) => (
          <li key={`${place} ${code}`}>
            <code>{place ?? ''}</code> {code}
          </li>
        ))}
      </ul>
    </>
  )
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that its end can be reached by keys */}
      <pre className="requests__json" tabIndex={0} aria-label={label} role="region">
        {JSON.stringify(value, null, 2)}
      </pre>
    </>
  )
}
