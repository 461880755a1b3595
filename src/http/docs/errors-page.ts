import { hash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { errorCodes } from '../../base/refusals.ts'

const style = `
:root { color-scheme: light dark; --text: #1d2329; --quiet: #5b6670; --line: #dfe4e8;
  --page: #fff; --box: #f5f7f9; --mark: #fff4d6; --link: #0b62c4 }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --quiet: #9aa6b1; --line: #30373e;
  --page: #14181c; --box: #1d2329; --mark: #3b3216; --link: #79b4ff } }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 6rem }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
section { padding: .75rem .9rem; margin: 0 -.9rem; border-radius: .5rem; scroll-margin-top: 1rem }
section:target { background: var(--mark) }
h3 { font-size: 1rem; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline }
h3 span { font-weight: 400; color: var(--quiet) }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
p { margin: .25rem 0 0 }
a { color: var(--link) }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em }
code { background: var(--box); padding: .1em .3em; border-radius: .25em }
pre { background: var(--box); padding: 1rem; border-radius: .5rem; overflow-x: auto; line-height: 1.45 }
pre code { background: none; padding: 0 }
`

/** No script at all, and only the one style sheet that is in the page. */
export const errorsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pedido – Errors</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>Every refusal is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>: it
is stable, while texts may change. <code>errors</code> lists all the faults of a request at once, each
with its place: <code>pointer</code> (in the body), <code>parameter</code> or <code>header</code>.
<code>request_id</code> finds the request in the service’s log.</p>
<p><a href="/docs">API reference</a></p>
<pre><code>${escapeHtml(sample)}</code></pre>
${groups.join('\n')}
</main>
</body>
</html>
`
}

function section([code, [, title, advice]]: [string, readonly [number, string, string]]): string {
  return `<section id="${code}">
<h3><a href="#${code}"><code>${code}</code></a> <span>${escapeHtml(title)}</span></h3>
<p>${escapeHtml(advice).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
</section>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
