import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Configurações', 'Settings'],
  sub: ['Valem para toda a empresa.', 'They apply to the whole company.'],
  name: ['Nome da empresa', 'Company name'],
  timeZone: ['Fuso horário', 'Time zone'],
  timeZoneHint: [
    'Onde o dia começa e termina, nos filtros e relatórios.',
    'Where the day begins and ends, in filters and reports.',
  ],
  amounts: ['Conferência de valores', 'Check of figures'],
  verify: ['Recusar valores divergentes', 'Refuse figures that contradict one another'],
  trust: ['Manter os valores recebidos', 'Keep figures as received'],
  amountsHint: [
    'Vale para os pedidos que chegam por integração: totais, descontos e impostos de cada linha.',
    'For orders that come by integration: totals, discounts and taxes of each line.',
  ],
  customers: [
    'Quem vê somente pedidos de alguns vendedores',
    'Those who see only orders of some sellers',
  ],
  ownCustomers: ['Vê somente os clientes destes vendedores', 'See only these sellers’ customers'],
  allCustomers: ['Vê todos os clientes', 'See all customers'],
  ownHint: [
    'Os vendedores de um cliente ficam no cadastro dele; quem o cadastra é um deles. Clientes sem vendedor aparecem somente para quem vê todos os pedidos.',
    'A customer’s sellers are listed in its record; whoever registers it is one of them. Customers without a seller are visible only to those who see all orders.',
  ],
  allHint: [
    'Altera somente os clientes destes vendedores.',
    'They can change only these sellers’ customers.',
  ],
  taxBase: ['Base dos impostos de pedidos novos', 'Tax base of new orders'],
  taxBaseHint: [
    'Vale para itens com lista de impostos. Pedidos existentes não são alterados.',
    'For items with a list of taxes. Existing orders are not changed.',
  ],
  withShares: [
    'Valor líquido com os rateios de desconto, frete, seguro e outras despesas',
    'Net value with its share of discount, freight, insurance and other expenses',
  ],
  netAlone: ['Somente o valor líquido', 'Net value only'],
  movedTotals: [
    'Quando a data da nota altera o total do pedido',
    'When the invoice date changes an order’s total',
  ],
  askTotals: ['Confirmar o novo total antes', 'Confirm the new total first'],
  takeTotals: ['Faturar com o novo total', 'Invoice with the new total'],
  derivedTaxes: [
    'Calculados pelas regras quando não são enviados',
    'Calculated by rules when not sent',
  ],
  icms: ['ICMS, ICMS-ST, FCP e DIFAL', 'ICMS, ICMS-ST, FCP and DIFAL'],
  ipi: ['IPI', 'IPI'],
  ibsCbs: ['IBS e CBS', 'IBS and CBS'],
  missingRate: [
    'Quando a lei ainda não definiu a alíquota do dia',
    'When the law has no rate for the day yet',
  ],
  orderMessage: ['Mensagem ao enviar um pedido', 'Message with an order that is sent'],
  orderMessageHint: [
    'Com {link}, e onde quiser {customer}, {order}, {total} e {account}. Em branco: um texto padrão.',
    'With {link}, and where you want {customer}, {order}, {total} and {account}. Left blank: a usual text.',
  ],
  missingRateHint: [
    'Como a da CBS de 2027, para itens com impostos calculados por regras.',
    'Such as CBS for 2027, for items whose taxes are calculated by rules.',
  ],
  warnOfRate: ['Não calcular o imposto e avisar', 'Leave the tax out and warn'],
  refuseRate: ['Recusar o pedido', 'Refuse the order'],
  logo: ['Logotipo', 'Logo'],
  logoWhy: ['Aparece no topo dos pedidos em PDF.', 'Shown at the top of orders as PDF.'],
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
    'Alguém alterou as configurações enquanto você editava. Recarregue para ver a versão atual.',
    'Somebody changed the settings while you were editing. Reload to see the current ones.',
  ],
  reload: ['Recarregar', 'Reload'],
})
