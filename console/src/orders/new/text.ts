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
  cleared: ['Formulário limpo', 'Form cleared'],
  undo: ['Desfazer', 'Undo'],
  savedBefore: [
    'O pedido já tinha sido criado. O que você alterou depois ainda não está salvo: confira e salve.',
    'The order had been created already. What you changed since is not saved yet: check it and save.',
  ],
  notAnswered: [
    (time: string) =>
      `Este pedido foi enviado em ${time} e a resposta não chegou. Salvar novamente não cria outro: o que você alterar entra no mesmo pedido.`,
    (time: string) =>
      `This order was sent on ${time} and no answer came. Saving again does not create a second one: your changes go into the same order.`,
  ],
  doubtful: [
    (time: string) =>
      `Este pedido foi enviado em ${time} e a resposta não chegou; não é mais possível saber se ele foi criado. Confira antes de salvar.`,
    (time: string) =>
      `This order was sent on ${time} and no answer came; there is no way left to tell whether it was created. Check before you save.`,
  ],
  lookAtOrders: ['Ver os pedidos deste cliente', 'See this customer’s orders'],
  waiting: [
    (time: string) => `Você tem um pedido não salvo, de ${time}:`,
    (time: string) => `You have an unsaved order from ${time}:`,
  ],
  goOn: ['Continuar este', 'Continue it'],
  discard: ['Descartar', 'Discard'],
  discarded: ['Pedido descartado', 'Order discarded'],
  lastOrders: ['Últimos pedidos deste cliente', 'This customer’s latest orders'],
  noOrders: ['Este cliente ainda não tem pedidos.', 'This customer has no orders yet.'],
  noOrdersSeen: [
    'Você ainda não tem pedidos deste cliente.',
    'You have no orders from this customer yet.',
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
