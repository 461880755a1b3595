import { fieldErrorsInPortuguese } from '../texts/pt-BR/codes.ts'

/**
 * Every code that one error of a request can have (`errors[].code`), with what it says. Codes are
 * spelt like those of problems: small letters with `_` between words. `docs/errors.md` and the page
 * `/docs/errors` are made from this table.
 */
export const fieldErrorCodes = {
  // What a schema says of a value.
  required: 'The property is missing.',
  unknown_property: 'There is no such property here.',
  unknown_parameter: 'There is no such parameter here.',
  type: 'The value has another type, or a parameter stands twice.',
  enum: 'The value is none of those that `detail` names.',
  format:
    'The text is no such date-time, e-mail address, tax id, time zone, name or `fk_id`, or has characters that no text has.',
  pattern: 'The text has another form than `detail` says.',
  gtin_invalid: 'The text is no GTIN, or its check digit is another one.',
  encoding: 'The parameter is not percent-encoded UTF-8.',
  min_length: 'The text is too short.',
  max_length: 'The text is too long.',
  minimum: 'The number is too small.',
  exclusive_minimum: 'The number is too small: it must be above `detail`’s limit.',
  maximum: 'The number is too large.',
  exclusive_maximum: 'The number is too large: it must be below `detail`’s limit.',
  decimal: 'The number has more digits than the field takes.',
  inexact_number: 'The number has more digits than a JSON number carries exactly.',
  min_items: 'The list is too short.',
  max_items: 'The list is too long.',
  unique_items: 'The list has an element twice.',
  max_properties: 'The object has too many properties.',
  property_names: 'A property has a name that is not allowed.',
  // What the rules of orders say.
  quantity_required: 'An item needs a quantity.',
  price_required: 'Neither the item nor its product has a price.',
  base_required:
    'A rate of ICMS-ST needs its base, which has a margin that the order does not know.',
  tax_unknown: 'The catalogue of taxes has no such tax.',
  tax_twice: 'A line has each tax once.',
  accept_total_stale: 'The order comes to another total by the day of its invoice.',
  tax_closed: 'There is no such tax on the day that decides the order’s taxes.',
  rate_missing: 'No rate is given, and the catalogue has none for the day.',
  reform_bases_differ: 'CBS and the two parts of IBS have one base.',
  rule_incomplete: 'A rule does not say what it needs; `detail` says which.',
  rule_contradiction: 'What a rule says does not go together; `detail` says with what.',
  st_rule_needs_contributor:
    'ICMS-ST is charged of a contributor who resells; only the difference of rates, of who consumes.',
  discount_exceeds_total:
    'The discount is more than the item’s total; of an order, than what its items come to. After a change of items `meta.discount_value` is the discount that was typed.',
  installments_sum: 'The instalments that were sent do not add up to what the order comes to.',
  installment_not_positive:
    'An instalment would be 0 or less: the order comes to too little for its terms or its instalments.',
  terms_invalid:
    'Terms of payment say days such as `30/60/90`, or lines that go together: days or months, an amount or a percentage, and at most 100 % in all.',
  terms_not_ascending: 'The line of the terms is before the one before it.',
  amount_contradiction:
    'The figure contradicts the others, by more than 0.01 or as a sum at all: `expected` is what they make it.',
  line_below_zero: 'What taxes take off a line, such as relieved ICMS, is more than it comes to.',
  amount_out_of_range: 'A figure that follows from those sent is too large.',
  total_out_of_range: 'The order’s total is too large.',
  lots_sum: 'The lots of an item do not add up to its quantity.',
  reason_required: 'Orders come into the status only with a reason: `id_reason`.',
  freight_type_required: 'A freight value needs `id_freight_type`.',
  order_locked: 'It can’t change in a locked status.',
  number_taken: 'Another order has this number, or had it.',
  read_only:
    'Only the service sets it, and what was sent is not what the record has: leave it out, or send it as it was returned.',
  given_once: 'It stays as it is, since the order has it.',
  next_goes_up: 'The next number of a series only goes up.',
  period_needed:
    'A series that begins again says in its numbers when: its year, or year and month.',
  invoice_check:
    'The invoice would be refused for this: the sentence begins with the code of the refusal.',
  no_mails: 'The service sends no mails.',
  quotation_lapsed: 'The quotation was valid until this day.',
  move_not_allowed: 'The status can’t be reached from the present one.',
  // What records say of one another.
  unknown_reference: 'The record that is referred to does not exist.',
  reference_contradiction: 'The id and the code of a reference name different records.',
  nothing_changes: 'What is asked for would change nothing, whatever there is.',
  address_contradiction:
    'The integer and the text of an address (`number` and `number_text`, `zip_code` and `postal_code`), or its state and the number of its municipality (`ibge`), say different things.',
  companion_required: 'Two fields have a value together or not at all, and this one has none.',
  duplicate_fk_id: 'Another record has this `fk_id`.',
  duplicate_value: 'Another record has this value of what is unique.',
  fk_id: 'The body has another `fk_id` than the address.',
  not_for_type: 'A custom field of this type takes no such thing.',
  not_filterable: 'The custom field can’t be looked for, or not yet.',
  initial_required: 'One status must be the initial one.',
  in_the_past: 'The time has passed.',
  insufficient_scope: 'The token lacks itself what it would grant.',
  shuts_out: 'The token would not work any more from where it changes itself.',
  outside_restriction: 'The token is restricted to orders of other sellers or branches (`only`).',
  outlives_maker: 'The token would outlive the one that makes it.',
  // People.
  common_password: 'The password is among those that others try first.',
  wrong_password: 'It is not the password.',
  passkey: 'The passkey was not made for this, or was not confirmed.',
  duplicate_email: 'Another member has this e-mail.',
  // Lists, events and webhooks.
  sort: 'There is no such field to sort by, or it stands twice.',
  fields: 'There is no such property, or it stands twice.',
  empty_range: 'The range ends before it begins.',
  too_many_orders: 'More orders are found than are read at once: a narrower range is needed.',
  invalid_cursor: 'The cursor was made for another list, or altered.',
  cursor_gone: 'The feed does not go on from this cursor.',
  not_with_filters: 'The parameter means all records, so no filter stands beside it.',
  not_in_cursor_mode: 'The parameter belongs to page mode.',
  not_in_export: 'An export has the whole list, so it takes no page.',
  not_with_cursor: 'The parameter says the same as `cursor`: send one.',
  subject: 'There are no events of such a record.',
  url: 'Events can’t be sent to this address.',
  header: 'The header can’t be sent with events.',
  // The rest.
  idempotency_key: 'The key has characters that are not allowed, or is too long.',
  entity_tag: 'The header holds no entity tag, which stands in quotes.',
  file_required: 'The upload has no file.',
  file_encoding: 'The file does not tell its encoding, or is not of the one that was said.',
  several_files: 'The upload has more than one file.',
  rules_meet:
    'Two rules of the file, or one of it and another, hold for one sale and are as specific.',
  not_written: 'Other records of the file contradict each other: nothing of it was written.',
  lines_differ: 'The lines of one order say different things of it.',
  open_quote: 'A quotation mark in the file takes the lines behind it into one cell.',
} as const satisfies Record<string, string>

export type FieldErrorCode = keyof typeof fieldErrorCodes

/** The same in Portuguese. */
export const fieldErrorCodesInPortuguese: Record<FieldErrorCode, string> = fieldErrorsInPortuguese
