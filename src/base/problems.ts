import { type Message, msg } from '../texts/message.ts'
import { problemsInPortuguese } from '../texts/pt-BR/codes.ts'
import type { FieldErrorCode } from './field-error-codes.ts'

/**
 * Every problem this service can answer with: code, HTTP status, title and what the caller
 * should do. `docs/errors.md` is generated from this table and problem bodies are built from it.
 */
export const errorCodes = {
  invalid_json: [400, 'Body is not JSON', 'Send one well-formed JSON document in UTF-8.'],
  invalid_parameter: [400, 'Invalid parameter', 'Correct the parameters listed in `errors`.'],
  invalid_header: [400, 'Invalid header', 'Correct the request headers listed in `errors`.'],
  invalid_cursor: [
    400,
    'Invalid cursor',
    'Use `next_cursor` exactly as received, with the same sort and filters, or start again without `cursor`.',
  ],
  bad_request: [
    400,
    'Bad request',
    'Correct the HTTP request; `detail` says what is wrong with it.',
  ],
  unauthorized: [
    401,
    'Unauthorized',
    'Send a valid token: `Authorization: Bearer pdo_…`. A person signs in.',
  ],
  invalid_credentials: [
    401,
    'E-mail, password or passkey is wrong',
    'Correct them. Who has forgotten the password asks a member who manages members for a link.',
  ],
  sign_in_refused: [
    403,
    'Sign-in refused',
    'The account’s sign-in provider, or what the account says of it, lets this person in no more or not yet: `detail` says why.',
  ],
  recent_sign_in_needed: [
    403,
    'Sign-in is too long ago',
    'Send `current_password`, or sign in again.',
  ],
  session_required: [
    403,
    'Only for members',
    'Sign in as a member with `POST /session`: a token can’t do this.',
  ],
  cross_site: [
    403,
    'Request of another site',
    'Send it from a page of this service; programs use a token.',
  ],
  insecure_connection: [
    403,
    'Connection is not secure',
    'Open the service by https: see `docs/people.md`.',
  ],
  address_not_allowed: [
    403,
    'Address not allowed',
    'Ask from an address of the token’s `addresses`, or change those with `PATCH /tokens/{id}`.',
  ],
  insufficient_scope: [
    403,
    'Insufficient scope',
    'Use a token that carries the scope named in `detail`.',
  ],
  account_closed: [
    403,
    'Account is closed',
    'The account is going to be deleted, as `detail` says. Ask whoever runs the service, who can restore it until then.',
  ],
  not_found: [
    404,
    'Not found',
    'Check the path and the identifier; the record may have been deleted.',
  ],
  method_not_allowed: [405, 'Method not allowed', 'Use one of the methods in the `Allow` header.'],
  not_acceptable: [406, 'Not acceptable', 'Accept `application/json`.'],
  request_timeout: [
    408,
    'Request timeout',
    'The request did not arrive in time: send it again, whole.',
  ],
  duplicate_fk_id: [
    409,
    'Duplicate fk_id',
    'A record with this `fk_id` exists (`existing_id`): update it, or write with PUT by `fk_id`.',
  ],
  duplicate_value: [
    409,
    'Duplicate value',
    'Another record (`existing_id`) has this value of what is unique: send another one, or change that record.',
  ],
  number_taken: [
    409,
    'Number taken',
    'Another order (`existing_id`) has this number, or one that was deleted had it: send another one, or none, so that the series gives one.',
  ],
  tax_rule_overlap: [
    409,
    'Tax rules overlap',
    'Two active rules (`meta.rule` is the other one) would hold for one sale and be as specific. Give one another condition, or end one before the other begins.',
  ],
  records_break: [
    409,
    'Records break the declaration',
    'So many records (`breaking`, the first of them in `breaking_records`) break what is declared: correct them, or declare less.',
  ],
  move_not_allowed: [
    409,
    'Status move not allowed',
    'Move to one of `allowed`, or add the move to the status’s `next`.',
  ],
  customer_anonymised: [
    409,
    'Customer is anonymised',
    'Its data was removed for good and is not written again. Make another customer where the person orders again.',
  ],
  order_locked: [
    409,
    'Order is locked',
    'What `detail` names can’t change in a locked status. Leave it out, or first move the order to a status that is not locked.',
  ],
  quotation_lapsed: [
    409,
    'Quotation has lapsed',
    'It was valid until its `valid_until`: send a later one with the move to take its prices all the same.',
  ],
  total_moves_with_date: [
    409,
    'Total moves with the date',
    'By the day of the invoice (`meta.tax_date`) the order has another total, or taxes that there are not on that day (`meta.closed`): send `accept_total` with `meta.total_value_then`, or another `tax_date`.',
  ],
  invoice_check_failed: [
    409,
    'Invoice would be refused',
    'The status wants orders whose invoices are right (`requires_check`), and the check before the invoice finds the `errors`, each at its place. Correct them, in the records of the customer or the products too, and send the request again.',
  ],
  record_in_use: [409, 'Record in use', 'Delete or change the records in `used_by` first.'],
  test_account_exists: [409, 'There is a test account already', 'Use it, or remove it first.'],
  last_token: [
    409,
    'Last token that manages tokens',
    'First make another token with the scope `tokens:manage`.',
  ],
  last_owner: [
    409,
    'Last owner',
    'First make another member an owner: one of them must be able to manage the members.',
  ],
  duplicate_email: [
    409,
    'Duplicate e-mail',
    'A member with this e-mail exists (`existing_id`): change that one.',
  ],
  account_needed: [
    409,
    'Several accounts',
    'The e-mail belongs to several accounts (`accounts`): send the `id` of one as `account`.',
  ],
  limit_reached: [
    409,
    'Limit reached',
    'There are as many as there can be; `detail` says of what. Remove some, or wait until some are done.',
  ],
  passkeys_unavailable: [
    409,
    'No passkeys here',
    'Open the service by https under the name of its host, on this machine as `localhost`; the operator sets `PUBLIC_URL`.',
  ],
  webhook_disabled: [
    409,
    'Webhook is disabled',
    'Enable it first: PATCH with `enabled: true`. What was missed is then sent.',
  ],
  event_gone: [
    409,
    'Event is gone',
    'The event of this delivery is no longer in the feed: read the record itself.',
  ],
  delivery_was_test: [
    409,
    'Delivery was a test',
    'Send another test with `POST /webhooks/{id}/test`.',
  ],
  recalculation_state: [
    409,
    'Recalculation is over',
    'Read the recalculation: one that is over can’t be cancelled. Ask for another one.',
  ],
  import_state: [
    409,
    'Import is in another state',
    'Read the import: only one that is `checked` can be run, and one that is over can’t be cancelled.',
  ],
  idempotency_in_flight: [
    409,
    'Request in flight',
    'The first request with this `Idempotency-Key` still runs: repeat after `Retry-After` seconds.',
  ],
  others_refused: [
    409,
    'Other lines refused',
    'Of a line of a bulk request that is one transaction: correct the lines that were refused for other reasons, and send all of them again.',
  ],
  conflict: [409, 'Conflict', 'Another writer was faster: read the record and try again.'],
  cursor_gone: [
    410,
    'Cursor gone',
    'The feed does not go on from this cursor: what came next is no longer kept, or the database was put back to an earlier state. Start again with `restart_cursor`, and compare your records with the lists.',
  ],
  version_gone: [
    410,
    'Version is gone',
    'The order was so once, and what it was then is no longer kept: old history goes into files where whoever runs the service says so (`HISTORY_DAYS`), and they have it.',
  ],
  link_gone: [
    410,
    'Link is gone',
    'It was used or has expired: ask for another. Each can be used once.',
  ],
  challenge_gone: [
    410,
    'Challenge is gone',
    'It can be answered once, within minutes: begin again.',
  ],
  refused_lines_gone: [
    410,
    'Refused lines are gone',
    'They are no longer kept, as the account keeps those of newer imports: send the file again.',
  ],
  precondition_failed: [
    412,
    'Precondition failed',
    'The record changed: read it, decide again, and send its current `ETag`.',
  ],
  body_too_large: [
    413,
    'Body too large',
    'Send less, or have the limit raised in the configuration.',
  ],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'Send what `detail` names, an image as JPEG, PNG, WebP, AVIF or GIF.',
  ],
  validation_failed: [422, 'Validation failed', 'Correct every field listed in `errors`.'],
  image_invalid: [422, 'Image cannot be decoded', 'Send an intact image file.'],
  image_too_large: [
    422,
    'Image has too many pixels',
    'Send an image of fewer pixels: 50 megapixels at most, of AVIF 13.',
  ],
  document_too_long: [
    422,
    'Order too long for a document',
    'Its lines are more than can be laid out: export them, with `format` and `rows=items`.',
  ],
  idempotency_mismatch: [
    422,
    'Idempotency key reused',
    'This `Idempotency-Key` belongs to another request: use a new key for each new request.',
  ],
  rate_limited: [429, 'Too many requests', 'Wait `Retry-After` seconds.'],
  quota_exceeded: [
    429,
    'Share used up',
    'The account has as many of what `detail` names as one may have at once: end one, or wait `Retry-After` seconds.',
  ],
  headers_too_large: [431, 'Headers too large', 'Send fewer or shorter headers.'],
  internal_error: [500, 'Internal error', 'Our fault: report the `request_id`.'],
  outcome_unknown: [
    503,
    'Outcome unknown',
    'The change was made wholly or not at all. Repeat the request with the same `Idempotency-Key`; if it had none, look whether the change is there (a new order at `possible_id`: it is yours if its history begins with this `request_id`) before you send it again.',
  ],
  secret_key_missing: [
    503,
    'Key of secrets missing',
    'The operator sets `SECRET_KEY` and starts the service again: see `docs/configuration.md`.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'The service can’t work just now and nothing was changed: repeat after `Retry-After` seconds.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, advice: string]>

export type ErrorCode = keyof typeof errorCodes

/** The titles and the advice in Portuguese. */
export const errorCodesInPortuguese: Record<ErrorCode, readonly [title: string, advice: string]> =
  problemsInPortuguese

/** One error of a request: where it is, a stable code, and a sentence for a person. */
export interface FieldError {
  /** JSON pointer into the body, such as `/items/0/price`. */
  pointer?: string
  /** Name of a path or query parameter. */
  parameter?: string
  /** Name of a request header. */
  header?: string
  code: FieldErrorCode
  detail: Message
  [extra: string]: unknown
}

/** How many errors an answer lists; a validation looks for no more. */
export const MAX_ERRORS = 100

interface ProblemOptions {
  errors?: FieldError[]
  /** Seconds after which the same request may succeed. */
  retryAfter?: number | undefined
  /** The scopes that the token lacks. */
  lacking?: readonly string[]
  /** Further response headers. */
  headers?: Record<string, string>
  /** Further members of the problem body, such as `existing_id`. */
  extra?: Record<string, unknown>
  /** Further members of its `meta`. */
  meta?: Record<string, unknown>
  cause?: unknown
}

/** A request that is refused. `detail` is for the caller, `message` the same in English; `cause` only for the log. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly detail: Message
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  readonly lacking: readonly string[]
  readonly headers: Record<string, string>
  readonly extra: Record<string, unknown>
  readonly meta: Record<string, unknown>

  constructor(code: ErrorCode, detail: Message, options: ProblemOptions = {}) {
    const { stackTraceLimit } = Error
    // Where in the code a caller's error was found is of no use, and costs six times all the rest.
    if (errorCodes[code][0] < 500) Error.stackTraceLimit = 0
    super(detail.toString(), { cause: options.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.detail = detail
    this.errors = options.errors ?? []
    this.retryAfter = options.retryAfter
    this.lacking = options.lacking ?? []
    this.headers = options.headers ?? {}
    this.extra = options.extra ?? {}
    this.meta = options.meta ?? {}
  }
}

/** Refuses with all errors of a body at once; does nothing when there is none. */
export function refuseInvalid(errors: FieldError[], meta?: Record<string, unknown>): void {
  if (errors.length === 0) return
  throw validationFailed(errors, meta)
}

export function validationFailed(
  errors: FieldError[],
  meta: Record<string, unknown> = {},
): Problem {
  return new Problem('validation_failed', errorSummary(errors), { errors, meta })
}

/** The first error in a sentence, with how many more there are, or that not all are listed. */
export function errorSummary(errors: FieldError[], isCut = errors.length > MAX_ERRORS): Message {
  const [first] = errors
  if (first === undefined) return msg`The request is not valid.`
  const place = first.pointer ?? first.parameter ?? first.header
  // The name of an unknown property may be as long as the body.
  const where = place && place.length > 200 ? `${place.slice(0, 200)}…` : place
  const others = errors.length - 1
  const detail = where ? msg`${where}: ${first.detail}` : first.detail
  const listed = Math.min(errors.length, MAX_ERRORS)
  if (isCut) return msg`${detail} (and more: errors lists the first ${listed} faults)`
  return others > 0 ? msg`${detail} (and ${others} more, see errors)` : detail
}

/** Refuses a path, query or header with all its errors at once. */
export function refuseParameters(errors: FieldError[]): void {
  if (errors.length === 0) return
  throw new Problem('invalid_parameter', errorSummary(errors), { errors })
}

/** @param what such as an order with its number, as a sentence begins with it */
export function notFound(what: Message): Problem {
  return new Problem('not_found', msg`${what} does not exist.`)
}

/** Refuses a PUT whose body gives another `fk_id` than its path. */
export function refuseOtherFkId(inPath: string, inBody: unknown): void {
  if (inBody === undefined || inBody === inPath) return
  const detail = msg`must be absent or the same as in the path.`
  refuseInvalid([{ pointer: '/fk_id', code: 'fk_id', detail }])
}
