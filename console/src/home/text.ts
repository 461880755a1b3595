import { periodLabels } from '../text/periods.ts'
import { counted, texts } from '../text/texts.ts'

export const text = texts({
  title: ['Início', 'Home'],
  wrong: ['Precisa de atenção', 'Needs attention'],
  givenUp: [
    (count: number) =>
      count === 1
        ? 'Um webhook foi desativado após várias falhas: nada mais é enviado até que alguém o reative.'
        : `${count} webhooks foram desativados após várias falhas: nada mais é enviado até que alguém os reative.`,
    (count: number) =>
      count === 1
        ? 'A webhook was disabled after repeated failures: nothing is sent until somebody enables it.'
        : `${count} webhooks were disabled after repeated failures: nothing is sent until somebody enables them.`,
  ],
  ...periodLabels,
  yesterday: ['Ontem (dia inteiro)', 'Yesterday (whole day)'],
  month: ['Este mês', 'This month'],
  lastSameDays: [
    (day: number) => (day === 1 ? 'Dia 1 do mês passado' : `Dias 1 a ${day} do mês passado`),
    (day: number) => (day === 1 ? 'Day 1 of last month' : `Days 1 to ${day} of last month`),
  ],
  lastMonth: ['Mês passado (total)', 'Last month (total)'],
  orders: [
    (count: number) => counted('pt-BR', count, 'pedido', 'pedidos'),
    (count: number) => counted('en', count, 'order', 'orders'),
  ],
  average: ['Média por pedido', 'Average per order'],
  more: [(percent: string) => `${percent} acima`, (percent: string) => `${percent} above`],
  less: [(percent: string) => `${percent} abaixo`, (percent: string) => `${percent} below`],
  same: ['igual', 'the same'],
  period: ['Período', 'Period'],
  byDay: [
    (period: string) => `Por dia: ${period.toLowerCase()}`,
    (period: string) => `By day: ${period.toLowerCase()}`,
  ],
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
  customers: [
    (period: string) => `Maiores clientes: ${period.toLowerCase()}`,
    (period: string) => `Top customers: ${period.toLowerCase()}`,
  ],
  products: [
    (period: string) => `Produtos mais vendidos: ${period.toLowerCase()}`,
    (period: string) => `Top products: ${period.toLowerCase()}`,
  ],
  noOrders: ['Nenhum pedido neste período.', 'No orders in this period.'],
  nobody: ['Sem nome', 'Unnamed'],
  quantity: ['Quantidade', 'Quantity'],
  loading: ['Carregando…', 'Loading…'],
  emptyTitle: ['Ainda não há pedidos', 'There are no orders yet'],
  empty: [
    'Assim que o primeiro pedido entrar, pelo console, por arquivo ou pela API, os números aparecem aqui.',
    'As soon as the first order comes in, by this console, a file or the API, its figures show here.',
  ],
})
