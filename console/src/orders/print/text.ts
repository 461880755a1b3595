import { itemFigures } from '@pedido/model/item'
import { orderLabels } from '../../text/order-labels.ts'
import { counted, texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Imprimir pedidos', 'Print orders'],
  print: ['Imprimir', 'Print'],
  ready: [
    (n: number) => `${counted('pt-BR', n, 'pedido pronto', 'pedidos prontos')} para imprimir`,
    (n: number) => `${counted('en', n, 'order', 'orders')} ready to print`,
  ],
  missing: [
    (ids: string) => `Não encontrados, e por isso fora da impressão: ${ids}`,
    (ids: string) => `Not found, and so not printed: ${ids}`,
  ],
  noneTitle: ['Nenhum pedido para imprimir', 'No orders to print'],
  none: [
    'Selecione pedidos na lista e imprima de lá.',
    'Select orders in the list and print from there.',
  ],
  toOrders: ['Ir para os pedidos', 'Go to orders'],
  order: [(number: string) => `Pedido ${number}`, (number: string) => `Order ${number}`],
  ...orderLabels,
  number: ['Número', 'Number'],
  address: ['Entregar em', 'Deliver to'],
  phone: ['Telefone do cliente', 'Customer’s phone'],
  delivery_date: ['Entrega', 'Delivery'],
  code: ['Código', 'Code'],
  product: ['Produto', 'Product'],
  quantity: itemFigures.quantity.label,
  price: ['Preço', 'Price'],
  discount: ['Desconto', 'Discount'],
  net: ['Valor', 'Value'],
  taxesEstimated: [
    'Impostos estimados, definitivos na nota fiscal.',
    'Taxes are estimates: the invoice has the final ones.',
  ],
  total: ['Total com impostos', 'Total with taxes'],
})
