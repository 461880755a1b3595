# Made by `npm run generate` from the OpenAPI document: change nothing here.

from __future__ import annotations

from typing import Dict, Type

from ..errors import ProblemError


class InvalidJsonError(ProblemError):
    """400 Body is not JSON. Send one well-formed JSON document in UTF-8."""


class InvalidParameterError(ProblemError):
    """400 Invalid parameter. Correct the parameters listed in `errors`."""


class InvalidHeaderError(ProblemError):
    """400 Invalid header. Correct the request headers listed in `errors`."""


class InvalidCursorError(ProblemError):
    """400 Invalid cursor. Use `next_cursor` exactly as received, with the same sort and filters, or start again without `cursor`."""


class BadRequestError(ProblemError):
    """400 Bad request. Correct the HTTP request; `detail` says what is wrong with it."""


class UnauthorizedError(ProblemError):
    """401 Unauthorized. Send a valid token: `Authorization: Bearer pdo_…`. A person signs in."""


class InvalidCredentialsError(ProblemError):
    """401 E-mail, password or passkey is wrong. Correct them. Who has forgotten the password asks a member who manages members for a link."""


class SignInRefusedError(ProblemError):
    """403 Sign-in refused. The account’s sign-in provider, or what the account says of it, lets this person in no more or not yet: `detail` says why."""


class RecentSignInNeededError(ProblemError):
    """403 Sign-in is too long ago. Send `current_password`, or sign in again."""


class SessionRequiredError(ProblemError):
    """403 Only for members. Sign in as a member with `POST /session`: a token can’t do this."""


class CrossSiteError(ProblemError):
    """403 Request of another site. Send it from a page of this service; programs use a token."""


class InsecureConnectionError(ProblemError):
    """403 Connection is not secure. Open the service by https: see `docs/people.md`."""


class AddressNotAllowedError(ProblemError):
    """403 Address not allowed. Ask from an address of the token’s `addresses`, or change those with `PATCH /tokens/{id}`."""


class InsufficientScopeError(ProblemError):
    """403 Insufficient scope. Use a token that carries the scope named in `detail`."""


class AccountClosedError(ProblemError):
    """403 Account is closed. The account is going to be deleted, as `detail` says. Ask whoever runs the service, who can restore it until then."""


class NotFoundError(ProblemError):
    """404 Not found. Check the path and the identifier; the record may have been deleted."""


class MethodNotAllowedError(ProblemError):
    """405 Method not allowed. Use one of the methods in the `Allow` header."""


class NotAcceptableError(ProblemError):
    """406 Not acceptable. Accept `application/json`."""


class RequestTimeoutError(ProblemError):
    """408 Request timeout. The request did not arrive in time: send it again, whole."""


class DuplicateFkIdError(ProblemError):
    """409 Duplicate fk_id. A record with this `fk_id` exists (`existing_id`): update it, or write with PUT by `fk_id`."""


class DuplicateValueError(ProblemError):
    """409 Duplicate value. Another record (`existing_id`) has this value of what is unique: send another one, or change that record."""


class NumberTakenError(ProblemError):
    """409 Number taken. Another order (`existing_id`) has this number, or one that was deleted had it: send another one, or none, so that the series gives one."""


class TaxRuleOverlapError(ProblemError):
    """409 Tax rules overlap. Two active rules (`meta.rule` is the other one) would hold for one sale and be as specific. Give one another condition, or end one before the other begins."""


class RecordsBreakError(ProblemError):
    """409 Records break the declaration. So many records (`breaking`, the first of them in `breaking_records`) break what is declared: correct them, or declare less."""


class MoveNotAllowedError(ProblemError):
    """409 Status move not allowed. Move to one of `allowed`, or add the move to the status’s `next`."""


class CustomerAnonymisedError(ProblemError):
    """409 Customer is anonymised. Its data was removed for good and is not written again. Make another customer where the person orders again."""


class OrderLockedError(ProblemError):
    """409 Order is locked. What `detail` names can’t change in a locked status. Leave it out, or first move the order to a status that is not locked."""


class QuotationLapsedError(ProblemError):
    """409 Quotation has lapsed. It was valid until its `valid_until`: send a later one with the move to take its prices all the same."""


class TotalMovesWithDateError(ProblemError):
    """409 Total moves with the date. By the day of the invoice (`meta.tax_date`) the order has another total, or taxes that there are not on that day (`meta.closed`): send `accept_total` with `meta.total_value_then`, or another `tax_date`."""


class InvoiceCheckFailedError(ProblemError):
    """409 Invoice would be refused. The status wants orders whose invoices are right (`requires_check`), and the check before the invoice finds the `errors`, each at its place. Correct them, in the records of the customer or the products too, and send the request again."""


class RecordInUseError(ProblemError):
    """409 Record in use. Delete or change the records in `used_by` first."""


class TestAccountExistsError(ProblemError):
    """409 There is a test account already. Use it, or remove it first."""


class LastTokenError(ProblemError):
    """409 Last token that manages tokens. First make another token with the scope `tokens:manage`."""


class LastOwnerError(ProblemError):
    """409 Last owner. First make another member an owner: one of them must be able to manage the members."""


class DuplicateEmailError(ProblemError):
    """409 Duplicate e-mail. A member with this e-mail exists (`existing_id`): change that one."""


class AccountNeededError(ProblemError):
    """409 Several accounts. The e-mail belongs to several accounts (`accounts`): send the `id` of one as `account`."""


class LimitReachedError(ProblemError):
    """409 Limit reached. There are as many as there can be; `detail` says of what. Remove some, or wait until some are done."""


class PasskeysUnavailableError(ProblemError):
    """409 No passkeys here. Open the service by https under the name of its host, on this machine as `localhost`; the operator sets `PUBLIC_URL`."""


class WebhookDisabledError(ProblemError):
    """409 Webhook is disabled. Enable it first: PATCH with `enabled: true`. What was missed is then sent."""


class EventGoneError(ProblemError):
    """409 Event is gone. The event of this delivery is no longer in the feed: read the record itself."""


class DeliveryWasTestError(ProblemError):
    """409 Delivery was a test. Send another test with `POST /webhooks/{id}/test`."""


class RecalculationStateError(ProblemError):
    """409 Recalculation is over. Read the recalculation: one that is over can’t be cancelled. Ask for another one."""


class ImportStateError(ProblemError):
    """409 Import is in another state. Read the import: only one that is `checked` can be run, and one that is over can’t be cancelled."""


class IdempotencyInFlightError(ProblemError):
    """409 Request in flight. The first request with this `Idempotency-Key` still runs: repeat after `Retry-After` seconds."""


class OthersRefusedError(ProblemError):
    """409 Other lines refused. Of a line of a bulk request that is one transaction: correct the lines that were refused for other reasons, and send all of them again."""


class ConflictError(ProblemError):
    """409 Conflict. Another writer was faster: read the record and try again."""


class CursorGoneError(ProblemError):
    """410 Cursor gone. The feed does not go on from this cursor: what came next is no longer kept, or the database was put back to an earlier state. Start again with `restart_cursor`, and compare your records with the lists."""


class VersionGoneError(ProblemError):
    """410 Version is gone. The order was so once, and what it was then is no longer kept: old history goes into files where whoever runs the service says so (`HISTORY_DAYS`), and they have it."""


class LinkGoneError(ProblemError):
    """410 Link is gone. It was used or has expired: ask for another. Each can be used once."""


class ChallengeGoneError(ProblemError):
    """410 Challenge is gone. It can be answered once, within minutes: begin again."""


class RefusedLinesGoneError(ProblemError):
    """410 Refused lines are gone. They are no longer kept, as the account keeps those of newer imports: send the file again."""


class PreconditionFailedError(ProblemError):
    """412 Precondition failed. The record changed: read it, decide again, and send its current `ETag`."""


class BodyTooLargeError(ProblemError):
    """413 Body too large. Send less, or have the limit raised in the configuration."""


class UnsupportedMediaTypeError(ProblemError):
    """415 Unsupported media type. Send what `detail` names, an image as JPEG, PNG, WebP, AVIF or GIF."""


class ValidationFailedError(ProblemError):
    """422 Validation failed. Correct every field listed in `errors`."""


class ImageInvalidError(ProblemError):
    """422 Image cannot be decoded. Send an intact image file."""


class ImageTooLargeError(ProblemError):
    """422 Image has too many pixels. Send an image of fewer pixels: 50 megapixels at most, of AVIF 13."""


class DocumentTooLongError(ProblemError):
    """422 Order too long for a document. Its lines are more than can be laid out: export them, with `format` and `rows=items`."""


class IdempotencyMismatchError(ProblemError):
    """422 Idempotency key reused. This `Idempotency-Key` belongs to another request: use a new key for each new request."""


class RateLimitedError(ProblemError):
    """429 Too many requests. Wait `Retry-After` seconds."""


class QuotaExceededError(ProblemError):
    """429 Share used up. The account has as many of what `detail` names as one may have at once: end one, or wait `Retry-After` seconds."""


class HeadersTooLargeError(ProblemError):
    """431 Headers too large. Send fewer or shorter headers."""


class InternalError(ProblemError):
    """500 Internal error. Our fault: report the `request_id`."""


class OutcomeUnknownError(ProblemError):
    """503 Outcome unknown. The change was made wholly or not at all. Repeat the request with the same `Idempotency-Key`; if it had none, look whether the change is there (a new order at `possible_id`: it is yours if its history begins with this `request_id`) before you send it again."""


class SecretKeyMissingError(ProblemError):
    """503 Key of secrets missing. The operator sets `SECRET_KEY` and starts the service again: see `docs/configuration.md`."""


class UnavailableError(ProblemError):
    """503 Unavailable. The service can’t work just now and nothing was changed: repeat after `Retry-After` seconds."""


PROBLEMS: Dict[str, Type[ProblemError]] = {
    "invalid_json": InvalidJsonError,
    "invalid_parameter": InvalidParameterError,
    "invalid_header": InvalidHeaderError,
    "invalid_cursor": InvalidCursorError,
    "bad_request": BadRequestError,
    "unauthorized": UnauthorizedError,
    "invalid_credentials": InvalidCredentialsError,
    "sign_in_refused": SignInRefusedError,
    "recent_sign_in_needed": RecentSignInNeededError,
    "session_required": SessionRequiredError,
    "cross_site": CrossSiteError,
    "insecure_connection": InsecureConnectionError,
    "address_not_allowed": AddressNotAllowedError,
    "insufficient_scope": InsufficientScopeError,
    "account_closed": AccountClosedError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "not_acceptable": NotAcceptableError,
    "request_timeout": RequestTimeoutError,
    "duplicate_fk_id": DuplicateFkIdError,
    "duplicate_value": DuplicateValueError,
    "number_taken": NumberTakenError,
    "tax_rule_overlap": TaxRuleOverlapError,
    "records_break": RecordsBreakError,
    "move_not_allowed": MoveNotAllowedError,
    "customer_anonymised": CustomerAnonymisedError,
    "order_locked": OrderLockedError,
    "quotation_lapsed": QuotationLapsedError,
    "total_moves_with_date": TotalMovesWithDateError,
    "invoice_check_failed": InvoiceCheckFailedError,
    "record_in_use": RecordInUseError,
    "test_account_exists": TestAccountExistsError,
    "last_token": LastTokenError,
    "last_owner": LastOwnerError,
    "duplicate_email": DuplicateEmailError,
    "account_needed": AccountNeededError,
    "limit_reached": LimitReachedError,
    "passkeys_unavailable": PasskeysUnavailableError,
    "webhook_disabled": WebhookDisabledError,
    "event_gone": EventGoneError,
    "delivery_was_test": DeliveryWasTestError,
    "recalculation_state": RecalculationStateError,
    "import_state": ImportStateError,
    "idempotency_in_flight": IdempotencyInFlightError,
    "others_refused": OthersRefusedError,
    "conflict": ConflictError,
    "cursor_gone": CursorGoneError,
    "version_gone": VersionGoneError,
    "link_gone": LinkGoneError,
    "challenge_gone": ChallengeGoneError,
    "refused_lines_gone": RefusedLinesGoneError,
    "precondition_failed": PreconditionFailedError,
    "body_too_large": BodyTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "validation_failed": ValidationFailedError,
    "image_invalid": ImageInvalidError,
    "image_too_large": ImageTooLargeError,
    "document_too_long": DocumentTooLongError,
    "idempotency_mismatch": IdempotencyMismatchError,
    "rate_limited": RateLimitedError,
    "quota_exceeded": QuotaExceededError,
    "headers_too_large": HeadersTooLargeError,
    "internal_error": InternalError,
    "outcome_unknown": OutcomeUnknownError,
    "secret_key_missing": SecretKeyMissingError,
    "unavailable": UnavailableError,
}
