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
  date: ['Data', 'Date'],
  customer: ['Cliente', 'Customer'],
  address: ['Entregar em', 'Deliver to'],
  seller: ['Vendedor', 'Seller'],
  branch: ['Filial', 'Branch'],
  payment: ['Pagamento', 'Payment'],
  carrier: ['Transportadora', 'Carrier'],
  delivery: ['Entrega', 'Delivery'],
  status: ['Situação', 'Status'],
  observations: ['Observações', 'Notes'],
  code: ['Código', 'Code'],
  product: ['Produto', 'Product'],
  quantity: ['Quantidade', 'Quantity'],
  price: ['Preço', 'Price'],
  discount: ['Desconto', 'Discount'],
  net: ['Valor', 'Value'],
  freight: ['Frete', 'Freight'],
  total: ['Total com impostos', 'Total with taxes'],
})
