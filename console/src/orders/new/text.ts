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
  savedBefore: [
    'O pedido já tinha sido criado. O que você mudou depois ainda não está salvo: confira e salve.',
    'The order had been created already. What you changed since is not saved yet: check it and save.',
  ],
  notAnswered: [
    (time: string) =>
      `Este pedido foi enviado em ${time} e a resposta não chegou. Salvar de novo não cria outro: o que você mudar entra no mesmo pedido.`,
    (time: string) =>
      `This order was sent on ${time} and no answer came. To save it again makes no second one: what you change goes into the same order.`,
  ],
  doubtful: [
    (time: string) =>
      `Este pedido foi enviado em ${time} e a resposta não chegou; já não dá para saber se ele foi criado. Confira antes de salvar.`,
    (time: string) =>
      `This order was sent on ${time} and no answer came; whether it was created can’t be found out any more. Look before you save it.`,
  ],
  lookAtOrders: ['Ver os pedidos deste cliente', 'See this customer’s orders'],
  waiting: [
    (time: string) => `Você tem um pedido não salvo, de ${time}:`,
    (time: string) => `You have an order that is not saved, of ${time}:`,
  ],
  goOn: ['Continuar este', 'Go on with it'],
  discard: ['Descartar', 'Discard'],
  discarded: ['Pedido descartado', 'Order discarded'],
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
