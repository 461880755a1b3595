import { periodLabels } from '../text/periods.ts'
import { texts } from '../text/texts.ts'

export const text = texts({
  ...periodLabels,
  title: ['Relatórios', 'Reports'],
  by: ['Vendas por', 'Sales by'],
  user: ['Vendedor', 'Seller'],
  customer: ['Cliente', 'Customer'],
  product: ['Produto', 'Product'],
  place: ['Cidade e UF', 'City and state'],
  category: ['Categoria', 'Category'],
  category_month: ['Categoria, mês a mês', 'Category, month by month'],
  period: ['Período', 'Period'],
  orders: ['Pedidos', 'Orders'],
  quantity: ['Quantidade', 'Quantity'],
  value: ['Valor', 'Value'],
  monthBefore: ['Um mês antes', 'A month before'],
  yearBefore: ['Um ano antes', 'A year before'],
  change: ['Variação', 'Change'],
  changeOf: [
    (what: string) => `Variação: ${what.toLowerCase()}`,
    (what: string) => `Change: ${what.toLowerCase()}`,
  ],
  all: ['Total', 'Total'],
  total: ['Total do mês', 'Month’s total'],
  none: ['Sem informação', 'Not given'],
  nothing: ['Nenhuma venda neste período.', 'No sales in this period.'],
  omitted: [
    (n: number) =>
      n === 1
        ? 'Mais 1 linha não é mostrada; está no total.'
        : `Mais ${n} linhas não são mostradas; estão no total.`,
    (n: number) =>
      n === 1
        ? '1 more row is not shown; it is in the total.'
        : `${n} more rows are not shown; they are in the total.`,
  ],
  days: [
    (from: string, to: string) =>
      `De ${from} a ${to}. Só pedidos em situações que contam como venda.`,
    (from: string, to: string) =>
      `From ${from} to ${to}. Only orders in statuses that count as sales.`,
  ],
  ofProducts: [
    'Por produto, o que as linhas dele somam nos pedidos, sem frete.',
    'By product: what its lines add to the orders, without freight.',
  ],
  file: ['Baixar CSV', 'Download CSV'],
  stopped: ['Quem parou de comprar', 'Who stopped buying'],
})
