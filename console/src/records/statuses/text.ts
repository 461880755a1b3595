import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Situações dos pedidos', 'Order statuses'],
  sub: [
    'As etapas de um pedido e as mudanças permitidas entre elas.',
    'The stages of an order, and the moves allowed between them.',
  ],
  create: ['Nova situação', 'New status'],
  picture: ['Situações e movimentos', 'Statuses and moves'],
  list: ['Lista das situações', 'List of statuses'],
  name: ['Nome', 'Name'],
  initial: ['Inicial', 'Initial'],
  locked: ['Bloqueada', 'Locked'],
  counts: ['Conta como venda', 'Counts as a sale'],
  noSale: ['Não conta como venda', 'Counts as no sale'],
  next: ['Pode ir para', 'Can move to'],
  nowhere: ['nenhuma: aqui o pedido termina', 'nowhere: the order ends here'],
  to: [(name: string) => `Pode ir para ${name}`, (name: string) => `Can move to ${name}`],
  connect: ['Ligar', 'Connect'],
  connectHow: [
    (name: string) =>
      `Escolha para onde um pedido pode ir a partir de ${name}. Uma ligação que já existe é desfeita. Esc termina.`,
    (name: string) =>
      `Choose where an order can go from ${name}. A move that there is already is taken away. Esc ends it.`,
  ],
  connected: [
    (from: string, to: string) => `${from} → ${to}: permitido`,
    (from: string, to: string) => `${from} → ${to}: allowed`,
  ],
  disconnected: [
    (from: string, to: string) => `${from} → ${to}: não é mais permitido`,
    (from: string, to: string) => `${from} → ${to}: no longer allowed`,
  ],
  undo: ['Desfazer', 'Undo'],
  pick: [
    'Escolha uma situação na figura ou na lista para alterá-la.',
    'Choose a status in the picture or the list to change it.',
  ],
  orders: ['Ver os pedidos', 'See the orders'],
  says: [
    (name: string, marks: string, next: string) => `${name}${marks}. Pode ir para ${next}`,
    (name: string, marks: string, next: string) => `${name}${marks}. Can move to ${next}`,
  ],
})
