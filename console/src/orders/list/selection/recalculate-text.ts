import { texts } from '../../../text/texts.ts'

const orders = (n: number) => (n === 1 ? '1 pedido' : `${n} pedidos`)
const ordersEn = (n: number) => (n === 1 ? '1 order' : `${n} orders`)

export const recalculateText = texts({
  action: ['Recalcular impostos', 'Work taxes out again'],
  title: ['Recalcular impostos', 'Work taxes out again'],
  about: [
    'Pelas regras de agora. O que foi enviado fica, e pedidos bloqueados não mudam.',
    'By the rules of now. What was sent stays, and locked orders don’t change.',
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
})
