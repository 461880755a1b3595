import { texts } from '../../text/texts.ts'

export const text = texts({
  searchLabel: ['Buscar pelo início do nome', 'Search by the start of the name'],
  emptyTitle: ['Ainda não há nada aqui', 'There is nothing here yet'],
  empty: [
    'Cadastre o primeiro ou importe todos de um arquivo ou do seu ERP.',
    'Add the first one, or import all of them from a file or your ERP.',
  ],
  orders: ['Ver os pedidos', 'See the orders'],
  customers: ['Ver os clientes', 'See the customers'],
  gaps: ['Ver os números sem pedido', 'See the numbers without an order'],
  test: ['Testar', 'Test'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  transfer: ['Transferir clientes', 'Transfer customers'],
})
