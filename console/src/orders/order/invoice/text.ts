import { counted, texts } from '../../../text/texts.ts'

export const text = texts({
  before: ['Antes da nota', 'Before the invoice'],
  beforeWhy: [
    'O que a SEFAZ rejeitaria neste pedido, com os cadastros como estão agora.',
    'What a tax office would refuse of this order, with the records as they are now.',
  ],
  refusedWhy: [
    'O pedido não mudou de situação. Corrija e tente novamente.',
    'The order was not moved. Correct this and try again.',
  ],
  check: ['Conferir', 'Check'],
  checkAgain: ['Conferir de novo', 'Check again'],
  ready: ['Pronto para faturar', 'Ready to be invoiced'],
  nothing: ['Nada a corrigir.', 'Nothing to correct.'],
  errors: [
    (count: number) => counted('pt-BR', count, 'erro', 'erros'),
    (count: number) => counted('en', count, 'error', 'errors'),
  ],
  warnings: [
    (count: number) => counted('pt-BR', count, 'aviso', 'avisos'),
    (count: number) => counted('en', count, 'warning', 'warnings'),
  ],
  error: ['Erro', 'Error'],
  warning: ['Aviso', 'Warning'],
  code: [
    (code: string) => (/^\d/.test(code) ? `Rejeição ${code}` : ''),
    (code: string) => (/^\d/.test(code) ? `Rejection ${code}` : ''),
  ],
  customer: [(name: string) => `Cliente ${name}`, (name: string) => `Customer ${name}`],
  line: [
    (line: number, product: string) => `Linha ${line}, ${product}`,
    (line: number, product: string) => `Line ${line}, ${product}`,
  ],
  product: [
    (line: number, product: string) => `Produto ${product} (linha ${line})`,
    (line: number, product: string) => `Product ${product} (line ${line})`,
  ],
  carrier: [(name: string) => `Transportadora ${name}`, (name: string) => `Carrier ${name}`],
  order: ['Pedido', 'Order'],
  draft: ['Rascunho da NF-e (JSON)', 'Draft of the NF-e (JSON)'],
  whyTax: [(tax: string) => `Por que este ${tax}?`, (tax: string) => `Why this ${tax}?`],
  why: ['Por quê?', 'Why?'],
  whyTaxes: ['Por que estes impostos?', 'Why these taxes?'],
  changed: [
    'As regras ou os cadastros foram alterados desde então. Hoje o resultado seria este.',
    'Rules or records have changed since. Today the result would be this.',
  ],
  sent: [
    'Os impostos deste pedido foram informados, e não calculados por regras.',
    'The taxes of this order were sent, and not worked out by rules.',
  ],
})
