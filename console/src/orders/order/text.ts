import { counted, texts } from '../../text/texts.ts'

export const text = texts({
  order: [(code: string) => `Pedido ${code}`, (code: string) => `Order ${code}`],
  orders: ['Pedidos', 'Orders'],
  missing: ['Este pedido não existe', 'There is no such order'],
  missingWhy: [
    'Ele foi excluído, ou o endereço está errado.',
    'It was deleted, or the address is wrong.',
  ],
  moveTo: ['Mover para', 'Move to'],
  moved: [(name: string) => `Situação: ${name}`, (name: string) => `Status: ${name}`],
  forGood: [
    (code: string, name: string) => `Mover o pedido ${code} para ${name}?`,
    (code: string, name: string) => `Move order ${code} to ${name}?`,
  ],
  forGoodWhy: [
    (name: string) =>
      `De ${name} o pedido não volta. Você tem dez segundos para desfazer; se fechar a página, vale na hora.`,
    (name: string) =>
      `From ${name} the order does not come back. You have ten seconds to undo it; if you close the page, it is done at once.`,
  ],
  toWhere: [
    (code: string, name: string) => `Mover o pedido ${code} para ${name}`,
    (code: string, name: string) => `Move order ${code} to ${name}`,
  ],
  back: ['Voltar', 'Back'],
  changeReason: ['Mudar motivo', 'Change reason'],
  changeReasonOf: [
    (code: string) => `Motivo do pedido ${code}`,
    (code: string) => `Reason of order ${code}`,
  ],
  reasonChanged: ['Motivo salvo', 'Reason saved'],
  willMove: [
    (code: string, name: string) => `Pedido ${code} vai para ${name}`,
    (code: string, name: string) => `Order ${code} goes to ${name}`,
  ],
  wasMoved: [
    (code: string, name: string) => `Pedido ${code}: ${name}`,
    (code: string, name: string) => `Order ${code}: ${name}`,
  ],
  notMoved: [
    (code: string, name: string, why: string) => `O pedido ${code} não foi para ${name}: ${why}`,
    (code: string, name: string, why: string) => `Order ${code} has not gone to ${name}: ${why}`,
  ],
  changedMeanwhile: [
    'Este pedido mudou enquanto você o via. Agora você vê como ele está: confira e tente de novo.',
    'This order changed while you were looking at it. You now see it as it is: check it and try again.',
  ],
  changedJustNow: [
    (who: string) => `${who} acabou de mudar este pedido. Você vê como ele está agora.`,
    (who: string) => `${who} has just changed this order. You see it as it is now.`,
  ],
  changedWhileTyping: [
    (who: string) =>
      `${who} mudou este pedido enquanto você digita. O que você digitou continua aqui.`,
    (who: string) =>
      `${who} changed this order while you are typing. What you typed is still here.`,
  ],
  whatChanged: ['Ver o que mudou', 'See what changed'],
  gone: [
    'Este pedido foi excluído por outra pessoa. O que está nesta página não vale mais.',
    'Somebody else deleted this order. What is on this page no longer holds.',
  ],
  locked: [
    'Nesta situação, itens, valores, cliente e frete não mudam mais.',
    'In this status items, amounts, customer and freight no longer change.',
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
    'O pedido some das listas e dos relatórios. O histórico dele fica guardado.',
    'The order disappears from lists and reports. Its history is kept.',
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
  nothingDiffers: ['Nada difere.', 'Nothing differs.'],
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
    'O pedido está travado. O motivo fica no histórico.',
    'The order is locked. The reason stays in its history.',
  ],
  goOnCorrecting: ['Corrigir', 'Correct'],
  created: ['criou o pedido', 'created the order'],
  updated: ['mudou o pedido', 'changed the order'],
  deleted: ['excluiu o pedido', 'deleted the order'],
  somebody: ['Sistema', 'System'],
  from: ['antes', 'before'],
  added: ['incluiu', 'added'],
  takenOut: ['tirou', 'removed'],
  nothing: ['nada', 'nothing'],
  delivered: ['entregue', 'delivered'],
  failed: ['falhou', 'failed'],
  nextAttempt: [(when: string) => `nova tentativa ${when}`, (when: string) => `next try ${when}`],
  sent: ['Aviso a', 'Sent to'],
  moreChanges: [
    (count: number) =>
      `e mais ${counted('pt-BR', count, 'mudança nos itens', 'mudanças nos itens')}`,
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
    'Alguém mudou este pedido enquanto você digitava',
    'Somebody changed this order while you were typing',
  ],
  conflictWhy: [
    'Nada do que você digitou se perdeu. Veja o que mudou; onde os dois mexeram, escolha o que fica.',
    'Nothing that you typed is lost. See what changed; where both changed it, choose what stays.',
  ],
  conflictOther: [
    'Nada do que está neste formulário mudou. Confira e salve de novo.',
    'Nothing on this form has changed. Check it and save again.',
  ],
  what: ['O quê', 'What'],
  before: ['Antes', 'Before'],
  theirs: ['A outra pessoa', 'The other person'],
  mine: ['Você', 'You'],
  untouched: ['não mexeu', 'untouched'],
  notThere: ['sem esta linha', 'not there'],
  goOn: ['Continuar com isto', 'Go on with this'],
})
