import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Configurações', 'Settings'],
  sub: ['Valem para todos da empresa.', 'They hold for everybody in the company.'],
  name: ['Nome da empresa', 'Company name'],
  timeZone: ['Fuso horário', 'Time zone'],
  timeZoneHint: [
    'Onde o dia começa e termina, nos filtros e relatórios.',
    'Where the day begins and ends, in filters and reports.',
  ],
  amounts: ['Conferência de valores', 'Check of figures'],
  verify: ['Recusar valores que não batem', 'Refuse figures that contradict one another'],
  trust: ['Guardar os valores como vieram', 'Keep figures as they were sent'],
  amountsHint: [
    'Vale para os pedidos que chegam por integração: totais, descontos e impostos de cada linha.',
    'For orders that come by integration: totals, discounts and taxes of each line.',
  ],
  customers: ['Quem só vê pedidos de alguns vendedores', 'Who sees orders of some sellers only'],
  ownCustomers: ['Vê só os clientes destes vendedores', 'Sees customers of these sellers only'],
  allCustomers: ['Vê todos os clientes', 'Sees all customers'],
  ownHint: [
    'Os vendedores de um cliente estão no cadastro dele; quem o cadastra é um deles. Clientes sem vendedor, só vê quem vê todos os pedidos.',
    'A customer’s sellers stand in its details; who enters it is one of them. Customers without a seller are seen by those alone who see all orders.',
  ],
  allHint: [
    'Mudar, só os clientes destes vendedores.',
    'Only customers of these sellers can be changed.',
  ],
  taxBase: ['Base dos impostos de pedidos novos', 'What taxes of new orders are levied on'],
  taxBaseHint: [
    'Vale para itens com lista de impostos. Pedidos que já existem ficam como estão.',
    'For items with a list of taxes. Orders that there are stay as they are.',
  ],
  withShares: [
    'Valor líquido com os rateios de desconto, frete, seguro e outras despesas',
    'Net value with what falls to it of discount, freight, insurance and other expenses',
  ],
  netAlone: ['Só o valor líquido', 'Net value alone'],
  movedTotals: [
    'Quando a data da nota muda o total do pedido',
    'Where the day of the invoice changes an order’s total',
  ],
  askTotals: ['Confirmar o novo total antes', 'Confirm the new total first'],
  takeTotals: ['Faturar com o novo total', 'Invoice with the new total'],
  derivedTaxes: [
    'As regras calculam, quando ninguém envia',
    'Worked out by rules where nobody sends it',
  ],
  icms: ['ICMS, ICMS-ST, FCP e DIFAL', 'ICMS, ICMS-ST, FCP and DIFAL'],
  ipi: ['IPI', 'IPI'],
  ibsCbs: ['IBS e CBS', 'IBS and CBS'],
  missingRate: [
    'Quando a lei ainda não tem a alíquota do dia',
    'Where the law has no rate for the day yet',
  ],
  missingRateHint: [
    'Como a da CBS de 2027, para itens cujos impostos as regras calculam.',
    'Such as that of CBS for 2027, for items whose taxes rules work out.',
  ],
  warnOfRate: ['Deixar o imposto de fora e avisar', 'Leave the tax out and tell it'],
  refuseRate: ['Recusar o pedido', 'Refuse the order'],
  logo: ['Logotipo', 'Logo'],
  logoWhy: ['Fica no alto dos pedidos em PDF.', 'It stands at the head of orders as PDF.'],
  logoOf: [(name: string) => `Logotipo de ${name}`, (name: string) => `Logo of ${name}`],
  logoFile: ['Arquivo do logotipo', 'File of the logo'],
  logoChoose: ['Escolher imagem', 'Choose a picture'],
  logoReplace: ['Trocar imagem', 'Replace the picture'],
  logoRemove: ['Remover', 'Remove'],
  logoSaved: ['Logotipo salvo', 'Logo saved'],
  logoRemoved: ['Logotipo removido', 'Logo removed'],
  save: ['Salvar', 'Save'],
  saved: ['Configurações salvas', 'Settings saved'],
  changed: [
    'Alguém mudou as configurações enquanto você editava. Recarregue para ver como estão.',
    'Somebody changed the settings while you were editing. Reload to see them as they are.',
  ],
  reload: ['Recarregar', 'Reload'],
})
