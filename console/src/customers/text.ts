import type { Label } from '@pedido/model/kinds'
import { addressLabels } from '../common/customers/text.ts'
import { type RecordPath, records } from '../common/records/rows.ts'
import { texts } from '../text/texts.ts'

export const text = texts({
  customers: ['Clientes', 'Customers'],
  create: ['Novo cliente', 'New customer'],
  one: ['cliente', 'customer'],
  many: ['clientes', 'customers'],
  searchLabel: [
    'Nome, código, CNPJ, e-mail, telefone ou cidade',
    'Name, code, CNPJ, e-mail, telephone or city',
  ],
  emptyTitle: ['Ainda não há clientes', 'There are no customers yet'],
  empty: [
    'Cadastre o primeiro ou importe todos de um arquivo ou do seu ERP.',
    'Add the first one, or import all of them from a file or your ERP.',
  ],
  code: ['Código', 'Code'],
  seller: ['Vendedor', 'Seller'],
  hasSeller: ['Com vendedor', 'With a seller'],
  transferAll: ['Transferir…', 'Transfer…'],
  transferTo: ['Transferir para…', 'Transfer to…'],
  selected: [
    (n: number) => (n === 1 ? '1 selecionado' : `${n} selecionados`),
    (n: number) => `${n} selected`,
  ],
  unselect: ['Limpar seleção', 'Clear selection'],
  anonymise: ['Anonimizar', 'Anonymise'],
  anonymiseMenu: ['Anonimizar…', 'Anonymise…'],
  anonymiseTitle: [
    (name: string) => `Remover definitivamente os dados de ${name}?`,
    (name: string) => `Remove the data of ${name} for good?`,
  ],
  anonymiseGoes: [
    'Nome, CPF ou CNPJ, e-mail, telefone, contatos, endereços e campos personalizados são removidos deste cadastro, dos pedidos e do histórico, assim como as observações e descrições dos pedidos. Não é possível desfazer.',
    'Name, CPF or CNPJ, e-mail, telephone, contacts, addresses and custom fields are removed from this record, from orders and from history, and so are observations and descriptions of orders. It can’t be undone.',
  ],
  anonymiseStays: [
    'Ficam os valores e o que foi pedido. Pedidos em situação bloqueada correspondem a documentos fiscais: mantêm os dados até o fim do prazo legal e depois são anonimizados automaticamente.',
    'Amounts and what was ordered stay. Orders in a locked status belong to fiscal documents: they keep the data until the legal term ends and are then anonymised automatically.',
  ],
  anonymiseOthers: [
    'Não inclui backups feitos antes, arquivos exportados e sistemas que já receberam os dados.',
    'Does not include earlier backups, exported files and systems that already received the data.',
  ],
  anonymised: ['Os dados foram removidos', 'The data was removed'],
  anonymisedTitle: ['Cliente anonimizado', 'Anonymised customer'],
  anonymisedAt: [
    (day: string) => `Os dados desta pessoa foram removidos em ${day}.`,
    (day: string) => `This person’s data was removed on ${day}.`,
  ],
  anonymising: ['Percorrendo pedidos e histórico…', 'Going through orders and history…'],
  mentions: [
    'Estes registros mencionam a pessoa e não foram alterados, pois podem ser de outra com o mesmo nome. Confira cada um:',
    'These records mention the person and were not changed, as they may belong to somebody else with the same name. Check each one:',
  ],
  noneKept: ['Nenhum pedido os guarda.', 'No order keeps it.'],
  kept: [
    (count: number) =>
      count === 1
        ? '1 pedido os guarda, pois corresponde a um documento fiscal:'
        : `${count} pedidos os guardam, pois correspondem a documentos fiscais:`,
    (count: number) =>
      count === 1
        ? '1 order keeps it, as it belongs to a fiscal document:'
        : `${count} orders keep it, as they belong to fiscal documents:`,
  ],
  keptUntil: [(day: string) => `até ${day}`, (day: string) => `until ${day}`],
  newOrder: ['Novo pedido', 'New order'],
  more: ['Mais ações', 'More actions'],
  addresses: ['Endereços', 'Addresses'],
  noAddress: [
    'Nenhum endereço. O endereço de entrega dos pedidos é escolhido daqui.',
    'No address. Delivery addresses of orders are chosen from here.',
  ],
  addAddress: ['Novo endereço', 'New address'],
  editAddress: [
    (name: string) => `Editar o endereço ${name}`,
    (name: string) => `Edit the address ${name}`,
  ],
  removeAddress: [
    (name: string) => `Excluir o endereço ${name}`,
    (name: string) => `Delete the address ${name}`,
  ],
  address: ['Endereço', 'Address'],
  ...addressLabels,
  lastOrder: ['Último pedido', 'Last order'],
  orders12m: ['Pedidos em 12 meses', 'Orders in 12 months'],
  value12m: ['Compras em 12 meses', 'Bought in 12 months'],
  ordersColumn: ['Pedidos (12 m)', 'Orders (12 m)'],
  valueColumn: ['Compras (12 m)', 'Bought (12 m)'],
  stopped: ['Parou de comprar', 'Stopped buying'],
  stoppedRule: [
    'Quem fez pelo menos três pedidos em 12 meses e está atrasado: o último foi há mais de uma vez e meia o intervalo médio entre eles.',
    'Who ordered at least three times in 12 months and is late: the last order is longer ago than one and a half times the mean interval between them.',
  ],
  paymentType: ['Condição de pagamento', 'Payment type'],
  orders: ['Pedidos', 'Orders'],
  allOrders: ['Ver todos os pedidos', 'See all orders'],
  noOrders: ['Ainda não fez nenhum pedido.', 'Has not ordered yet.'],
  noOrdersSeen: [
    'Você ainda não tem pedidos deste cliente.',
    'You have no orders from this customer yet.',
  ],
  ordersSeen: ['Somente pedidos que você pode ver.', 'Only orders that you may see.'],
  count: ['Pedidos', 'Orders'],
  sum: ['Total', 'Total'],
  average: ['Média por pedido', 'Average order'],
  lastYear: ['Últimos 12 meses', 'Last 12 months'],
  order: ['Pedido', 'Order'],
  date: ['Data', 'Date'],
  status: ['Situação', 'Status'],
  value: ['Valor', 'Value'],
})

/** What may mention a person whose data was removed. */
export const mentioned = texts({
  ...(Object.fromEntries(records.map(({ path, label }) => [path, label])) as Record<
    RecordPath,
    Label
  >),
  'custom-fields': ['Campo personalizado', 'Custom field'],
  tokens: ['Token', 'Token'],
  members: ['Membro', 'Member'],
})
