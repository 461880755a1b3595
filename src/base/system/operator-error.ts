import { Text, verbatim } from '../../texts/text.ts'

/**
 * What a person who runs the service can put right. It says in a sentence or two what is wrong and
 * what to do; it is shown as it stands, without a stack, and holds no secret. At the command line it
 * is told in the language of who reads it, where it was made by `say`; in logs in English.
 */
export class OperatorError extends Error {
  readonly detail: Text

  constructor(detail: Text | string, options?: ErrorOptions) {
    super(detail.toString(), options)
    this.detail = detail instanceof Text ? detail : verbatim(detail)
  }
}
