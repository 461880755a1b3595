import { counted, texts } from '../../../text/texts.ts'

const orders = (n: number) => counted('pt-BR', n, 'pedido', 'pedidos')
const ordersEn = (n: number) => counted('en', n, 'order', 'orders')

export const recalculateText = texts({
  action: ['Recalcular impostos', 'Work taxes out again'],
  title: ['Recalcular impostos', 'Work taxes out again'],
  about: [
    'Aplica as regras atuais. Impostos enviados são mantidos, e pedidos bloqueados não são alterados.',
    'Applies the current rules. Taxes that were sent stay, and locked orders are not changed.',
  ],
  busy: [
    (done: number, all: number) => `${done} de ${orders(all)} calculados…`,
    (done: number, all: number) => `${done} of ${ordersEn(all)} worked out…`,
  ],
  found: [
    (n: number) => (n === 0 ? 'Nada a gravar.' : `${orders(n)} a gravar.`),
    (n: number) => (n === 0 ? 'Nothing to write.' : `${ordersEn(n)} to be written.`),
  ],
  write: [(n: number) => `Gravar ${orders(n)}`, (n: number) => `Write ${ordersEn(n)}`],
  order: ['Pedido', 'Order'],
  customer: ['Cliente', 'Customer'],
  before: ['Total antes', 'Total before'],
  after: ['Total depois', 'Total after'],
  waiting: ['Aguardando…', 'Waiting…'],
  same: ['Fica como está', 'Stays as it is'],
  locked: ['Bloqueado', 'Locked'],
  written: ['(gravado)', '(written)'],
  close: ['Fechar', 'Close'],
  all: [
    (n: number) => `Todos os ${orders(n)} do filtro`,
    (n: number) => `All ${ordersEn(n)} of the filter`,
  ],
  titles: ['Recálculos de impostos', 'Taxes worked out again'],
  others: ['Outros recálculos', 'Others'],
  orders: ['Ver os pedidos', 'Show the orders'],
  none: ['Nenhum recálculo', 'None yet'],
  noneYet: [
    'Selecione pedidos na lista e escolha recalcular todos os do filtro.',
    'Select orders in the list, and choose all of the filter.',
  ],
  changes: [
    (n: number, isDry: boolean) => `${orders(n)} ${isDry ? 'a gravar' : 'gravados'}`,
    (n: number, isDry: boolean) => `${ordersEn(n)} ${isDry ? 'to be written' : 'written'}`,
  ],
  cancel: ['Encerrar', 'End it'],
  tried: ['Simulação: nada é gravado.', 'A trial: nothing is written.'],
  isWritten: ['Os pedidos que mudam são gravados.', 'Orders that change are written.'],
  running: ['Calculando', 'Working'],
  done: ['Concluído', 'Done'],
  cancelled: ['Encerrado', 'Ended'],
  failed: ['Falhou', 'Failed'],
  inFilter: ['No filtro', 'In the filter'],
  wouldChange: ['Mudariam', 'Would change'],
  changed: ['Mudaram', 'Changed'],
  unchanged: ['Em dia', 'Up to date'],
  lockedOnes: ['Bloqueados', 'Locked'],
  refused: ['Recusados', 'Refused'],
  when: ['Quando', 'When'],
  state: ['Situação', 'State'],
  by: ['Por quem', 'By'],
})
