// Made by `npm run generate` from the OpenAPI document: change nothing here.

import { ProblemError } from '../errors.ts'
import type { Problem } from './problem.ts'

/** 400 Body is not JSON. Send one well-formed JSON document in UTF-8. */
export class InvalidJsonError extends ProblemError<'invalid_json'> {}

/** 400 Invalid parameter. Correct the parameters listed in `errors`. */
export class InvalidParameterError extends ProblemError<'invalid_parameter'> {}

/** 400 Invalid header. Correct the request headers listed in `errors`. */
export class InvalidHeaderError extends ProblemError<'invalid_header'> {}

/** 400 Invalid cursor. Use `next_cursor` exactly as received, with the same sort and filters, or start again without `cursor`. */
export class InvalidCursorError extends ProblemError<'invalid_cursor'> {}

/** 400 Bad request. Correct the HTTP request; `detail` says what is wrong with it. */
export class BadRequestError extends ProblemError<'bad_request'> {}

/** 401 Unauthorized. Send a valid token: `Authorization: Bearer pdo_…`. A person signs in. */
export class UnauthorizedError extends ProblemError<'unauthorized'> {}

/** 401 E-mail, password or passkey is wrong. Correct them. Who has forgotten the password asks a member who manages members for a link. */
export class InvalidCredentialsError extends ProblemError<'invalid_credentials'> {}

/** 403 Sign-in refused. The account’s sign-in provider, or what the account says of it, lets this person in no more or not yet: `detail` says why. */
export class SignInRefusedError extends ProblemError<'sign_in_refused'> {}

/** 403 Sign-in is too long ago. Send `current_password`, or sign in again. */
export class RecentSignInNeededError extends ProblemError<'recent_sign_in_needed'> {}

/** 403 Only for members. Sign in as a member with `POST /session`: a token can’t do this. */
export class SessionRequiredError extends ProblemError<'session_required'> {}

/** 403 Request of another site. Send it from a page of this service; programs use a token. */
export class CrossSiteError extends ProblemError<'cross_site'> {}

/** 403 Connection is not secure. Open the service by https: see `docs/people.md`. */
export class InsecureConnectionError extends ProblemError<'insecure_connection'> {}

/** 403 Address not allowed. Ask from an address of the token’s `addresses`, or change those with `PATCH /tokens/{id}`. */
export class AddressNotAllowedError extends ProblemError<'address_not_allowed'> {}

/** 403 Insufficient scope. Use a token that carries the scope named in `detail`. */
export class InsufficientScopeError extends ProblemError<'insufficient_scope'> {}

/** 403 Account is closed. The account is going to be deleted, as `detail` says. Ask whoever runs the service, who can restore it until then. */
export class AccountClosedError extends ProblemError<'account_closed'> {}

/** 404 Not found. Check the path and the identifier; the record may have been deleted. */
export class NotFoundError extends ProblemError<'not_found'> {}

/** 405 Method not allowed. Use one of the methods in the `Allow` header. */
export class MethodNotAllowedError extends ProblemError<'method_not_allowed'> {}

/** 406 Not acceptable. Accept `application/json`. */
export class NotAcceptableError extends ProblemError<'not_acceptable'> {}

/** 408 Request timeout. The request did not arrive in time: send it again, whole. */
export class RequestTimeoutError extends ProblemError<'request_timeout'> {}

/** 409 Duplicate fk_id. A record with this `fk_id` exists (`existing_id`): update it, or write with PUT by `fk_id`. */
export class DuplicateFkIdError extends ProblemError<'duplicate_fk_id'> {
  /** With `duplicate_fk_id`: the record that has it. */ declare readonly existing_id: Problem['existing_id']
}

/** 409 Duplicate value. Another record (`existing_id`) has this value of what is unique: send another one, or change that record. */
export class DuplicateValueError extends ProblemError<'duplicate_value'> {}

/** 409 Number taken. Another order (`existing_id`) has this number, or one that was deleted had it: send another one, or none, so that the series gives one. */
export class NumberTakenError extends ProblemError<'number_taken'> {}

/** 409 Tax rules overlap. Two active rules (`meta.rule` is the other one) would hold for one sale and be as specific. Give one another condition, or end one before the other begins. */
export class TaxRuleOverlapError extends ProblemError<'tax_rule_overlap'> {}

/** 409 Records break the declaration. So many records (`breaking`, the first of them in `breaking_records`) break what is declared: correct them, or declare less. */
export class RecordsBreakError extends ProblemError<'records_break'> {}

/** 409 Status move not allowed. Move to one of `allowed`, or add the move to the status’s `next`. */
export class MoveNotAllowedError extends ProblemError<'move_not_allowed'> {
  /** With `move_not_allowed`: where the order can move. */ declare readonly allowed: Problem['allowed']
}

/** 409 Customer is anonymised. Its data was removed for good and is not written again. Make another customer where the person orders again. */
export class CustomerAnonymisedError extends ProblemError<'customer_anonymised'> {}

/** 409 Order is locked. What `detail` names can’t change in a locked status. Leave it out, or first move the order to a status that is not locked. */
export class OrderLockedError extends ProblemError<'order_locked'> {}

/** 409 Quotation has lapsed. It was valid until its `valid_until`: send a later one with the move to take its prices all the same. */
export class QuotationLapsedError extends ProblemError<'quotation_lapsed'> {}

/** 409 Total moves with the date. By the day of the invoice (`meta.tax_date`) the order has another total, or taxes that there are not on that day (`meta.closed`): send `accept_total` with `meta.total_value_then`, or another `tax_date`. */
export class TotalMovesWithDateError extends ProblemError<'total_moves_with_date'> {}

/** 409 Invoice would be refused. The status wants orders whose invoices are right (`requires_check`), and the check before the invoice finds the `errors`, each at its place. Correct them, in the records of the customer or the products too, and send the request again. */
export class InvoiceCheckFailedError extends ProblemError<'invoice_check_failed'> {}

/** 409 Record in use. Delete or change the records in `used_by` first. */
export class RecordInUseError extends ProblemError<'record_in_use'> {
  /** With `record_in_use`: what kinds of records use it. */ declare readonly used_by: Problem['used_by']
}

/** 409 There is a test account already. Use it, or remove it first. */
export class TestAccountExistsError extends ProblemError<'test_account_exists'> {}

/** 409 Last token that manages tokens. First make another token with the scope `tokens:manage`. */
export class LastTokenError extends ProblemError<'last_token'> {}

/** 409 Last owner. First make another member an owner: one of them must be able to manage the members. */
export class LastOwnerError extends ProblemError<'last_owner'> {}

/** 409 Duplicate e-mail. A member with this e-mail exists (`existing_id`): change that one. */
export class DuplicateEmailError extends ProblemError<'duplicate_email'> {}

/** 409 Several accounts. The e-mail belongs to several accounts (`accounts`): send the `id` of one as `account`. */
export class AccountNeededError extends ProblemError<'account_needed'> {
  /** With `account_needed`: those to choose from. */ declare readonly accounts: Problem['accounts']
}

/** 409 Limit reached. There are as many as there can be; `detail` says of what. Remove some, or wait until some are done. */
export class LimitReachedError extends ProblemError<'limit_reached'> {}

/** 409 No passkeys here. Open the service by https under the name of its host, on this machine as `localhost`; the operator sets `PUBLIC_URL`. */
export class PasskeysUnavailableError extends ProblemError<'passkeys_unavailable'> {}

/** 409 Webhook is disabled. Enable it first: PATCH with `enabled: true`. What was missed is then sent. */
export class WebhookDisabledError extends ProblemError<'webhook_disabled'> {}

/** 409 Event is gone. The event of this delivery is no longer in the feed: read the record itself. */
export class EventGoneError extends ProblemError<'event_gone'> {}

/** 409 Delivery was a test. Send another test with `POST /webhooks/{id}/test`. */
export class DeliveryWasTestError extends ProblemError<'delivery_was_test'> {}

/** 409 Recalculation is over. Read the recalculation: one that is over can’t be cancelled. Ask for another one. */
export class RecalculationStateError extends ProblemError<'recalculation_state'> {}

/** 409 Import is in another state. Read the import: only one that is `checked` can be run, and one that is over can’t be cancelled. */
export class ImportStateError extends ProblemError<'import_state'> {}

/** 409 Request in flight. The first request with this `Idempotency-Key` still runs: repeat after `Retry-After` seconds. */
export class IdempotencyInFlightError extends ProblemError<'idempotency_in_flight'> {}

/** 409 Other lines refused. Of a line of a bulk request that is one transaction: correct the lines that were refused for other reasons, and send all of them again. */
export class OthersRefusedError extends ProblemError<'others_refused'> {}

/** 409 Conflict. Another writer was faster: read the record and try again. */
export class ConflictError extends ProblemError<'conflict'> {}

/** 410 Cursor gone. The feed does not go on from this cursor: what came next is no longer kept, or the database was put back to an earlier state. Start again with `restart_cursor`, and compare your records with the lists. */
export class CursorGoneError extends ProblemError<'cursor_gone'> {
  /** With `cursor_gone`: begins at the oldest event that is kept, with the same filters. */ declare readonly restart_cursor: Problem['restart_cursor']
  /** With `cursor_gone`: the time of that event; null while there is none. */ declare readonly oldest_time: Problem['oldest_time']
}

/** 410 Version is gone. The order was so once, and what it was then is no longer kept: old history goes into files where whoever runs the service says so (`HISTORY_DAYS`), and they have it. */
export class VersionGoneError extends ProblemError<'version_gone'> {}

/** 410 Link is gone. It was used or has expired: ask for another. Each can be used once. */
export class LinkGoneError extends ProblemError<'link_gone'> {}

/** 410 Challenge is gone. It can be answered once, within minutes: begin again. */
export class ChallengeGoneError extends ProblemError<'challenge_gone'> {}

/** 410 Refused lines are gone. They are no longer kept, as the account keeps those of newer imports: send the file again. */
export class RefusedLinesGoneError extends ProblemError<'refused_lines_gone'> {}

/** 412 Precondition failed. The record changed: read it, decide again, and send its current `ETag`. */
export class PreconditionFailedError extends ProblemError<'precondition_failed'> {}

/** 413 Body too large. Send less, or have the limit raised in the configuration. */
export class BodyTooLargeError extends ProblemError<'body_too_large'> {}

/** 415 Unsupported media type. Send what `detail` names, an image as JPEG, PNG, WebP, AVIF or GIF. */
export class UnsupportedMediaTypeError extends ProblemError<'unsupported_media_type'> {}

/** 422 Validation failed. Correct every field listed in `errors`. */
export class ValidationFailedError extends ProblemError<'validation_failed'> {}

/** 422 Image cannot be decoded. Send an intact image file. */
export class ImageInvalidError extends ProblemError<'image_invalid'> {}

/** 422 Image has too many pixels. Send an image of fewer pixels: 50 megapixels at most, of AVIF 13. */
export class ImageTooLargeError extends ProblemError<'image_too_large'> {}

/** 422 Order too long for a document. Its lines are more than can be laid out: export them, with `format` and `rows=items`. */
export class DocumentTooLongError extends ProblemError<'document_too_long'> {}

/** 422 Idempotency key reused. This `Idempotency-Key` belongs to another request: use a new key for each new request. */
export class IdempotencyMismatchError extends ProblemError<'idempotency_mismatch'> {}

/** 429 Too many requests. Wait `Retry-After` seconds. */
export class RateLimitedError extends ProblemError<'rate_limited'> {}

/** 429 Share used up. The account has as many of what `detail` names as one may have at once: end one, or wait `Retry-After` seconds. */
export class QuotaExceededError extends ProblemError<'quota_exceeded'> {}

/** 431 Headers too large. Send fewer or shorter headers. */
export class HeadersTooLargeError extends ProblemError<'headers_too_large'> {}

/** 500 Internal error. Our fault: report the `request_id`. */
export class InternalError extends ProblemError<'internal_error'> {}

/** 503 Outcome unknown. The change was made wholly or not at all. Repeat the request with the same `Idempotency-Key`; if it had none, look whether the change is there (a new order at `possible_id`: it is yours if its history begins with this `request_id`) before you send it again. */
export class OutcomeUnknownError extends ProblemError<'outcome_unknown'> {
  /** With `outcome_unknown`: where a record was made, it has this id, and its history begins with this `request_id`. If the database crashed, the id may have gone to another one. */ declare readonly possible_id: Problem['possible_id']
}

/** 503 Key of secrets missing. The operator sets `SECRET_KEY` and starts the service again: see `docs/configuration.md`. */
export class SecretKeyMissingError extends ProblemError<'secret_key_missing'> {}

/** 503 Unavailable. The service can’t work just now and nothing was changed: repeat after `Retry-After` seconds. */
export class UnavailableError extends ProblemError<'unavailable'> {}

/** What one error is. New codes may come. */
export type FieldErrorCode =
  /** The property is missing. */ | 'required'
  /** There is no such property here. */ | 'unknown_property'
  /** There is no such parameter here. */ | 'unknown_parameter'
  /** The value has another type, or a parameter stands twice. */ | 'type'
  /** The value is none of those that `detail` names. */ | 'enum'
  /** The text is no such date-time, e-mail address, tax id, time zone, name or `fk_id`, or has characters that no text has. */ | 'format'
  /** The text has another form than `detail` says. */ | 'pattern'
  /** The text is no GTIN, or its check digit is another one. */ | 'gtin_invalid'
  /** The parameter is not percent-encoded UTF-8. */ | 'encoding'
  /** The text is too short. */ | 'min_length'
  /** The text is too long. */ | 'max_length'
  /** The number is too small. */ | 'minimum'
  /** The number is too small: it must be above `detail`’s limit. */ | 'exclusive_minimum'
  /** The number is too large. */ | 'maximum'
  /** The number is too large: it must be below `detail`’s limit. */ | 'exclusive_maximum'
  /** The number has more digits than the field takes. */ | 'decimal'
  /** The number has more digits than a JSON number carries exactly. */ | 'inexact_number'
  /** The list is too short. */ | 'min_items'
  /** The list is too long. */ | 'max_items'
  /** The list has an element twice. */ | 'unique_items'
  /** The object has too many properties. */ | 'max_properties'
  /** A property has a name that is not allowed. */ | 'property_names'
  /** An item needs a quantity. */ | 'quantity_required'
  /** Neither the item nor its product has a price. */ | 'price_required'
  /** A rate of ICMS-ST needs its base, which has a margin that the order does not know. */ | 'base_required'
  /** The catalogue of taxes has no such tax. */ | 'tax_unknown'
  /** A line has each tax once. */ | 'tax_twice'
  /** The order comes to another total by the day of its invoice. */ | 'accept_total_stale'
  /** There is no such tax on the day that decides the order’s taxes. */ | 'tax_closed'
  /** No rate is given, and the catalogue has none for the day. */ | 'rate_missing'
  /** CBS and the two parts of IBS have one base. */ | 'reform_bases_differ'
  /** A rule does not say what it needs; `detail` says which. */ | 'rule_incomplete'
  /** What a rule says does not go together; `detail` says with what. */ | 'rule_contradiction'
  /** ICMS-ST is charged of a contributor who resells; only the difference of rates, of who consumes. */ | 'st_rule_needs_contributor'
  /** The discount is more than the item’s total; of an order, than what its items come to. After a change of items `meta.discount_value` is the discount that was typed. */ | 'discount_exceeds_total'
  /** The instalments that were sent do not add up to what the order comes to. */ | 'installments_sum'
  /** An instalment would be 0 or less: the order comes to too little for its terms or its instalments. */ | 'installment_not_positive'
  /** Terms of payment say days such as `30/60/90`, or lines that go together: days or months, an amount or a percentage, and at most 100 % in all. */ | 'terms_invalid'
  /** The line of the terms is before the one before it. */ | 'terms_not_ascending'
  /** The figure contradicts the others, by more than 0.01 or as a sum at all: `expected` is what they make it. */ | 'amount_contradiction'
  /** What taxes take off a line, such as relieved ICMS, is more than it comes to. */ | 'line_below_zero'
  /** A figure that follows from those sent is too large. */ | 'amount_out_of_range'
  /** The order’s total is too large. */ | 'total_out_of_range'
  /** The lots of an item do not add up to its quantity. */ | 'lots_sum'
  /** Orders come into the status only with a reason: `id_reason`. */ | 'reason_required'
  /** A freight value needs `id_freight_type`. */ | 'freight_type_required'
  /** It can’t change in a locked status. */ | 'order_locked'
  /** Another order has this number, or had it. */ | 'number_taken'
  /** Only the service sets it, and what was sent is not what the record has: leave it out, or send it as it was returned. */ | 'read_only'
  /** It stays as it is, since the order has it. */ | 'given_once'
  /** The next number of a series only goes up. */ | 'next_goes_up'
  /** A series that begins again says in its numbers when: its year, or year and month. */ | 'period_needed'
  /** The invoice would be refused for this: the sentence begins with the code of the refusal. */ | 'invoice_check'
  /** The service sends no mails. */ | 'no_mails'
  /** The quotation was valid until this day. */ | 'quotation_lapsed'
  /** The status can’t be reached from the present one. */ | 'move_not_allowed'
  /** The record that is referred to does not exist. */ | 'unknown_reference'
  /** The id and the code of a reference name different records. */ | 'reference_contradiction'
  /** What is asked for would change nothing, whatever there is. */ | 'nothing_changes'
  /** The integer and the text of an address (`number` and `number_text`, `zip_code` and `postal_code`), or its state and the number of its municipality (`ibge`), say different things. */ | 'address_contradiction'
  /** Two fields have a value together or not at all, and this one has none. */ | 'companion_required'
  /** Another record has this `fk_id`. */ | 'duplicate_fk_id'
  /** Another record has this value of what is unique. */ | 'duplicate_value'
  /** The body has another `fk_id` than the address. */ | 'fk_id'
  /** A custom field of this type takes no such thing. */ | 'not_for_type'
  /** The custom field can’t be looked for, or not yet. */ | 'not_filterable'
  /** One status must be the initial one. */ | 'initial_required'
  /** The time has passed. */ | 'in_the_past'
  /** The token lacks itself what it would grant. */ | 'insufficient_scope'
  /** The token would not work any more from where it changes itself. */ | 'shuts_out'
  /** The token is restricted to orders of other sellers or branches (`only`). */ | 'outside_restriction'
  /** The token would outlive the one that makes it. */ | 'outlives_maker'
  /** The password is among those that others try first. */ | 'common_password'
  /** It is not the password. */ | 'wrong_password'
  /** The passkey was not made for this, or was not confirmed. */ | 'passkey'
  /** Another member has this e-mail. */ | 'duplicate_email'
  /** There is no such field to sort by, or it stands twice. */ | 'sort'
  /** There is no such property, or it stands twice. */ | 'fields'
  /** The range ends before it begins. */ | 'empty_range'
  /** More orders are found than are read at once: a narrower range is needed. */ | 'too_many_orders'
  /** The cursor was made for another list, or altered. */ | 'invalid_cursor'
  /** The feed does not go on from this cursor. */ | 'cursor_gone'
  /** The parameter means all records, so no filter stands beside it. */ | 'not_with_filters'
  /** The parameter belongs to page mode. */ | 'not_in_cursor_mode'
  /** An export has the whole list, so it takes no page. */ | 'not_in_export'
  /** The parameter says the same as `cursor`: send one. */ | 'not_with_cursor'
  /** There are no events of such a record. */ | 'subject'
  /** Events can’t be sent to this address. */ | 'url'
  /** The header can’t be sent with events. */ | 'header'
  /** The key has characters that are not allowed, or is too long. */ | 'idempotency_key'
  /** The header holds no entity tag, which stands in quotes. */ | 'entity_tag'
  /** The upload has no file. */ | 'file_required'
  /** The file does not tell its encoding, or is not of the one that was said. */ | 'file_encoding'
  /** The upload has more than one file. */ | 'several_files'
  /** Two rules of the file, or one of it and another, hold for one sale and are as specific. */ | 'rules_meet'
  /** Other records of the file contradict each other: nothing of it was written. */ | 'not_written'
  /** The lines of one order say different things of it. */ | 'lines_differ'
  /** A quotation mark in the file takes the lines behind it into one cell. */ | 'open_quote'
  | (string & {})
