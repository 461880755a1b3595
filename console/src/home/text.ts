import { counted, texts } from '../text/texts.ts'

export const text = texts({
  title: ['Início', 'Home'],
  wrong: ['O que não está bem', 'What is not well'],
  givenUp: [
    (count: number) =>
      count === 1
        ? 'O serviço desistiu de enviar a um webhook: nada mais chega lá até que alguém o ative.'
        : `O serviço desistiu de enviar a ${count} webhooks: nada mais chega lá até que alguém os ative.`,
    (count: number) =>
      count === 1
        ? 'The service has given up sending to a webhook: nothing arrives there until somebody enables it.'
        : `The service has given up sending to ${count} webhooks: nothing arrives there until somebody enables them.`,
  ],
  today: ['Hoje', 'Today'],
  yesterday: ['Ontem, o dia todo', 'Yesterday, the whole day'],
  month: ['Este mês', 'This month'],
  lastSameDays: [
    (day: number) => (day === 1 ? 'Dia 1 do mês passado' : `Dias 1 a ${day} do mês passado`),
    (day: number) => (day === 1 ? 'Day 1 of last month' : `Days 1 to ${day} of last month`),
  ],
  lastMonth: ['Mês passado inteiro', 'The whole of last month'],
  orders: [
    (count: number) => counted('pt-BR', count, 'pedido', 'pedidos'),
    (count: number) => counted('en', count, 'order', 'orders'),
  ],
  average: ['Média por pedido', 'Average per order'],
  more: [(percent: string) => `${percent} a mais`, (percent: string) => `${percent} more`],
  less: [(percent: string) => `${percent} a menos`, (percent: string) => `${percent} less`],
  same: ['igual', 'the same'],
  lastDays: [(days: number) => `Últimos ${days} dias`, (days: number) => `Last ${days} days`],
  wholePeriod: ['No período', 'In all'],
  valueByDay: ['Valor por dia', 'Value by day'],
  ordersByDay: ['Pedidos por dia', 'Orders by day'],
  asTable: ['Ver os números em tabela', 'See the figures as a table'],
  day: ['Dia', 'Day'],
  ordersColumn: ['Pedidos', 'Orders'],
  value: ['Valor', 'Value'],
  status: ['Situação', 'Status'],
  waiting: ['Em andamento, por situação', 'Under way, by status'],
  waitingNone: ['Nenhum pedido em andamento.', 'No order is under way.'],
  oldest: ['O mais antigo', 'The oldest'],
  customer: ['Cliente', 'Customer'],
  product: ['Produto', 'Product'],
  customers: ['Melhores clientes', 'Best customers'],
  products: ['Melhores produtos', 'Best products'],
  noOrders: ['Nenhum pedido neste período.', 'No orders in this time.'],
  nobody: ['Sem nome', 'Unnamed'],
  quantity: ['Quantidade', 'Quantity'],
  loading: ['Carregando…', 'Loading…'],
  again: ['Tentar de novo', 'Try again'],
  emptyTitle: ['Ainda não há pedidos', 'There are no orders yet'],
  empty: [
    'Assim que o primeiro pedido entrar, pelo console, por arquivo ou pela API, os números aparecem aqui.',
    'As soon as the first order comes in, by this console, a file or the API, its figures show here.',
  ],
})
