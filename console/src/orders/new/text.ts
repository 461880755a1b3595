import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Novo pedido', 'New order'],
  copied: [
    'Cópia de outro pedido: confira preços e datas antes de salvar.',
    'A copy of another order: check prices and dates before you save it.',
  ],
  save: ['Criar pedido', 'Create order'],
  saved: ['Pedido criado', 'Order created'],
  clear: ['Limpar', 'Clear'],
  cleared: ['Formulário limpo', 'Form cleared'],
  undo: ['Desfazer', 'Undo'],
  lastOrders: ['Últimos pedidos deste cliente', 'Last orders of this customer'],
  noOrders: ['Este cliente ainda não tem pedidos.', 'This customer has no orders yet.'],
  noOrdersSeen: [
    'Entre os pedidos que você vê, nenhum é deste cliente.',
    'None of the orders that you see is of this customer.',
  ],
  repeat: [(code: string) => `Repetir ${code}`, (code: string) => `Repeat ${code}`],
  repeated: [
    (count: number) => (count === 1 ? '1 item incluído' : `${count} itens incluídos`),
    (count: number) => (count === 1 ? '1 item added' : `${count} items added`),
  ],
  lines: [
    (count: number) => (count === 1 ? '1 item' : `${count} itens`),
    (count: number) => (count === 1 ? '1 item' : `${count} items`),
  ],
})
