import { AMOUNT, COUNT, RATE, UNIT_PRICE } from '../../../packages/model/kinds.ts'
import { scopes } from '../../base/scopes.ts'
import {
  count,
  dateTime,
  dateTimeOut,
  day,
  decimal,
  fkId,
  fkIdOut,
  id,
  messageOut,
  name,
  nameOut,
  nextCursor,
  nullable,
} from '../schemas.ts'

const amount = decimal(AMOUNT.integer, AMOUNT.decimals)
const rate = decimal(RATE.integer, RATE.decimals)
const percentage = decimal(RATE.integer, RATE.decimals, { maximum: 100 })
const quantity = decimal(COUNT.integer, COUNT.decimals)
const unitPrice = decimal(UNIT_PRICE.integer, UNIT_PRICE.decimals)

/**
 * Values that many properties have, by the names under which the document describes them once. A
 * property refers to one with its own description, and its example where that is another.
 */
export const sharedValues: Record<string, object> = {
  Id: id,
  IdOrNull: nullable(id),
  Count: count,
  FkIdInput: fkId,
  FkIdInputOrNull: nullable(fkId),
  FkId: fkIdOut,
  NameInput: name,
  Name: nameOut,
  DateTimeInput: dateTime,
  DateTimeInputOrNull: nullable(dateTime),
  Instant: dateTimeOut,
  InstantOrNull: nullable(dateTimeOut),
  Day: day,
  DayOrNull: nullable(day),
  Amount: amount,
  AmountOrNull: nullable(amount),
  Rate: rate,
  RateOrNull: nullable(rate),
  Percentage: percentage,
  PercentageOrNull: nullable(percentage),
  Quantity: quantity,
  QuantityOrNull: nullable(quantity),
  UnitPrice: unitPrice,
  UnitPriceOrNull: nullable(unitPrice),
  Message: messageOut,
  NextCursor: nextCursor,
  Scope: { type: 'string', enum: [...scopes, '*'] },
}
