<?php

// Made by `npm run generate` from the OpenAPI document: change nothing here.

declare(strict_types=1);

namespace Pedido;

/** 400 Body is not JSON. Send one well-formed JSON document in UTF-8. */
final class InvalidJsonError extends ProblemError
{
}

/** 400 Invalid parameter. Correct the parameters listed in `errors`. */
final class InvalidParameterError extends ProblemError
{
}

/** 400 Invalid header. Correct the request headers listed in `errors`. */
final class InvalidHeaderError extends ProblemError
{
}

/** 400 Invalid cursor. Use `next_cursor` exactly as received, with the same sort and filters, or start again without `cursor`. */
final class InvalidCursorError extends ProblemError
{
}

/** 400 Bad request. Correct the HTTP request; `detail` says what is wrong with it. */
final class BadRequestError extends ProblemError
{
}

/** 401 Unauthorized. Send a valid token: `Authorization: Bearer pdo_…`. A person signs in. */
final class UnauthorizedError extends ProblemError
{
}

/** 401 E-mail, password or passkey is wrong. Correct them. Who has forgotten the password asks a member who manages members for a link. */
final class InvalidCredentialsError extends ProblemError
{
}

/** 403 Sign-in refused. The account’s sign-in provider, or what the account says of it, lets this person in no more or not yet: `detail` says why. */
final class SignInRefusedError extends ProblemError
{
}

/** 403 Sign-in is too long ago. Send `current_password`, or sign in again. */
final class RecentSignInNeededError extends ProblemError
{
}

/** 403 Only for members. Sign in as a member with `POST /session`: a token can’t do this. */
final class SessionRequiredError extends ProblemError
{
}

/** 403 Request of another site. Send it from a page of this service; programs use a token. */
final class CrossSiteError extends ProblemError
{
}

/** 403 Connection is not secure. Open the service by https: see `docs/people.md`. */
final class InsecureConnectionError extends ProblemError
{
}

/** 403 Address not allowed. Ask from an address of the token’s `addresses`, or change those with `PATCH /tokens/{id}`. */
final class AddressNotAllowedError extends ProblemError
{
}

/** 403 Insufficient scope. Use a token that carries the scope named in `detail`. */
final class InsufficientScopeError extends ProblemError
{
}

/** 403 Account is closed. The account is going to be deleted, as `detail` says. Ask whoever runs the service, who can restore it until then. */
final class AccountClosedError extends ProblemError
{
}

/** 404 Not found. Check the path and the identifier; the record may have been deleted. */
final class NotFoundError extends ProblemError
{
}

/** 405 Method not allowed. Use one of the methods in the `Allow` header. */
final class MethodNotAllowedError extends ProblemError
{
}

/** 406 Not acceptable. Accept `application/json`. */
final class NotAcceptableError extends ProblemError
{
}

/** 408 Request timeout. The request did not arrive in time: send it again, whole. */
final class RequestTimeoutError extends ProblemError
{
}

/** 409 Duplicate fk_id. A record with this `fk_id` exists (`existing_id`): update it, or write with PUT by `fk_id`. */
final class DuplicateFkIdError extends ProblemError
{
}

/** 409 Duplicate value. Another record (`existing_id`) has this value of what is unique: send another one, or change that record. */
final class DuplicateValueError extends ProblemError
{
}

/** 409 Number taken. Another order (`existing_id`) has this number, or one that was deleted had it: send another one, or none, so that the series gives one. */
final class NumberTakenError extends ProblemError
{
}

/** 409 Tax rules overlap. Two active rules (`meta.rule` is the other one) would hold for one sale and be as specific. Give one another condition, or end one before the other begins. */
final class TaxRuleOverlapError extends ProblemError
{
}

/** 409 Records break the declaration. So many records (`breaking`, the first of them in `breaking_records`) break what is declared: correct them, or declare less. */
final class RecordsBreakError extends ProblemError
{
}

/** 409 Status move not allowed. Move to one of `allowed`, or add the move to the status’s `next`. */
final class MoveNotAllowedError extends ProblemError
{
}

/** 409 Customer is anonymised. Its data was removed for good and is not written again. Make another customer where the person orders again. */
final class CustomerAnonymisedError extends ProblemError
{
}

/** 409 Order is locked. What `detail` names can’t change in a locked status. Leave it out, or first move the order to a status that is not locked. */
final class OrderLockedError extends ProblemError
{
}

/** 409 Quotation has lapsed. It was valid until its `valid_until`: send a later one with the move to take its prices all the same. */
final class QuotationLapsedError extends ProblemError
{
}

/** 409 Total moves with the date. By the day of the invoice (`meta.tax_date`) the order has another total, or taxes that there are not on that day (`meta.closed`): send `accept_total` with `meta.total_value_then`, or another `tax_date`. */
final class TotalMovesWithDateError extends ProblemError
{
}

/** 409 Invoice would be refused. The status wants orders whose invoices are right (`requires_check`), and the check before the invoice finds the `errors`, each at its place. Correct them, in the records of the customer or the products too, and send the request again. */
final class InvoiceCheckFailedError extends ProblemError
{
}

/** 409 Record in use. Delete or change the records in `used_by` first. */
final class RecordInUseError extends ProblemError
{
}

/** 409 There is a test account already. Use it, or remove it first. */
final class TestAccountExistsError extends ProblemError
{
}

/** 409 Last token that manages tokens. First make another token with the scope `tokens:manage`. */
final class LastTokenError extends ProblemError
{
}

/** 409 Last owner. First make another member an owner: one of them must be able to manage the members. */
final class LastOwnerError extends ProblemError
{
}

/** 409 Duplicate e-mail. A member with this e-mail exists (`existing_id`): change that one. */
final class DuplicateEmailError extends ProblemError
{
}

/** 409 Several accounts. The e-mail belongs to several accounts (`accounts`): send the `id` of one as `account`. */
final class AccountNeededError extends ProblemError
{
}

/** 409 Limit reached. There are as many as there can be; `detail` says of what. Remove some, or wait until some are done. */
final class LimitReachedError extends ProblemError
{
}

/** 409 No passkeys here. Open the service by https under the name of its host, on this machine as `localhost`; the operator sets `PUBLIC_URL`. */
final class PasskeysUnavailableError extends ProblemError
{
}

/** 409 Webhook is disabled. Enable it first: PATCH with `enabled: true`. What was missed is then sent. */
final class WebhookDisabledError extends ProblemError
{
}

/** 409 Event is gone. The event of this delivery is no longer in the feed: read the record itself. */
final class EventGoneError extends ProblemError
{
}

/** 409 Delivery was a test. Send another test with `POST /webhooks/{id}/test`. */
final class DeliveryWasTestError extends ProblemError
{
}

/** 409 Recalculation is over. Read the recalculation: one that is over can’t be cancelled. Ask for another one. */
final class RecalculationStateError extends ProblemError
{
}

/** 409 Import is in another state. Read the import: only one that is `checked` can be run, and one that is over can’t be cancelled. */
final class ImportStateError extends ProblemError
{
}

/** 409 Request in flight. The first request with this `Idempotency-Key` still runs: repeat after `Retry-After` seconds. */
final class IdempotencyInFlightError extends ProblemError
{
}

/** 409 Other lines refused. Of a line of a bulk request that is one transaction: correct the lines that were refused for other reasons, and send all of them again. */
final class OthersRefusedError extends ProblemError
{
}

/** 409 Conflict. Another writer was faster: read the record and try again. */
final class ConflictError extends ProblemError
{
}

/** 410 Cursor gone. The feed does not go on from this cursor: what came next is no longer kept, or the database was put back to an earlier state. Start again with `restart_cursor`, and compare your records with the lists. */
final class CursorGoneError extends ProblemError
{
}

/** 410 Version is gone. The order was so once, and what it was then is no longer kept: old history goes into files where whoever runs the service says so (`HISTORY_DAYS`), and they have it. */
final class VersionGoneError extends ProblemError
{
}

/** 410 Link is gone. It was used or has expired: ask for another. Each can be used once. */
final class LinkGoneError extends ProblemError
{
}

/** 410 Challenge is gone. It can be answered once, within minutes: begin again. */
final class ChallengeGoneError extends ProblemError
{
}

/** 410 Refused lines are gone. They are no longer kept, as the account keeps those of newer imports: send the file again. */
final class RefusedLinesGoneError extends ProblemError
{
}

/** 412 Precondition failed. The record changed: read it, decide again, and send its current `ETag`. */
final class PreconditionFailedError extends ProblemError
{
}

/** 413 Body too large. Send less, or have the limit raised in the configuration. */
final class BodyTooLargeError extends ProblemError
{
}

/** 415 Unsupported media type. Send what `detail` names, an image as JPEG, PNG, WebP, AVIF or GIF. */
final class UnsupportedMediaTypeError extends ProblemError
{
}

/** 422 Validation failed. Correct every field listed in `errors`. */
final class ValidationFailedError extends ProblemError
{
}

/** 422 Image cannot be decoded. Send an intact image file. */
final class ImageInvalidError extends ProblemError
{
}

/** 422 Image has too many pixels. Send an image of fewer pixels: 50 megapixels at most, of AVIF 13. */
final class ImageTooLargeError extends ProblemError
{
}

/** 422 Order too long for a document. Its lines are more than can be laid out: export them, with `format` and `rows=items`. */
final class DocumentTooLongError extends ProblemError
{
}

/** 422 Idempotency key reused. This `Idempotency-Key` belongs to another request: use a new key for each new request. */
final class IdempotencyMismatchError extends ProblemError
{
}

/** 429 Too many requests. Wait `Retry-After` seconds. */
final class RateLimitedError extends ProblemError
{
}

/** 429 Share used up. The account has as many of what `detail` names as one may have at once: end one, or wait `Retry-After` seconds. */
final class QuotaExceededError extends ProblemError
{
}

/** 431 Headers too large. Send fewer or shorter headers. */
final class HeadersTooLargeError extends ProblemError
{
}

/** 500 Internal error. Our fault: report the `request_id`. */
final class InternalError extends ProblemError
{
}

/** 503 Outcome unknown. The change was made wholly or not at all. Repeat the request with the same `Idempotency-Key`; if it had none, look whether the change is there (a new order at `possible_id`: it is yours if its history begins with this `request_id`) before you send it again. */
final class OutcomeUnknownError extends ProblemError
{
}

/** 503 Key of secrets missing. The operator sets `SECRET_KEY` and starts the service again: see `docs/configuration.md`. */
final class SecretKeyMissingError extends ProblemError
{
}

/** 503 Unavailable. The service can’t work just now and nothing was changed: repeat after `Retry-After` seconds. */
final class UnavailableError extends ProblemError
{
}

/** The class of each code. */
const PROBLEMS = [
    'invalid_json' => InvalidJsonError::class,
    'invalid_parameter' => InvalidParameterError::class,
    'invalid_header' => InvalidHeaderError::class,
    'invalid_cursor' => InvalidCursorError::class,
    'bad_request' => BadRequestError::class,
    'unauthorized' => UnauthorizedError::class,
    'invalid_credentials' => InvalidCredentialsError::class,
    'sign_in_refused' => SignInRefusedError::class,
    'recent_sign_in_needed' => RecentSignInNeededError::class,
    'session_required' => SessionRequiredError::class,
    'cross_site' => CrossSiteError::class,
    'insecure_connection' => InsecureConnectionError::class,
    'address_not_allowed' => AddressNotAllowedError::class,
    'insufficient_scope' => InsufficientScopeError::class,
    'account_closed' => AccountClosedError::class,
    'not_found' => NotFoundError::class,
    'method_not_allowed' => MethodNotAllowedError::class,
    'not_acceptable' => NotAcceptableError::class,
    'request_timeout' => RequestTimeoutError::class,
    'duplicate_fk_id' => DuplicateFkIdError::class,
    'duplicate_value' => DuplicateValueError::class,
    'number_taken' => NumberTakenError::class,
    'tax_rule_overlap' => TaxRuleOverlapError::class,
    'records_break' => RecordsBreakError::class,
    'move_not_allowed' => MoveNotAllowedError::class,
    'customer_anonymised' => CustomerAnonymisedError::class,
    'order_locked' => OrderLockedError::class,
    'quotation_lapsed' => QuotationLapsedError::class,
    'total_moves_with_date' => TotalMovesWithDateError::class,
    'invoice_check_failed' => InvoiceCheckFailedError::class,
    'record_in_use' => RecordInUseError::class,
    'test_account_exists' => TestAccountExistsError::class,
    'last_token' => LastTokenError::class,
    'last_owner' => LastOwnerError::class,
    'duplicate_email' => DuplicateEmailError::class,
    'account_needed' => AccountNeededError::class,
    'limit_reached' => LimitReachedError::class,
    'passkeys_unavailable' => PasskeysUnavailableError::class,
    'webhook_disabled' => WebhookDisabledError::class,
    'event_gone' => EventGoneError::class,
    'delivery_was_test' => DeliveryWasTestError::class,
    'recalculation_state' => RecalculationStateError::class,
    'import_state' => ImportStateError::class,
    'idempotency_in_flight' => IdempotencyInFlightError::class,
    'others_refused' => OthersRefusedError::class,
    'conflict' => ConflictError::class,
    'cursor_gone' => CursorGoneError::class,
    'version_gone' => VersionGoneError::class,
    'link_gone' => LinkGoneError::class,
    'challenge_gone' => ChallengeGoneError::class,
    'refused_lines_gone' => RefusedLinesGoneError::class,
    'precondition_failed' => PreconditionFailedError::class,
    'body_too_large' => BodyTooLargeError::class,
    'unsupported_media_type' => UnsupportedMediaTypeError::class,
    'validation_failed' => ValidationFailedError::class,
    'image_invalid' => ImageInvalidError::class,
    'image_too_large' => ImageTooLargeError::class,
    'document_too_long' => DocumentTooLongError::class,
    'idempotency_mismatch' => IdempotencyMismatchError::class,
    'rate_limited' => RateLimitedError::class,
    'quota_exceeded' => QuotaExceededError::class,
    'headers_too_large' => HeadersTooLargeError::class,
    'internal_error' => InternalError::class,
    'outcome_unknown' => OutcomeUnknownError::class,
    'secret_key_missing' => SecretKeyMissingError::class,
    'unavailable' => UnavailableError::class,
];
