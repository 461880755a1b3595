import { counted, texts } from '../../text/texts.ts'

export const text = texts({
  order: [(code: string) => `Pedido ${code}`, (code: string) => `Order ${code}`],
  orders: ['Pedidos', 'Orders'],
  missing: ['Este pedido não existe', 'There is no such order'],
  missingWhy: [
    'Ele foi excluído ou o endereço está incorreto.',
    'It was deleted, or the address is wrong.',
  ],
  moveTo: ['Mover para', 'Move to'],
  validUntil: [(day: string) => `Válido até ${day}`, (day: string) => `Valid until ${day}`],
  lapsedOn: [(day: string) => `Venceu em ${day}`, (day: string) => `Lapsed on ${day}`],
  lapsed: ['O orçamento venceu', 'The quotation has lapsed'],
  lapsedWhy: [
    (day: string) => `Ele valia até ${day}. Fazer o pedido mesmo assim, aos preços do orçamento?`,
    (day: string) => `It was valid until ${day}. Make it an order all the same, at its prices?`,
  ],
  keepPrices: ['Manter os preços', 'Keep the prices'],
  moved: [(name: string) => `Situação: ${name}`, (name: string) => `Status: ${name}`],
  forGood: [
    (code: string, name: string) => `Mover o pedido ${code} para ${name}?`,
    (code: string, name: string) => `Move order ${code} to ${name}?`,
  ],
  forGoodWhy: [
    (name: string) =>
      `Depois de ${name}, o pedido não volta. Você tem dez segundos para desfazer; se fechar a página, a mudança é feita na hora.`,
    (name: string) =>
      `The order can’t leave ${name} again. You have ten seconds to undo; if you close the page, the move is made at once.`,
  ],
  toWhere: [
    (code: string, name: string) => `Mover o pedido ${code} para ${name}`,
    (code: string, name: string) => `Move order ${code} to ${name}`,
  ],
  back: ['Voltar', 'Back'],
  changeReason: ['Alterar motivo', 'Change reason'],
  changeReasonOf: [
    (code: string) => `Motivo do pedido ${code}`,
    (code: string) => `Reason of order ${code}`,
  ],
  reasonChanged: ['Motivo salvo', 'Reason saved'],
  willMove: [
    (code: string, name: string) => `Movendo o pedido ${code} para ${name}`,
    (code: string, name: string) => `Moving order ${code} to ${name}`,
  ],
  wasMoved: [
    (code: string, name: string) => `Pedido ${code}: ${name}`,
    (code: string, name: string) => `Order ${code}: ${name}`,
  ],
  notMoved: [
    (code: string, name: string, why: string) =>
      `O pedido ${code} não foi movido para ${name}: ${why}`,
    (code: string, name: string, why: string) => `Order ${code} was not moved to ${name}: ${why}`,
  ],
  changedMeanwhile: [
    'Este pedido foi alterado enquanto você o consultava. A página já mostra a versão atual: confira e tente novamente.',
    'This order was changed while you were viewing it. The page now shows the current version: check it and try again.',
  ],
  changedJustNow: [
    (who: string) => `${who} acabou de alterar este pedido. A página já mostra a versão atual.`,
    (who: string) => `${who} has just changed this order. The page now shows the current version.`,
  ],
  changedWhileTyping: [
    (who: string) =>
      `${who} alterou este pedido enquanto você digita. O que você digitou continua aqui.`,
    (who: string) =>
      `${who} changed this order while you are typing. What you typed is still here.`,
  ],
  whatChanged: ['Ver o que mudou', 'See what changed'],
  gone: [
    'Este pedido foi excluído por outra pessoa. Esta página está desatualizada.',
    'Somebody else deleted this order. This page is out of date.',
  ],
  locked: [
    'Nesta situação, itens, valores, cliente e frete não podem mais ser alterados.',
    'In this status, items, amounts, customer and freight can no longer be changed.',
  ],
  print: ['Imprimir', 'Print'],
  pdf: ['Abrir PDF', 'Open PDF'],
  more: ['Mais ações', 'More actions'],
  copyLink: ['Copiar link', 'Copy link'],
  copied: ['Link copiado', 'Link copied'],
  copyByHand: [
    (address: string) => `Copie este endereço: ${address}`,
    (address: string) => `Copy this address: ${address}`,
  ],
  remove: ['Excluir pedido', 'Delete order'],
  removeTitle: [
    (code: string) => `Excluir o pedido ${code}?`,
    (code: string) => `Delete order ${code}?`,
  ],
  removeWhy: [
    'O pedido sai das listas e dos relatórios. O histórico é mantido.',
    'The order leaves lists and reports. Its history is kept.',
  ],
  removed: ['Pedido excluído', 'Order deleted'],
  terms: ['Condições', 'Terms'],
  delivery: ['Entrega', 'Delivery'],
  zip: ['CEP', 'Postal code (CEP)'],
  none: ['Não informado', 'Not given'],
  lines: [
    (count: number) => (count === 1 ? '1 item' : `${count} itens`),
    (count: number) => (count === 1 ? '1 item' : `${count} items`),
  ],
  history: ['Histórico', 'History'],
  comment: ['Comentário', 'Comment'],
  sendComment: ['Comentar', 'Comment'],
  commentKeys: ['Ctrl+Enter envia', 'Ctrl+Enter sends'],
  commented: ['comentou', 'commented'],
  version: [(number: number) => `Versão ${number}`, (number: number) => `Version ${number}`],
  seeVersion: [
    (number: number) => `Ver a versão ${number}`,
    (number: number) => `See version ${number}`,
  ],
  versionOf: [
    (number: number, when: string) => `Versão ${number}, ${when}`,
    (number: number, when: string) => `Version ${number}, ${when}`,
  ],
  asItWas: ['Ver como era', 'See as it was'],
  asItIsNow: ['Como está agora', 'As it is now'],
  compare: ['Comparar', 'Compare'],
  compareWith: ['Comparar com', 'Compare with'],
  nothingDiffers: ['Nenhuma diferença.', 'No differences.'],
  restore: ['Restaurar', 'Restore'],
  restoreThis: ['Restaurar esta versão', 'Restore this version'],
  restored: [
    (number: number) => `Versão ${number} restaurada`,
    (number: number) => `Version ${number} restored`,
  ],
  because: [(why: string) => `Motivo: ${why}`, (why: string) => `Reason: ${why}`],
  correct: ['Corrigir', 'Correct'],
  correctTitle: [
    (code: string) => `Corrigir o pedido ${code}`,
    (code: string) => `Correct order ${code}`,
  ],
  corrected: ['corrigiu o pedido', 'corrected the order'],
  why: ['Por quê', 'Why'],
  whyCorrected: [
    'O pedido está bloqueado. O motivo é registrado no histórico.',
    'The order is locked. The reason is recorded in its history.',
  ],
  goOnCorrecting: ['Corrigir', 'Correct'],
  created: ['criou o pedido', 'created the order'],
  updated: ['alterou o pedido', 'changed the order'],
  deleted: ['excluiu o pedido', 'deleted the order'],
  somebody: ['Sistema', 'System'],
  from: ['antes', 'before'],
  added: ['incluiu', 'added'],
  takenOut: ['removeu', 'removed'],
  nothing: ['nada', 'nothing'],
  delivered: ['entregue', 'delivered'],
  failed: ['falhou', 'failed'],
  nextAttempt: [(when: string) => `nova tentativa ${when}`, (when: string) => `next try ${when}`],
  sent: ['Aviso a', 'Sent to'],
  moreChanges: [
    (count: number) =>
      `e mais ${counted('pt-BR', count, 'alteração nos itens', 'alterações nos itens')}`,
    (count: number) => `and ${counted('en', count, 'more change', 'more changes')} of items`,
  ],
  edit: ['Editar', 'Edit'],
  duplicate: ['Duplicar', 'Duplicate'],
  save: ['Salvar', 'Save'],
  saved: ['Pedido salvo', 'Order saved'],
  discard: ['Descartar', 'Discard'],
  discarded: ['Alterações descartadas', 'Changes discarded'],
  undo: ['Desfazer', 'Undo'],
  conflict: [
    'Alguém alterou este pedido enquanto você digitava',
    'Somebody changed this order while you were typing',
  ],
  conflictWhy: [
    'Nada do que você digitou foi perdido. Veja o que mudou; onde os dois alteraram, escolha o que fica.',
    'Nothing you typed is lost. See what changed; where both of you changed something, choose what stays.',
  ],
  conflictOther: [
    'Nada neste formulário foi alterado. Confira e salve novamente.',
    'Nothing on this form has changed. Check it and save again.',
  ],
  what: ['O quê', 'What'],
  before: ['Antes', 'Before'],
  theirs: ['Outra pessoa', 'Other person'],
  mine: ['Você', 'You'],
  untouched: ['não alterou', 'not changed'],
  notThere: ['sem este item', 'no such item'],
  goOn: ['Continuar com estas escolhas', 'Continue with these choices'],
})
