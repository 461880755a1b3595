import type { Language } from '../../texts/message.ts'
import { type DocsPage, languageOf, titleOf } from './pages.ts'

/**
 * What programs that read for people find here (https://llmstxt.org): the guides as Markdown and the
 * interface in parts.
 * @param tags of the document, as addresses have them, and what each is about
 * @param bytes of the whole document
 */
export function llmsText(
  guides: readonly DocsPage[],
  tags: readonly { tag: string; description: string }[],
  bytes: number,
): string {
  const linkTo = (guide: DocsPage) => `- [${titleOf(guide)}](/docs/${guide}.md)`
  const inLanguage = (language: Language) =>
    guides.filter((one) => languageOf(one) === language).map(linkTo)
  return `# Pedido

> A self-hosted order management service for Brazilian distributors and manufacturers: orders with exact amounts and taxes (ICMS, ICMS-ST, IPI, IBS, CBS), customers, products, events and webhooks, over a JSON API.

Every request carries \`Authorization: Bearer <token>\`. Records have an \`id\` and, as \`fk_id\`, the code that they have in your own system: every endpoint takes either. Amounts are decimal numbers with two decimals, dates are RFC 3339. An error is \`application/problem+json\` with a \`code\` and, for each field, an entry of \`errors\`; a POST with an \`Idempotency-Key\` can be sent again.

## Guides

${inLanguage('en').join('\n')}

## Interface

- [All of it (OpenAPI 3.1, ${(bytes / 1e6).toFixed(1)} MB)](/openapi.json)
${tags.map(({ tag, description }) => `- [${tag}](/openapi.json?tag=${tag}): ${description}`).join('\n')}

## Optional

${inLanguage('pt-BR').join('\n')}
`
}
