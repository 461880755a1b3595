import { orderLabels } from '../../text/order-labels.ts'
import { periodLabels } from '../../text/periods.ts'
import { counted, texts } from '../../text/texts.ts'

const orders = (n: number) => counted('pt-BR', n, 'pedido', 'pedidos')
const ordersEn = (n: number) => counted('en', n, 'order', 'orders')
const news = (created: number, changed: number) =>
  [
    created > 0 && counted('pt-BR', created, 'novo', 'novos'),
    changed > 0 && counted('pt-BR', changed, 'alterado', 'alterados'),
  ]
    .filter(Boolean)
    .join(', ')
const newsEn = (created: number, changed: number) =>
  [created > 0 && `${created} new`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ')

export const text = texts({
  title: ['Pedidos', 'Orders'],
  create: ['Novo pedido', 'New order'],
  search: ['Buscar pedidos', 'Search orders'],
  searchHint: ['Cliente, CNPJ, código ou produto', 'Customer, CNPJ, code or product'],
  noneTitle: ['Nenhum pedido ainda', 'No orders yet'],
  noneSeenTitle: ['Nenhum pedido que você possa ver', 'No orders that you may see'],
  noneSeen: [
    'Você vê somente pedidos de alguns vendedores ou filiais. Eles aparecem aqui assim que forem lançados.',
    'You see only orders of some sellers or branches. They show here as soon as they are entered.',
  ],
  none: [
    'Os pedidos aparecem aqui assim que forem lançados ou enviados pelo ERP.',
    'Orders show here as soon as they are entered or sent by the ERP.',
  ],
  notFoundTitle: ['Nenhum pedido com estes filtros', 'No orders with these filters'],
  notFound: [
    'Remova um filtro ou tente outra parte do nome.',
    'Remove a filter or try another part of the name.',
  ],
  clearFilters: ['Limpar filtros', 'Clear filters'],
  ...orderLabels,
  fk_id: ['Pedido', 'Order'],
  number: ['Número', 'Number'],
  total_value: ['Total', 'Total'],
  delivery_date: ['Entrega', 'Delivery'],
  counts: ['Conta como venda', 'Counts as a sale'],
  noSale: ['nenhum conta como venda', 'none counts as a sale'],
  product: ['Produto', 'Product'],
  gone: ['Excluído', 'Deleted'],
  filters: ['Filtros', 'Filters'],
  filter: ['Filtrar', 'Filter'],
  add: ['Adicionar', 'Add'],
  otherDays: ['Outro período…', 'Other days…'],
  anyDay: ['Qualquer data', 'Any date'],
  ...periodLabels,
  from: [(what: string) => `a partir de ${what}`, (what: string) => `from ${what}`],
  to: [(what: string) => `até ${what}`, (what: string) => `up to ${what}`],
  between: [(a: string, b: string) => `${a} a ${b}`, (a: string, b: string) => `${a} to ${b}`],
  value: ['Valor', 'Value'],
  least: [(what: string) => `${what} a partir de`, (what: string) => `${what} from`],
  most: [(what: string) => `${what} até`, (what: string) => `${what} up to`],
  fromOf: [(what: string) => `${what}: de`, (what: string) => `${what}: from`],
  toOf: [(what: string) => `${what}: até`, (what: string) => `${what}: to`],
  any: ['Qualquer', 'Any'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  customFields: ['Campos personalizados', 'Custom fields'],
  count: [orders, ordersEn],
  newest: ['os 500 mais novos que a busca encontra', 'the newest 500 that the search finds'],
  news: [news, newsEn],
  show: ['Mostrar', 'Show'],
  selected: [
    (n: number) => counted('pt-BR', n, 'selecionado', 'selecionados'),
    (n: number) => `${n} selected`,
  ],
  unselect: ['Desmarcar', 'Unselect'],
  move: ['Mudar situação', 'Change status'],
  noMove: ['Nenhuma mudança possível', 'No move is possible'],
  moveTo: [
    (name: string, n: number) => `${name} (${n})`,
    (name: string, n: number) => `${name} (${n})`,
  ],
  moveTitle: [(name: string) => `Mudar para ${name}`, (name: string) => `Change to ${name}`],
  moveAction: [(n: number) => `Mudar ${orders(n)}`, (n: number) => `Change ${ordersEn(n)}`],
  stays: [
    (from: string) => `Fica em ${from}: mudança não permitida`,
    (from: string) => `Stays in ${from}: this move is not allowed`,
  ],
  willMove: [
    (from: string, to: string) => `${from} → ${to}`,
    (from: string, to: string) => `${from} → ${to}`,
  ],
  forGood: [
    (name: string) =>
      `Depois de ${name}, os pedidos não voltam. Você terá dez segundos para desfazer.`,
    (name: string) => `Orders can’t leave ${name} again. You will have ten seconds to undo.`,
  ],
  notYet: [
    'Nada foi alterado ainda. Se fechar esta janela, tudo fica como está.',
    'Nothing has changed yet. If you close this window, nothing will.',
  ],
  now: ['Agora', 'Now'],
  waiting: ['Aguardando…', 'Waiting…'],
  done: ['Mudou', 'Changed'],
  moved: [
    (done: number, all: number) => `${done} de ${orders(all)} ${done === 1 ? 'mudou' : 'mudaram'}`,
    (done: number, all: number) => `${done} of ${ordersEn(all)} changed`,
  ],
  close: ['Fechar', 'Close'],
  cancel: ['Cancelar', 'Cancel'],
  result: ['Resultado', 'Result'],
  export: ['Exportar', 'Export'],
  exportAll: [(n: number) => `Exportar ${orders(n)}`, (n: number) => `Export ${ordersEn(n)}`],
  xlsx: ['Excel: uma linha por pedido', 'Excel: a row for each order'],
  xlsxItems: ['Excel: uma linha por item', 'Excel: a row for each item'],
  csv: ['CSV: uma linha por pedido', 'CSV: a row for each order'],
  csvItems: ['CSV: uma linha por item', 'CSV: a row for each item'],
  exporting: ['O arquivo está sendo gerado…', 'The file is being made…'],
  print: ['Imprimir', 'Print'],
  printOrders: ['Pedidos', 'Orders'],
  picking: ['Lista de separação', 'Picking list'],
  loading: ['Romaneio de carga', 'Loading list'],
  labels: ['Etiquetas de 100 × 150 mm', 'Labels of 100 × 150 mm'],
  labelSheets: ['Etiquetas em folhas A4', 'Labels on sheets of A4'],
  tooMany: [
    'No máximo 500 pedidos de uma vez. Para mais, exporte a lista filtrada.',
    'At most 500 orders at once. For more, export the filtered list.',
  ],
  views: ['Visões', 'Views'],
  standard: ['Todos os pedidos', 'All orders'],
  ownViews: ['Minhas', 'Mine'],
  sharedViews: ['De todos', 'Everybody’s'],
  saveView: ['Salvar esta visão…', 'Save this view…'],
  updateView: [(name: string) => `Atualizar “${name}”`, (name: string) => `Update “${name}”`],
  renameView: ['Renomear…', 'Rename…'],
  renameTitle: [(name: string) => `Renomear “${name}”`, (name: string) => `Rename “${name}”`],
  shareView: ['Compartilhar com todos', 'Share with everybody'],
  unshareView: ['Deixar de compartilhar', 'Stop sharing'],
  startView: ['Usar como visão inicial', 'Use as the first view'],
  saveTitle: ['Salvar esta visão', 'Save this view'],
  saveWhy: [
    'A visão guarda filtros, ordem e colunas. Datas como “hoje” acompanham o dia.',
    'The view keeps filters, order and columns. Dates such as “today” follow the day.',
  ],
  viewName: ['Nome', 'Name'],
  shareHint: [
    'Cada pessoa vê somente os pedidos a que tem acesso.',
    'Each person sees only the orders they have access to.',
  ],
  save: ['Salvar', 'Save'],
  deleteView: ['Excluir', 'Delete'],
  deleteSharedTitle: [
    (name: string) => `Excluir “${name}” para todos?`,
    (name: string) => `Delete “${name}” for everybody?`,
  ],
  deleteSharedWhy: [
    'A visão sai do menu de todos. Os pedidos não são alterados.',
    'The view leaves everybody’s menu. Orders are not changed.',
  ],
  viewSaved: ['Visão salva', 'View saved'],
  viewDeleted: ['Visão excluída', 'View deleted'],
  undo: ['Desfazer', 'Undo'],
})
