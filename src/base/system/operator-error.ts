import type { Message } from '../../texts/message.ts'

/**
 * What a person who runs the service can put right. It says in a sentence or two what is wrong and
 * what to do; it is shown as it stands, without a stack, and holds no secret. At the command line it
 * is told in the language of who reads it, in logs in English.
 */
export class OperatorError extends Error {
  readonly detail: Message

  constructor(detail: Message, options?: ErrorOptions) {
    super(detail.toString(), options)
    this.detail = detail
  }
}
