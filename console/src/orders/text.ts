import { texts } from '../text/texts.ts'

/** What the frame shows of these screens, without loading them, and what several of them say. */
export const text = texts({
  newOrder: ['Novo pedido', 'New order'],
  orders: ['Pedidos', 'Orders'],
  goToOrders: ['Ir para os pedidos', 'Go to orders'],
  searchOrders: ['Buscar na lista de pedidos', 'Search the list of orders'],
  today: ['Pedidos de hoje', 'Orders of today'],
  reason: ['Motivo', 'Reason'],
  reasonMissing: ['Escolha um motivo.', 'Choose a reason.'],
})
