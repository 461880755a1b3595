import { texts } from '../../text/texts.ts'

export const text = texts({
  searchLabel: ['Começo do nome', 'How the name begins'],
  emptyTitle: ['Ainda não há nada aqui', 'There is nothing here yet'],
  empty: [
    'Cadastre o primeiro, ou traga todos de um arquivo ou do seu ERP.',
    'Enter the first one, or bring all of them in from a file or your ERP.',
  ],
  orders: ['Ver os pedidos', 'See the orders'],
  customers: ['Ver os clientes', 'See the customers'],
  gaps: ['Ver os números sem pedido', 'See the numbers without an order'],
  test: ['Testar', 'Test'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  transfer: ['Transferir clientes', 'Transfer customers'],
})
