import { texts } from '../../text/texts.ts'

export const coverageText = texts({
  title: ['Vendas sem regra', 'Sales without a rule'],
  sub: [
    'O que foi vendido e não tem regra de ICMS, do maior valor ao menor.',
    'What was sold and has no rule of ICMS, the most valuable first.',
  ],
  rules: ['Ver as regras', 'See the rules'],
  ending: ['Terminam em 60 dias', 'End within 60 days'],
  one: ['venda sem regra', 'sale without a rule'],
  many: ['vendas sem regra', 'sales without a rule'],
  nothing: ['Nada falta', 'Nothing is missing'],
  nothingWhy: [
    'Tudo que foi vendido no período tem uma regra de ICMS.',
    'All that was sold in the period has a rule of ICMS.',
  ],
  sold: ['Vendido', 'Sold'],
  rulesOf: ['Regras do dia', 'Rules of the day'],
  product: ['Produto', 'Product'],
  codes: ['NCM · CEST', 'NCM · CEST'],
  state: ['Destino', 'Destination'],
  buyer: ['Comprador', 'Buyer'],
  contributor: ['Contribuinte', 'Contributor'],
  exempt: ['Isento de inscrição', 'Exempt from registration'],
  consumer: ['Não contribuinte', 'No contributor'],
  unknown: ['Não se sabe', 'Not known'],
  lacking: ['O que falta', 'What is missing'],
  noRule: ['Uma regra', 'A rule'],
  noPlace: ['O estado da filial ou do cliente', 'The branch’s or the customer’s state'],
  noKind: ['O tipo de comprador, no cliente', 'The kind of buyer, of the customer'],
  orders: ['Pedidos', 'Orders'],
  value: ['Valor', 'Value'],
})
