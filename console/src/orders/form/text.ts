import { itemFigures } from '@pedido/model/item'
import { orderLabels } from '../../text/order-labels.ts'
import { texts } from '../../text/texts.ts'

const ofHeader = {
  ...orderLabels,
  fk_id: ['Código', 'Code'],
  number: ['Número', 'Number'],
  address: ['Endereço de entrega', 'Delivery address'],
  freight_type: ['Tipo de frete', 'Freight type'],
  delivery_date: ['Entrega prevista', 'Delivery date'],
  total_value: ['Total', 'Total'],
} as const

/** What an order has beside its lines, by the names that people give it. */
export const headerNames = texts(ofHeader)

/** A line has discounts of its own. */
const named = {
  ...ofHeader,
  line: ['Linha', 'Line'],
  product: ['Produto', 'Product'],
  quantity: itemFigures.quantity.label,
  price: itemFigures.price.label,
  discount_percentage: ['Desc. %', 'Disc. %'],
  discount_value: ['Desc. R$', 'Disc. R$'],
  discount: ['Desconto', 'Discount'],
  aliq_icms: ['ICMS %', 'ICMS %'],
  aliq_ipi: ['IPI %', 'IPI %'],
  base_icms_st: itemFigures.base_icms_st.label,
  aliq_icms_st: ['ICMS-ST %', 'ICMS-ST %'],
  vlr_icms: ['ICMS', 'ICMS'],
  value_ipi: ['IPI', 'IPI'],
  vlr_icms_st: ['ICMS-ST', 'ICMS-ST'],
  net: ['Valor líquido', 'Net value'],
  line_total: ['Total da linha', 'Line total'],
  description: ['Descrição', 'Description'],
  taxes: ['Impostos', 'Taxes'],
  lots: ['Lotes', 'Lots'],
} as const

/** What an order and its lines have, by the names that people give it. */
export const names = texts(named)

export const text = texts({
  wordsHint: ['Palavras separadas por espaço.', 'Words with blanks between them.'],
  intermediaryHint: [
    'CNPJ e seu código na plataforma; “-” se não há intermediador.',
    'CNPJ and your id there; “-” where there is nobody.',
  ],
  ...named,
  noRule: ['Sem regra de impostos', 'No rule for its taxes'],
  showTaxes: ['Mostrar impostos', 'Show taxes'],
  hideTaxes: ['Recolher impostos', 'Fold taxes away'],
  noItems: ['Este pedido não tem itens.', 'This order has no items.'],
  chooseCustomer: ['Nome, código ou CNPJ', 'Name, code or CNPJ'],
  chooseProduct: ['Nome ou código', 'Name or code'],
  chooseFromProducts: ['Escolha um produto da lista.', 'Choose a product of the list.'],
  chooseFromCustomers: ['Escolha um cliente da lista.', 'Choose a customer of the list.'],
  otherProduct: ['Trocar', 'Change'],
  inLine: [
    (name: string, line: number) => `${name}, linha ${line}`,
    (name: string, line: number) => `${name}, line ${line}`,
  ],
  detailsOfLine: [
    (line: number) => `Dados fiscais da linha ${line}`,
    (line: number) => `What the invoice says of line ${line}`,
  ],
  detailsOf: [
    (line: number, product: string) => `Linha ${line}: ${product}`,
    (line: number, product: string) => `Line ${line}: ${product}`,
  ],
  mendDetails: [
    (line: number) => `Corrigir os dados fiscais da linha ${line}`,
    (line: number) => `Correct what the invoice says of line ${line}`,
  ],
  describeLine: [
    (line: number) => `Descrever a linha ${line}`,
    (line: number) => `Describe line ${line}`,
  ],
  removeLine: [(line: number) => `Tirar a linha ${line}`, (line: number) => `Remove line ${line}`],
  was: [(price: string) => `era ${price}`, (price: string) => `was ${price}`],
  todayIs: [(price: string) => `hoje ${price}`, (price: string) => `today ${price}`],
  noPriceToday: ['sem preço no cadastro', 'the product has no price'],
  takeOldPrice: ['Voltar ao preço do pedido anterior', 'Take the price of the earlier order'],
  takeTodaysPrice: ['Voltar ao preço de hoje', 'Take today’s price'],
  lineRemoved: ['Linha tirada', 'Line removed'],
  undo: ['Desfazer', 'Undo'],
  pasted: [
    (count: number) => (count === 1 ? '1 linha colada' : `${count} linhas coladas`),
    (count: number) => (count === 1 ? '1 line pasted' : `${count} lines pasted`),
  ],
  whichColumns: ['O que é cada coluna?', 'Which column is what?'],
  whichColumnsWhy: [
    'Nada foi colado ainda. Confira o que cada coluna é; Enter cola como está aqui.',
    'Nothing has been pasted yet. Check which column is what; Enter pastes it as it stands here.',
  ],
  pastedCells: ['Células copiadas', 'Copied cells'],
  pastedColumn: [(place: number) => `Coluna ${place}`, (place: number) => `Column ${place}`],
  productCode: ['Código do produto', 'Product code'],
  notUsed: ['Não usar', 'Not used'],
  firstIsHeading: ['A primeira linha é o título', 'The first row is the heading'],
  moreRows: [
    (count: number) => (count === 1 ? 'e mais 1 linha' : `e mais ${count} linhas`),
    (count: number) => (count === 1 ? 'and 1 more row' : `and ${count} more rows`),
  ],
  pasteThese: ['Colar', 'Paste'],
  cancel: ['Cancelar', 'Cancel'],
  notUnderstoodIn: [
    (count: number) =>
      count === 1
        ? 'Uma célula colada não foi entendida e está marcada. O pedido só é salvo depois de corrigida:'
        : `${count} células coladas não foram entendidas e estão marcadas. O pedido só é salvo depois de corrigidas:`,
    (count: number) =>
      count === 1
        ? 'One pasted cell was not understood and is marked. The order can be saved once it is corrected:'
        : `${count} pasted cells were not understood and are marked. The order can be saved once they are corrected:`,
  ],
  notUnderstood: [
    (cell: string, typed: string, why: string) => `${cell}: “${typed}”. ${why}`,
    (cell: string, typed: string, why: string) => `${cell}: “${typed}”. ${why}`,
  ],
  gridHelp: [
    'Enter desce, Tab avança, Shift+Enter descreve, F2 abre os dados fiscais, Ctrl+Delete tira a linha. Cole do Excel em qualquer ordem: código, descrição, quantidade, preço, desconto.',
    'Enter goes down, Tab goes on, Shift+Enter describes, F2 opens what the invoice says, Ctrl+Delete removes the line. Paste from Excel in any order: code, description, quantity, price, discount.',
  ],
  dateHint: ['Em branco: quando salvar', 'Blank: when it is saved'],
  ofCustomer: ['Do cadastro do cliente', 'Of the customer’s record'],
  noAddress: ['Sem endereço', 'No address'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  termsAndDelivery: ['Condições e entrega', 'Terms and delivery'],
  notYet: [
    'Corrija o que está marcado para ver o total.',
    'Correct what is marked to see the total.',
  ],
})
