import { type Language, languages } from '../../texts/message.ts'

/** What a mail says. */
export interface MailText {
  subject: string
  text: string
  html: string
}

export interface MailContent {
  purpose: 'invitation' | 'reset'
  language: Language
  /** Of the member, and of the account. */
  name: string
  account: string
  /** Of a test account. */
  test: boolean
  link: string
}

interface Words {
  subject: string
  greeting: string
  /** What it is about, before the link. */
  why: string
  button: string
  /** How long the link works, and who may have it. */
  limit: string
  otherwise: string
}

const words: Record<Language, Record<MailContent['purpose'], (of: MailContent) => Words>> = {
  'pt-BR': {
    invitation: ({ name, account }) => ({
      subject: `Convite para ${account} no Pedido`,
      greeting: `Olá, ${name}!`,
      why: `Você foi convidado a entrar na conta ${account}. Abra o link e escolha a sua senha:`,
      button: 'Aceitar o convite',
      limit: 'O link vale uma vez, por uma semana. Ele é só seu: não o passe adiante.',
      otherwise: 'Se você não esperava este convite, ignore este e-mail.',
    }),
    reset: ({ name, account }) => ({
      subject: `Nova senha para ${account} no Pedido`,
      greeting: `Olá, ${name}!`,
      why: `Pediram uma nova senha para a sua entrada na conta ${account}. Abra o link e escolha outra:`,
      button: 'Escolher outra senha',
      limit: 'O link vale uma vez, por um dia. Ele é só seu: não o passe adiante.',
      otherwise: 'Se não foi você que pediu, ignore este e-mail: a sua senha continua a mesma.',
    }),
  },
  en: {
    invitation: ({ name, account }) => ({
      subject: `Invitation to ${account} on Pedido`,
      greeting: `Hello ${name},`,
      why: `You are invited to the account ${account}. Open the link and choose your password:`,
      button: 'Accept the invitation',
      limit: 'The link works once, for a week. It is for you alone: do not pass it on.',
      otherwise: 'If you did not expect this invitation, ignore this e-mail.',
    }),
    reset: ({ name, account }) => ({
      subject: `New password for ${account} on Pedido`,
      greeting: `Hello ${name},`,
      why: `Another password was asked for, for you in the account ${account}. Open the link and choose one:`,
      button: 'Choose another password',
      limit: 'The link works once, for a day. It is for you alone: do not pass it on.',
      otherwise: 'If it was not you who asked, ignore this e-mail: your password stays as it is.',
    }),
  },
}

/** What subjects of a test account's mails begin with. */
const TEST_MARK: Record<Language, string> = { 'pt-BR': '[TESTE]', en: '[TEST]' }

/** A subject as it is sent. */
export const subjectOf = (
  subject: string,
  { language, test }: Pick<MailContent, 'language' | 'test'>,
) => (test ? `${TEST_MARK[language]} ${subject}` : subject)

/** The language of somebody's mails. */
export const languageOf = (text: string): Language =>
  languages.find((one) => one === text) ?? 'pt-BR'

/** A mail with a one-time link, in the language of the member. */
export function mailText(content: MailContent): MailText {
  const { language, purpose, link } = content
  const { greeting, why, button, limit, otherwise, ...own } = words[language][purpose](content)
  const subject = subjectOf(own.subject, content)
  const text = [greeting, why, link, limit, otherwise].join('\n\n')
  const paragraphs = [
    escaped(greeting),
    escaped(why),
    `<a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none">${escaped(button)}</a>`,
    escaped(limit),
    escaped(otherwise),
  ]
  return {
    subject: inOneLine(subject),
    text: `${text}\n`,
    html: page(language, subject, paragraphs),
  }
}

/** A mail of some paragraphs. */
export function plainMail(language: Language, subject: string, sentences: string[]): MailText {
  const html = page(language, subject, sentences.map(escaped))
  return { subject: inOneLine(subject), text: `${sentences.join('\n\n')}\n`, html }
}

/** @param paragraphs with their markup */
function page(language: Language, subject: string, paragraphs: string[]): string {
  const body = paragraphs.map((one) => `<p>${one}</p>`).join('\n')
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family:sans-serif;line-height:1.5;max-width:36em">
${body}
</body>
</html>
`
}

/** Names are written by people: no markup is theirs. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
