import { hash } from 'node:crypto'
import { escapeHtml } from '../../http/docs/page.ts'
import type { Language } from '../../texts/message.ts'
import { companyText } from '../documents/company.ts'
import { dateText, detailsOf, installmentsOf, notesOf } from '../documents/details.ts'
import type { Line } from '../documents/layout.ts'
import { addressLines, type DocumentSource, readSource, totalsOf } from '../documents/source.ts'
import { decimalText, moneyText, taxIdText, texts } from '../documents/texts.ts'
import { standardName } from '../words.ts'
import { words } from './texts.ts'

// The page that a link leads to: HTML without scripts, which says what the PDF says.

const STYLE = `
:root{color-scheme:light dark;--quiet:#5b6570;--line:#d5dae0;--good:#0b6b53}
@media (prefers-color-scheme:dark){:root{--quiet:#a3adb8;--line:#3a424b;--good:#3fbf9b}}
body{font:1rem/1.45 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
header,.row{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between;align-items:baseline}
h1{font-size:1.4rem;margin:.2rem 0}h2{font-size:1.05rem;margin:1.4rem 0 .4rem}
.quiet,dt,th{color:var(--quiet);font-size:.85rem;font-weight:400}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.6rem 1rem;margin:0}
dd,p{margin:0;white-space:pre-line;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}th{text-align:left}
td,th{padding:.4rem .3rem;border-bottom:1px solid var(--line);vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.last td{font-weight:700;border:0}.scroll{overflow-x:auto}
.button,button{display:inline-block;min-height:44px;padding:.6rem 1.2rem;border:1px solid var(--good);border-radius:.5rem;font:inherit;color:var(--good);background:transparent;text-decoration:none}
button.yes,.button{background:var(--good);color:Canvas}
textarea{width:100%;box-sizing:border-box;font:inherit;margin:.3rem 0 .8rem}
.note{border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;margin:1rem 0}
`

/** No script, no other host, no frame: only the style that stands in the page, and forms to the service. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function htmlOf(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex,nofollow"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>${body}</body></html>
`
}

/** That a link shows nothing any more, or never did. */
export function endedPage(language: Language): string {
  const { ended, endedWhy } = words[language]
  return htmlOf(
    language,
    ended,
    `<main><h1>${escapeHtml(ended)}</h1><p>${escapeHtml(endedWhy)}</p></main>`,
  )
}

interface Shown {
  /** The address of this page, without its query. */
  address: string
  /** Whether somebody is asked, and what they have said. */
  asks_answer: boolean
  answer: 'accepted' | 'declined' | null
  is_lapsed: boolean
  /** A comment has just been sent by it. */
  isNoted: boolean
}

type Fact = [name: string, text: string]

const asFact = (name: string, text: string): Fact[] => (text ? [[name, text]] : [])

/** The order as its document shows it. */
export function orderPage(given: DocumentSource, shown: Shown): string {
  const { order, source } = readSource(given)
  const { language } = source
  const t = texts[language]
  const title = `${t.order} ${order.fk_id ?? order.id}`
  const taxId = source.customer_document
  const party = [order.customer.name, taxId && taxIdText(taxId)].filter(Boolean).join('\n')
  const address = order.address ? addressLines(order.address, t.zip) : ''
  const installments = installmentsOf(order, source)
  const facts: Fact[] = [
    [t.customer, party],
    ...asFact(t.address, address),
    ...detailsOf(order, source),
    ...(installments ? asFact(installments.name, installments.text) : []),
  ]
  const notes = notesOf(order, source).map(
    ([name, text]) => `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(text)}</p>`,
  )
  const totals = totalsOf(order, source)
  const due = totals.filter(([, , isLast]) => isLast)
  const test = source.test ? `<p class="note"><b>${escapeHtml(t.test)}</b></p>` : ''
  const { account_name, company } = source
  const of = [account_name, companyText(company, account_name)].filter(Boolean)
  const body = `${test}<header><div><p class="quiet">${escapeHtml(of.join('\n'))}</p><h1>${escapeHtml(title)}</h1>
${due.map(([name, amount]) => `<p>${escapeHtml(name)}: <b>${escapeHtml(amount)}</b></p>`).join('')}</div>
<div class="quiet">${escapeHtml(dateText(order.date, source))} · ${escapeHtml(standardName(order.status, language))}</div></header>
<main>${answerForm(language, shown)}
<dl>${facts.map(([name, text]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd></div>`).join('')}</dl>
<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(t.product)}">${itemsTable(order.items, language)}</div>
<table>${totals
    .map(
      ([name, amount, isLast]) =>
        `<tr${isLast ? ' class="last"' : ''}><td class="n">${escapeHtml(name)}</td><td class="n">${escapeHtml(amount)}</td></tr>`,
    )
    .join('')}</table>
${notes.join('')}
<p><br><a class="button" href="${escapeHtml(shown.address)}/document?language=${language}">${escapeHtml(words[language].pdf)}</a></p></main>`
  return htmlOf(language, `${title} – ${source.account_name}`, body)
}

function itemsTable(items: readonly Line[], language: Language): string {
  const t = texts[language]
  if (items.length === 0) return `<p class="quiet">${escapeHtml(t.noItems)}</p>`
  const heads = [t.quantity, t.price, t.discount, t.net]
  const rows = items.map(({ item, description, quantity, unit, price, vlr_desc, total_liq }) => {
    const about = [item.fk_id, description].filter(Boolean).join('\n')
    const figures = [
      [decimalText(quantity, language), unit].filter(Boolean).join(' '),
      `R$ ${decimalText(price, language, 2)}`,
      vlr_desc.gt(0) ? moneyText(vlr_desc, language) : '',
      moneyText(total_liq, language),
    ]
    return `<tr><td>${escapeHtml(item.name)}<p class="quiet">${escapeHtml(about)}</p></td>${figures.map((one) => `<td class="n">${escapeHtml(one)}</td>`).join('')}</tr>`
  })
  return `<table><thead><tr><th>${escapeHtml(t.product)}</th>${heads.map((one) => `<th class="n">${escapeHtml(one)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** Where whoever opened the link says yes or no, or comments; afterwards what they said. */
function answerForm(
  language: Language,
  { asks_answer, answer, is_lapsed, isNoted, address }: Shown,
): string {
  const t = words[language]
  if (answer) return `<p class="note" role="status">${escapeHtml(t[answer])}</p>`
  if (is_lapsed) return `<p class="note" role="status">${escapeHtml(t.lapsed)}</p>`
  if (!asks_answer) return ''
  const noted = isNoted ? `<p class="note" role="status">${escapeHtml(t.noted)}</p>` : ''
  return `${noted}<form class="note" method="post" action="${escapeHtml(address)}/answer"><input type="hidden" name="language" value="${language}">
<label for="text">${escapeHtml(t.ask)}</label><textarea id="text" name="text" rows="2" maxlength="1000"></textarea>
<button class="yes" name="answer" value="accepted">${escapeHtml(t.yes)}</button> <button name="answer" value="declined">${escapeHtml(t.no)}</button> <button name="answer" value="comment">${escapeHtml(t.comment)}</button></form>`
}
