import { texts } from '../text/texts.ts'

/** What the frame shows of these screens, without loading them, and what several of them say. */
export const text = texts({
  newOrder: ['Novo pedido', 'New order'],
  orders: ['Pedidos', 'Orders'],
  goToOrders: ['Ir para os pedidos', 'Go to orders'],
  searchOrders: ['Buscar na lista de pedidos', 'Search the list of orders'],
  today: ['Pedidos de hoje', 'Orders of today'],
  recalculations: ['Recálculos de impostos', 'Taxes worked out again'],
  reason: ['Motivo', 'Reason'],
  byRule: ['Calculado por uma regra da conta', 'Worked out by a rule of the account'],
  totalMoves: ['O total muda com a data da nota', 'The total moves with the day of the invoice'],
  totalMovesWhy: [
    (day: string, before: string, then: string) =>
      `Em ${day} os impostos são outros: o total passa de ${before} para ${then}.`,
    (day: string, before: string, then: string) =>
      `On ${day} other taxes count: the total goes from ${before} to ${then}.`,
  ],
  closedTaxes: [
    (taxes: string) => `Não existem mais nessa data e não entram no total: ${taxes}.`,
    (taxes: string) => `These no longer exist on that day and are not part of the total: ${taxes}.`,
  ],
  acceptTotal: ['Aceitar o novo total', 'Accept the new total'],
  back: ['Voltar', 'Back'],
  reasonMissing: ['Escolha um motivo.', 'Choose a reason.'],
})
