import { texts } from '../../../text/texts.ts'

export const text = texts({
  send: ['Enviar', 'Send'],
  title: [(code: string) => `Enviar ${code}`, (code: string) => `Send ${code}`],
  why: [
    'Quem tem o link vê o pedido como o PDF o mostra, sempre como ele está, por 14 dias, sem precisar de conta.',
    'Whoever has the link sees the order as its PDF shows it, always as it is, for 14 days, without an account.',
  ],
  asks: ['Pedir que o cliente aprove ou recuse', 'Ask the customer to accept or decline'],
  whatsapp: ['WhatsApp', 'WhatsApp'],
  email: ['E-mail', 'E-mail'],
  share: ['Compartilhar', 'Share'],
  copy: ['Copiar link', 'Copy link'],
  copied: ['Link copiado', 'Link copied'],
  copyByHand: [
    'O navegador não deixou copiar. Copie o link daqui:',
    'The browser did not allow copying. Copy the link from here:',
  ],
  to: ['Para', 'To'],
  cancel: ['Cancelar', 'Cancel'],
  mailWhy: [
    'O cliente recebe a sua mensagem, o link e o PDF. A resposta vem para o seu e-mail.',
    'The customer gets your message, the link and the PDF. Answers come to your e-mail.',
  ],
  mailing: [(to: string) => `E-mail a caminho de ${to}`, (to: string) => `On its way to ${to}`],
  mailed: [
    (to: string, at: string) => `E-mail para ${to}, enviado em ${at}`,
    (to: string, at: string) => `Mailed to ${to} on ${at}`,
  ],
  mailWaits: [
    (to: string, at: string) => `E-mail para ${to}, próxima tentativa em ${at}`,
    (to: string, at: string) => `To be mailed to ${to}, next attempt on ${at}`,
  ],
  mailFailed: [
    (to: string) => `O e-mail para ${to} não foi aceito`,
    (to: string) => `The mail to ${to} was not taken`,
  ],
  subject: [
    (code: string, account: string) => `Pedido ${code} – ${account}`,
    (code: string, account: string) => `Order ${code} – ${account}`,
  ],
  sentLink: ['fez um link para enviar', 'made a link to send'],
  by: [(channel: string) => `por ${channel}`, (channel: string) => `by ${channel}`],
  opened: [
    (count: number, at: string) =>
      count === 1 ? `Aberto uma vez, em ${at}` : `Aberto ${count} vezes, a última em ${at}`,
    (count: number, at: string) =>
      count === 1 ? `Opened once, on ${at}` : `Opened ${count} times, last on ${at}`,
  ],
  unopened: ['Ainda não foi aberto', 'Not opened yet'],
  accepted: ['O cliente aprovou', 'The customer accepted'],
  declined: ['O cliente recusou', 'The customer declined'],
  over: ['Encerrado', 'Ended'],
  end: ['Encerrar o link', 'End the link'],
  ended: ['Link encerrado', 'Link ended'],
})
