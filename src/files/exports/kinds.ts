/**
 * What a cell holds. A code is text that may look like a number; a date has a time, a day has none; a
 * list is values with spaces between them, a choice a word of the interface, an event the type of one,
 * standard the whole of a record of a kind that accounts begin with some of; json is whatever has no
 * columns of its own, terms the days of a payment type's parts.
 */
export type Kind =
  | 'text'
  | 'code'
  | 'integer'
  | 'quantity'
  | 'unit_price'
  | 'money'
  | 'number'
  | 'date'
  | 'day'
  | 'yes_no'
  | 'list'
  | 'choice'
  | 'event'
  | 'standard'
  | 'json'
  | 'terms'
