import { texts } from '../../text/texts.ts'

export const text = texts({
  title: ['Novo pedido', 'New order'],
  copied: [
    'Cópia de outro pedido, com os preços de hoje: confira descontos, impostos e datas antes de salvar.',
    'A copy of another order, at today’s prices: check discounts, taxes and dates before you save it.',
  ],
  save: ['Criar pedido', 'Create order'],
  saved: ['Pedido criado', 'Order created'],
  clear: ['Limpar', 'Clear'],
  cleared: ['Formulário como no início', 'The form is as it began'],
  undo: ['Desfazer', 'Undo'],
  lastOrders: ['Últimos pedidos deste cliente', 'Last orders of this customer'],
  noOrders: ['Este cliente ainda não tem pedidos.', 'This customer has no orders yet.'],
  noOrdersSeen: [
    'Entre os pedidos que você vê, nenhum é deste cliente.',
    'None of the orders that you see is of this customer.',
  ],
  repeat: [(code: string) => `Repetir ${code}`, (code: string) => `Repeat ${code}`],
  repeated: [
    (count: number, differing: number) =>
      `${count === 1 ? '1 item incluído' : `${count} itens incluídos`} com o preço de hoje${
        differing === 0 ? '' : differing === 1 ? ': em 1 ele mudou' : `: em ${differing} ele mudou`
      }`,
    (count: number, differing: number) =>
      `${count === 1 ? '1 item' : `${count} items`} added at today’s prices${
        differing === 0 ? '' : differing === 1 ? ': 1 differs' : `: ${differing} differ`
      }`,
  ],
  lines: [
    (count: number) => (count === 1 ? '1 item' : `${count} itens`),
    (count: number) => (count === 1 ? '1 item' : `${count} items`),
  ],
})
