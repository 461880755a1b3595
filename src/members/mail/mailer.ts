import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { MailText } from './texts.ts'

/** Milliseconds that a mail server may take to be reached, to greet, and to answer anything else. */
const CONNECT_MS = 5_000
const ANSWER_MS = 10_000

/** A mail that was not taken. */
export class MailError extends Error {
  /** The address is refused: trying again is of no use. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/** A person with a mailbox. */
interface Mailbox {
  name: string
  address: string
}

/** What a mail that a person sends has besides. */
interface PersonalMail {
  /** Who answers go to, and who sends it; undefined: a program does. */
  replyTo?: Mailbox | undefined
  attachments: readonly { filename: string; content: Buffer; contentType: string }[]
}

export interface Mailer {
  /** @throws MailError where the mail server does not take it */
  send(to: Mailbox, mail: MailText, language: string, personal?: PersonalMail): Promise<void>
}

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>

/** What sends mails by SMTP; undefined where no server is set. */
export function openMailer({ SMTP_URL, MAIL_FROM }: Settings): Mailer | undefined {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined
  const { hostname, searchParams } = new URL(SMTP_URL)
  const isPlain = LOCAL.test(hostname) || searchParams.get('ignoreTLS') === 'true'
  const transport = createTransport({
    url: SMTP_URL,
    // Links and passwords go over no network that others can read, unless the operator says so.
    requireTLS: !isPlain,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(to, mail, language, personal) {
      try {
        await transport.sendMail({
          from: MAIL_FROM,
          to,
          ...mail,
          ...(personal?.replyTo && { replyTo: personal.replyTo }),
          ...(personal && { attachments: [...personal.attachments] }),
          headers: {
            // Nobody's automatic answer is wanted (RFC 3834).
            ...(!personal?.replyTo && { 'Auto-Submitted': 'auto-generated' }),
            'Content-Language': language,
          },
        })
      } catch (error) {
        throw mailError(error as SmtpFailure)
      }
    },
  }
}

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** What is known of a failure, by nodemailer. */
interface SmtpFailure extends Error {
  code?: string
  /** To which the mail server answered. */
  command?: string
  response?: string
  responseCode?: number
}

const LONGEST_ERROR = 300

function mailError(failure: SmtpFailure): MailError {
  const { code, command, response, responseCode = 0, message } = failure
  const text = `${code ?? 'ESMTP'}: ${response ?? message}`
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/(pdl|pdv)_[\w-]*/g, '$1_…')
  // Other refusals, such as that of the sender, are about settings, which somebody may put right.
  return new MailError(text.slice(0, LONGEST_ERROR), command === 'RCPT TO' && responseCode >= 500)
}
