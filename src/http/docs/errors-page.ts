import { STATUS_CODES } from 'node:http'
import { fieldErrorCodes } from '../../base/field-error-codes.ts'
import { errorCodes } from '../../base/problems.ts'
import { escapeHtml, page } from './page.ts'

const sample = `HTTP/1.1 422 Unprocessable Entity
Content-Type: application/problem+json

{
  "type": "/docs/errors#validation_failed",
  "title": "Validation failed",
  "status": 422,
  "detail": "/items/0/quantity is required.",
  "code": "validation_failed",
  "request_id": "0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c",
  "errors": [
    { "pointer": "/items/0/quantity", "code": "required", "detail": "is required." }
  ],
  "meta": { "timestamp": "2026-11-21T03:24:00.123", "version": "1.0.0" }
}`

/** The page at `/docs/errors`, where the `type` of every problem points. */
export function errorsPage(): string {
  const byStatus = Map.groupBy(Object.entries(errorCodes), ([, [status]]) => status as number)
  const groups = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(
      ([status, codes]) =>
        `<h2>${status} ${STATUS_CODES[status]}</h2>\n${codes.map(section).join('\n')}`,
    )
  const errors = Object.entries(fieldErrorCodes).map(
    ([code, meaning]) => `<tr><td><code>${code}</code></td><td>${inline(meaning)}</td></tr>`,
  )
  const main = `<h1>Errors</h1>
<p>Every error answer is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>: it
is stable, while texts may change. <code>errors</code> lists all the errors of a request at once (the first 100
if there are more, and <code>detail</code> says so), each with its place:
<code>pointer</code> (in the body), <code>parameter</code> or <code>header</code>.
<code>request_id</code> finds the request in the service’s log.</p>
<pre><code>${escapeHtml(sample)}</code></pre>
${groups.join('\n')}
<h2 id="field-errors">Codes of single errors</h2>
<p>Each of <code>errors</code> has one of these codes.</p>
<div class="table"><table>
<thead><tr><th>Code</th><th>What it says</th></tr></thead>
<tbody>${errors.join('\n')}</tbody>
</table></div>`
  return page('errors', main)
}

function section([code, [, title, advice]]: [string, readonly [number, string, string]]): string {
  return `<section id="${code}">
<h3><a href="#${code}"><code>${code}</code></a> <span>${escapeHtml(title)}</span></h3>
<p>${inline(advice)}</p>
</section>`
}

/** Text with `code` in it. */
function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
