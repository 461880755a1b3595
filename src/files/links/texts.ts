import type { Language } from '../../texts/message.ts'

const portuguese = {
  subject: (order: string, account: string) => `Pedido ${order} – ${account}`,
  file: 'pedido',
  pdf: 'Baixar o PDF',
  ask: 'O que você nos diz? O comentário é opcional para aprovar ou recusar.',
  yes: 'Aprovar',
  no: 'Recusar',
  comment: 'Enviar só o comentário',
  noted: 'Comentário enviado. Você ainda pode aprovar ou recusar.',
  accepted: 'Aprovado. Obrigado pela resposta.',
  declined: 'Recusado. Obrigado pela resposta.',
  lapsed: 'Este orçamento venceu. Peça outro a quem o enviou.',
  ended: 'Este link não vale mais',
  endedWhy: 'Ele venceu ou foi encerrado. Peça outro a quem o enviou.',
  answers: { accepted: 'Aprovado', declined: 'Recusado' },
  by: (id: number) => `Cliente, pelo link ${id}`,
  message: 'Olá, {customer}! Segue o pedido {order} de {account}: {link}',
}

const english: typeof portuguese = {
  subject: (order, account) => `Order ${order} – ${account}`,
  file: 'order',
  pdf: 'Download the PDF',
  ask: 'What do you say? To accept or decline no comment is needed.',
  yes: 'Accept',
  no: 'Decline',
  comment: 'Send the comment alone',
  noted: 'Comment sent. You can still accept or decline.',
  accepted: 'Accepted. Thank you for your answer.',
  declined: 'Declined. Thank you for your answer.',
  lapsed: 'This quotation has lapsed. Ask whoever sent it for another one.',
  ended: 'This link works no longer',
  endedWhy: 'It has expired or was ended. Ask whoever sent it for another one.',
  answers: { accepted: 'Accepted', declined: 'Declined' },
  by: (id) => `Customer, by link ${id}`,
  message: 'Hello {customer}, here is order {order} from {account}: {link}',
}

/** What the page of a link says beside the order. */
export const words: Record<Language, typeof portuguese> = { 'pt-BR': portuguese, en: english }
