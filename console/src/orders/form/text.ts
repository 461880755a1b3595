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
  wordsHint: ['Palavras separadas por espaço.', 'Words separated by spaces.'],
  intermediaryHint: [
    'CNPJ e seu código na plataforma; “-” se não houver intermediador.',
    'CNPJ and your id on the platform; “-” if there is no intermediary.',
  ],
  ...named,
  noRule: ['Sem regra de impostos', 'No tax rule'],
  showTaxes: ['Mostrar impostos', 'Show taxes'],
  hideTaxes: ['Ocultar impostos', 'Hide taxes'],
  noItems: ['Este pedido não tem itens.', 'This order has no items.'],
  chooseCustomer: ['Nome, código ou CNPJ', 'Name, code or CNPJ'],
  chooseProduct: ['Nome ou código', 'Name or code'],
  chooseFromProducts: ['Escolha um produto da lista.', 'Choose a product from the list.'],
  chooseFromCustomers: ['Escolha um cliente da lista.', 'Choose a customer from the list.'],
  otherProduct: ['Trocar', 'Change'],
  inLine: [
    (name: string, line: number) => `${name}, linha ${line}`,
    (name: string, line: number) => `${name}, line ${line}`,
  ],
  detailsOfLine: [
    (line: number) => `Dados fiscais da linha ${line}`,
    (line: number) => `Fiscal data of line ${line}`,
  ],
  detailsOf: [
    (line: number, product: string) => `Linha ${line}: ${product}`,
    (line: number, product: string) => `Line ${line}: ${product}`,
  ],
  mendDetails: [
    (line: number) => `Corrigir os dados fiscais da linha ${line}`,
    (line: number) => `Correct the fiscal data of line ${line}`,
  ],
  describeLine: [
    (line: number) => `Observação do item ${line}`,
    (line: number) => `Note on item ${line}`,
  ],
  removeLine: [(line: number) => `Remover o item ${line}`, (line: number) => `Remove item ${line}`],
  was: [(price: string) => `era ${price}`, (price: string) => `was ${price}`],
  todayIs: [(price: string) => `hoje ${price}`, (price: string) => `today ${price}`],
  noPriceToday: ['sem preço no cadastro', 'the product has no price'],
  takeOldPrice: ['Voltar ao preço do pedido anterior', 'Take the price of the earlier order'],
  takeTodaysPrice: ['Voltar ao preço de hoje', 'Take today’s price'],
  lineRemoved: ['Item removido', 'Item removed'],
  undo: ['Desfazer', 'Undo'],
  pasted: [
    (count: number) => (count === 1 ? '1 linha colada' : `${count} linhas coladas`),
    (count: number) => (count === 1 ? '1 line pasted' : `${count} lines pasted`),
  ],
  lookingForProducts: ['Procurando os produtos…', 'Looking for the products…'],
  notPasted: ['Não entraram no pedido:', 'Not in the order:'],
  dismiss: ['Dispensar', 'Dismiss'],
  whichColumns: ['O que contém cada coluna?', 'What does each column contain?'],
  whichColumnsWhy: [
    'Nada foi colado ainda. Confira o conteúdo de cada coluna e tecle Enter para colar.',
    'Nothing has been pasted yet. Check what each column contains and press Enter to paste.',
  ],
  pastedCells: ['Células copiadas', 'Copied cells'],
  pastedColumn: [(place: number) => `Coluna ${place}`, (place: number) => `Column ${place}`],
  productCode: ['Código do produto', 'Product code'],
  notUsed: ['Não usar', 'Not used'],
  firstIsHeading: ['A primeira linha é o cabeçalho', 'The first row is the heading'],
  moreRows: [
    (count: number) => (count === 1 ? 'e mais 1 linha' : `e mais ${count} linhas`),
    (count: number) => (count === 1 ? 'and 1 more row' : `and ${count} more rows`),
  ],
  pasteThese: ['Colar', 'Paste'],
  cancel: ['Cancelar', 'Cancel'],
  notUnderstoodIn: [
    (count: number) =>
      count === 1
        ? 'Uma célula colada não foi entendida e está destacada. Corrija-a para salvar o pedido:'
        : `${count} células coladas não foram entendidas e estão destacadas. Corrija-as para salvar o pedido:`,
    (count: number) =>
      count === 1
        ? 'One pasted cell was not understood and is highlighted. Correct it to save the order:'
        : `${count} pasted cells were not understood and are highlighted. Correct them to save the order:`,
  ],
  notUnderstood: [
    (cell: string, typed: string, why: string) => `${cell}: “${typed}”. ${why}`,
    (cell: string, typed: string, why: string) => `${cell}: “${typed}”. ${why}`,
  ],
  gridHelp: [
    'Enter: linha de baixo · Tab: próximo campo · Shift+Enter: observação do item · F2: dados fiscais · Ctrl+Delete: remover. Cole do Excel em qualquer ordem (código, descrição, quantidade, preço, desconto) ou a mensagem do cliente.',
    'Enter: next line · Tab: next field · Shift+Enter: note on the item · F2: fiscal data · Ctrl+Delete: remove. Paste from Excel in any order (code, description, quantity, price, discount) or the customer’s message.',
  ],
  dateHint: ['Em branco: data e hora do salvamento', 'Blank: date and time of saving'],
  ofCustomer: ['Do cadastro do cliente', 'Of the customer’s record'],
  noAddress: ['Sem endereço', 'No address'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  termsAndDelivery: ['Condições e entrega', 'Terms and delivery'],
  notYet: [
    'Corrija os campos destacados para ver o total.',
    'Correct the highlighted fields to see the total.',
  ],
})
