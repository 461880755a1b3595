import { type CheckRow, releasedChecks } from '../../src/orders/invoice-check/file.ts'

// The pages of the check before the invoice: what is fixed stands here, the rules come from the file.

const english = {
  head: `# The check before the invoice

*[Em português](invoice-check.pt-BR.md)*

A tax office refuses an invoice (NF-e) with a code, and whoever sold finds out when the truck waits. Most of these refusals can be foreseen when the order is typed: a product without NCM, a rate that doesn't hold between two states, DIFAL that is missing. Pedido knows those rules and says which an order breaks, before your ERP makes the invoice. It makes no invoice itself.

\`\`\`sh
TOKEN=$(cat data/admin-token)
curl -s 'http://127.0.0.1:3000/orders/1/invoice-check?tax_date=2026-12-14' -H "Authorization: Bearer $TOKEN"
\`\`\`

- \`ready\` is true where there is no finding of the level \`error\`.
- \`data\` holds the findings, errors first: \`code\` is that of the refusal, \`rule\` that of the layout, \`pointer\` says where in the order, and \`detail\` what is wrong, in Portuguese with \`Accept-Language: pt-BR\`. A pointer such as \`/items/0/product/cest\` leads to the record of the product: mended there, it is mended for all orders.
- \`totals\` are those of the invoice, by the names of its layout. Each is the sum of the lines.
- \`tax_date\` is the day of the invoice, that which decides the order's taxes unless given: rules, rates and what taxes add to the total go by it.

\`POST /orders/invoice-check\` with \`{"ids": [1, 2, 3]}\` checks up to 500 orders at once. Both need the scope \`orders:read\`, and write nothing.

\`POST /orders/preview\` and \`POST /orders/{id}/preview\` with \`check=true\` say the same of an order that is not written yet: beside \`data\` their answer has \`check\`.

## Statuses that require it

A status with \`requires_check\` takes only orders without errors: \`PATCH /order-statuses/fk_id/invoiced\` with \`{"requires_check": true}\`. Whoever moves another order there, or creates it there, gets 409 \`invoice_check_failed\`, with each error at its place in \`errors\` and its code in \`meta.findings\`; nothing is written. Warnings let it pass, and so do orders that are there already.

- The check is part of the change: it sees the order as the change leaves it, by the day that decides its taxes, and the records as they are (of a locked order as they were).
- It holds for every way: PATCH, PUT and changes of an order, new orders, previews, \`/bulk/orders\` and imports. Of several orders those that fail are refused, each with its errors, and the others are written.
- A status that begins to require it does so for all within two seconds, as a token ends; for a bulk request or an import that is under way with the next one.

## Locked orders

A locked order keeps what its invoice says of the customer and the address, the branch, the products, the carrier, the operation, the freight type and the payment methods, as these records were when it was locked. Its check and its [draft](nfe-draft.md) go by what was kept, whatever is edited later.

- A record that the order refers to only later, such as another carrier or the product of a line that a correction adds, is kept as it is at that moment.
- An order that is moved back to an unlocked status goes by the records of today, and so does one that was locked by a version of the service before this one, until its next change.
- Where a customer is anonymised, what was kept of the person goes, too.

## What the levels mean

\`error\`: every office applies the rule, and it can be decided from the order. Three rules are errors by our own judgement, since no right order looks so; their source says it. \`warning\`: an office may apply it by choice of its state, it comes into force later, or right invoices were seen that break it.

## What is not checked

- What only the invoice has: its number, series, key, signature, and the bill's number.
- Sums that can't differ, since each total is the sum of its lines.
- Codes whose table is not in the file (NCM, CEST, municipalities): put it into \`lists\` under the name that the rule's \`args\` say, and it is.

## The rules

| Code | Rule | Level | What is wrong | From | To | States | Source |
|---|---|---|---|---|---|---|---|`,
  tail: `## The file

\`fiscal/invoice-checks.json\` in the folder of the program, with a row a line.

| Property | What it says |
|---|---|
| \`code\`, \`also\` | The code of the refusal; codes of the same fault under other rules. |
| \`rule\` | The rule of the layout; empty where Pedido itself has to know. |
| \`level\` | \`error\` or \`warning\`. |
| \`since\`, \`until\` | The first and the last day; \`null\`: none. |
| \`states\` | The sellers' states whose office applies it; \`null\`: all. |
| \`check\`, \`args\` | What decides it, and the codes, states and rates that it is told. |
| \`pt\`, \`en\` | What is wrong, in both languages. |
| \`source\` | The law or official text that says so. |

\`lists\` holds codes of public tables by name: \`cfop\` (of goods that leave, without the first digit), \`cfop_return\`, \`ibs_cbs_class\`.
`,
  note: 'This page is generated by `npm run generate` from `fiscal/invoice-checks.json`.\n',
}

const portuguese: typeof english = {
  head: `# A conferência antes da nota

*[In English](invoice-check.md)*

A SEFAZ recusa uma NF-e com um código, e quem vendeu descobre quando o caminhão espera. A maior parte dessas rejeições se vê já no pedido: um produto sem NCM, uma alíquota que não vale entre dois estados, o DIFAL que falta. O Pedido conhece essas regras e diz quais o pedido quebra, antes que o seu ERP faça a nota. Ele mesmo não emite nota.

\`\`\`sh
TOKEN=$(cat data/admin-token)
curl -s 'http://127.0.0.1:3000/orders/1/invoice-check?tax_date=2026-12-14' -H "Authorization: Bearer $TOKEN" -H 'Accept-Language: pt-BR'
\`\`\`

- \`ready\` é true se não há apontamento do nível \`error\`.
- \`data\` traz os apontamentos, erros primeiro: \`code\` é o código da rejeição, \`rule\` a regra do leiaute, \`pointer\` diz onde no pedido, e \`detail\` o que está errado. Um ponteiro como \`/items/0/product/cest\` leva ao cadastro do produto: corrigido lá, está corrigido em todos os pedidos.
- \`totals\` são os totais da nota, com os nomes do leiaute. Cada um é a soma das linhas.
- \`tax_date\` é o dia da nota; se não for dado, o que decide os impostos do pedido: regras, alíquotas e o que os impostos somam ao total seguem esse dia.

\`POST /orders/invoice-check\` com \`{"ids": [1, 2, 3]}\` confere até 500 pedidos de uma vez. Os dois pedem o escopo \`orders:read\` e não gravam nada.

\`POST /orders/preview\` e \`POST /orders/{id}/preview\` com \`check=true\` dizem o mesmo de um pedido que ainda não foi gravado: ao lado de \`data\` a resposta traz \`check\`.

## Situações que a exigem

Uma situação com \`requires_check\` só recebe pedidos sem erros: \`PATCH /order-statuses/fk_id/invoiced\` com \`{"requires_check": true}\`. Quem move outro pedido para lá, ou o cria lá, recebe 409 \`invoice_check_failed\`, com cada erro no seu lugar em \`errors\` e o seu código em \`meta.findings\`; nada é gravado. Avisos deixam passar, e os pedidos que já estão lá ficam.

- A conferência faz parte da alteração: vê o pedido como a alteração o deixa, pelo dia que decide os seus impostos, e os cadastros como estão (de um pedido travado, como eram).
- Vale para todos os caminhos: PATCH, PUT e alterações de um pedido, pedidos novos, prévias, \`/bulk/orders\` e importações. De vários pedidos, os que falham são recusados, cada um com os seus erros, e os outros são gravados.
- Uma situação que passa a exigi-la o faz para todos em dois segundos, como um token acaba; para um envio em lote ou uma importação em andamento, a partir do próximo.

## Pedidos travados

Um pedido travado guarda o que a nota diz do cliente e do endereço, da filial, dos produtos, da transportadora, da operação, do tipo de frete e das formas de pagamento, como esses cadastros eram quando ele foi travado. A conferência e o [rascunho](nfe-draft.pt-BR.md) vão pelo que foi guardado, seja o que for editado depois.

- Um cadastro a que o pedido só se refere mais tarde, como outra transportadora ou o produto de uma linha que uma correção acrescenta, é guardado como está naquele momento.
- Um pedido que volta a uma situação não travada vai pelos cadastros de hoje; também um que foi travado por uma versão anterior do serviço, até a sua próxima alteração.
- Quando um cliente é anonimizado, o que foi guardado da pessoa some também.

## O que dizem os níveis

\`error\`: todas as SEFAZ aplicam a regra, e o pedido basta para decidir. Três regras são erros por juízo nosso, porque nenhum pedido certo é assim; a fonte o diz. \`warning\`: a SEFAZ pode aplicá-la por opção do estado, ela entra em vigor depois, ou há notas certas que a quebram.

## O que não se confere

- O que só a nota tem: número, série, chave, assinatura, e o número da fatura.
- Somas que não podem diferir, porque cada total é a soma das suas linhas.
- Códigos cuja tabela não está no arquivo (NCM, CEST, municípios): ponha-a em \`lists\`, com o nome que os \`args\` da regra dizem, e passam a ser conferidos.

## As regras

| Código | Regra | Nível | O que está errado | De | Até | Estados | Fonte |
|---|---|---|---|---|---|---|---|`,
  tail: `## O arquivo

\`fiscal/invoice-checks.json\` na pasta do programa, uma regra por linha.

| Propriedade | O que diz |
|---|---|
| \`code\`, \`also\` | O código da rejeição; códigos da mesma falha em outras regras. |
| \`rule\` | A regra do leiaute; vazia onde é o próprio Pedido que precisa saber. |
| \`level\` | \`error\` ou \`warning\`. |
| \`since\`, \`until\` | O primeiro e o último dia; \`null\`: não há. |
| \`states\` | Os estados do emitente cuja SEFAZ a aplica; \`null\`: todos. |
| \`check\`, \`args\` | O que a decide, e os códigos, estados e alíquotas que lhe são ditos. |
| \`pt\`, \`en\` | O que está errado, nas duas línguas. |
| \`source\` | A lei ou o texto oficial que o diz. |

\`lists\` traz códigos de tabelas públicas por nome: \`cfop\` (de saída de mercadoria, sem o primeiro dígito), \`cfop_return\`, \`ibs_cbs_class\`.
`,
  note: 'Esta página é gerada por `npm run generate` a partir de `fiscal/invoice-checks.json`.\n',
}

/** `docs/invoice-check.md`, and the same in Portuguese. */
export async function invoiceCheckPage(language: 'en' | 'pt'): Promise<string> {
  const { head, tail, note } = language === 'en' ? english : portuguese
  const { checks } = await releasedChecks()
  return `${head}\n${checks.map((row) => tableRow(row, row[language])).join('\n')}\n\n${tail}\n${note}`
}

function tableRow(row: CheckRow, text: string): string {
  const { code, also, rule, level, since, until, states, source } = row
  const codes = [code, ...also].map((one) => `\`${one}\``).join(', ')
  const cells = [
    codes,
    rule,
    level,
    text,
    since ?? '',
    until ?? '',
    states?.join(' ') ?? '',
    source,
  ]
  return `| ${cells.join(' | ').replace(/ {2,}/g, ' ')} |`
}
