import { counted, texts } from '../../../text/texts.ts'

export const text = texts({
  before: ['Antes da nota', 'Before the invoice'],
  beforeWhy: [
    'O que a SEFAZ rejeitaria neste pedido, com os cadastros como estão agora.',
    'What a tax office would refuse of this order, with the records as they are now.',
  ],
  refusedWhy: [
    'O pedido ficou onde estava. Corrija e mova de novo.',
    'The order stayed where it was. Mend this, and move it again.',
  ],
  check: ['Conferir', 'Check'],
  checkAgain: ['Conferir de novo', 'Check again'],
  ready: ['Pronto para faturar', 'Ready to be invoiced'],
  nothing: ['Nada a corrigir.', 'There is nothing to mend.'],
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
    'As regras ou os cadastros mudaram desde então: hoje daria isto.',
    'Rules or records have changed since: today it would be this.',
  ],
  sent: [
    'Os impostos deste pedido foram informados, e não calculados por regras.',
    'The taxes of this order were sent, and not worked out by rules.',
  ],
})
