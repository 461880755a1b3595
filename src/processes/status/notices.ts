import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { writeSecret } from '../../base/durable-files.ts'
import type { Config } from '../../config.ts'
import { clientEnvironment } from '../../environment.ts'
import { MailError, type Mailer, openMailer } from '../../members/mail/mailer.ts'
import { plainMail } from '../../members/mail/texts.ts'
import type { Finding } from '../../operations/status/finding.ts'
import { type Message, msg } from '../../texts/message.ts'

const DAY_MS = 86_400_000
/** What comes and goes is reported again no sooner. */
const REST_MS = 3_600_000

interface Log {
  error(fields: object, text: string): void
}

/** The last mail to the operator about a condition; times since 1970. */
interface Notice {
  /** When it was last reported. */
  at: number
  /** It is over, and was reported to be. */
  isOver: boolean
}

/**
 * Reports to the operator by mail what is wrong: at its beginning, once a day while it lasts, and at its end.
 * What was sent is kept in `DATA_DIR`, so that a start of the service repeats nothing.
 */
export class Notices {
  readonly #to: string | undefined
  readonly #file: string
  readonly #mailer: Mailer | undefined
  readonly #log: Log
  readonly #sent: Map<string, Notice>
  #hasFailed = false

  constructor(config: Config, log: Log) {
    this.#to = config.OPERATOR_EMAIL
    this.#file = join(config.DATA_DIR, 'told-conditions')
    this.#mailer = openMailer(config)
    this.#log = log
    this.#sent = this.#to === undefined ? new Map() : readNotices(this.#file)
  }

  /** @param faults all that there are just now */
  async report(faults: Finding[]): Promise<void> {
    if (this.#to === undefined) return
    const now = Date.now()
    for (const [about, found] of Map.groupBy(faults, ({ about }) => about)) {
      const { at, isOver } = this.#sent.get(about) ?? { at: -DAY_MS, isOver: true }
      if (now - at < (isOver ? REST_MS : DAY_MS)) continue
      const sentences = found.flatMap(({ text, remedy }) => (remedy ? [text, remedy] : [text]))
      if (await this.#send(msg`Pedido on ${hostname()}: "${about}" is not well`, sentences)) {
        await this.#keep(about, { at: now, isOver: false })
      }
    }
    for (const [about, { at, isOver }] of this.#sent) {
      if (isOver || faults.some((fault) => fault.about === about)) continue
      if (await this.#send(msg`Pedido on ${hostname()}: "${about}" is well again`, [OVER])) {
        await this.#keep(about, { at, isOver: true })
      }
    }
  }

  async #send(subject: Message, sentences: Message[]): Promise<boolean> {
    const { language } = clientEnvironment()
    const words = sentences.map((one) => one.in(language))
    const mail = plainMail(language, subject.in(language), words)
    try {
      await this.#mailer?.send({ name: '', address: this.#to ?? '' }, mail, language)
      this.#hasFailed = false
      return true
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (!this.#hasFailed)
        this.#log.error(
          { reason: error.message },
          'a mail to OPERATOR_EMAIL failed; it is tried again',
        )
      this.#hasFailed = true
      return false
    }
  }

  async #keep(about: string, notice: Notice): Promise<void> {
    this.#sent.set(about, notice)
    // On a full disk it is known to this process.
    await writeSecret(this.#file, JSON.stringify([...this.#sent])).catch(() => {})
  }
}

const OVER = msg`What was told is over. The log of the service and pedido status say more.`

function readNotices(file: string): Map<string, Notice> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Notice][])
  } catch {
    return new Map()
  }
}
