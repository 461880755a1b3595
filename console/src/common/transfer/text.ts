import { texts } from '../../text/texts.ts'

const customers = (n: number) => (n === 1 ? '1 cliente' : `${n} clientes`)
const inEnglish = (n: number) => (n === 1 ? '1 customer' : `${n} customers`)

export const text = texts({
  title: ['Transferir clientes', 'Transfer customers'],
  chosen: [
    (n: number) => (n === 1 ? '1 cliente escolhido.' : `${n} clientes escolhidos.`),
    (n: number) => (n === 1 ? '1 customer chosen.' : `${n} customers chosen.`),
  ],
  listed: [
    (n: number) =>
      n === 1 ? 'O cliente que a lista mostra.' : `Todos os ${n} clientes que a lista mostra.`,
    (n: number) =>
      n === 1 ? 'The customer that the list shows.' : `All ${n} customers that the list shows.`,
  ],
  all: [
    (seller: string) => `Todos os clientes de ${seller}.`,
    (seller: string) => `All customers of ${seller}.`,
  ],
  from: ['De', 'From'],
  anybody: ['Qualquer vendedor', 'Any seller'],
  fromHint: [
    'Sem vendedor aqui, o novo fica no lugar de todos os que cada cliente tem.',
    'Without a seller here, the new one takes the place of all that each customer has.',
  ],
  fromNeeded: [
    'Escolha de quem, ou antes filtre a lista: são todos os clientes da empresa.',
    'Choose from whom, or filter the list first: these are all customers of the company.',
  ],
  fromOthers: [
    'Os outros vendedores de cada cliente continuam.',
    'Other sellers of each customer stay.',
  ],
  to: ['Para', 'To'],
  toNeeded: ['Escolha para quem.', 'Choose to whom.'],
  same: ['É o mesmo vendedor.', 'It is the same seller.'],
  seller: ['Vendedor', 'Seller'],
  keep: ['Manter também o vendedor de antes', 'Keep the seller of before, too'],
  keepHint: ['O novo entra depois dele.', 'The new one comes behind.'],
  transfer: ['Transferir', 'Transfer'],
  cancel: ['Cancelar', 'Cancel'],
  progress: [
    (moved: number, remaining: number) => `${customers(moved)} até agora; faltam ${remaining}.`,
    (moved: number, remaining: number) => `${inEnglish(moved)} so far; ${remaining} to go.`,
  ],
  done: [
    (n: number, to: string) => `${customers(n)} para ${to}`,
    (n: number, to: string) => `${inEnglish(n)} to ${to}`,
  ],
  none: ['Nenhum cliente mudou', 'No customer changed'],
})
