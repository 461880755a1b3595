import type Big from 'big.js'
import { rowOfTax } from '../../../../packages/model/taxes.ts'
import { figureInput, isNear, isZero, proportion, withDecimals, ZERO } from '../figures.ts'
import { isAlone, type OpenTax, type Tax } from '../settle.ts'
import type { StoredTax, TaxLineInput } from './input.ts'

// What becomes of the stored taxes of a line whose operation's value or quantity changes.

/** What they were stored with, and what has become of the taxes before. */
export interface FollowContext {
  readonly op: Big
  readonly quantity: Big
  readonly before: { readonly op: Big; readonly quantity: Big }
  storedOf(tax: string): StoredTax | undefined
  isSent(tax: string): boolean
  settledOf(tax: string): { readonly base: Big; readonly value: Big } | undefined
}

const Quantity = withDecimals({ decimals: 4 })

const given = (value: number | string | null | undefined) => figureInput(value) ?? ZERO

const storedTax = ({ base, rate, value }: TaxLineInput): Tax => ({
  base: given(base),
  rate: given(rate),
  value: given(value),
})

/** In proportion to the operation's value. Where that was 0 it stays. */
function scaled(amount: Big, { op, before }: FollowContext): Big {
  return isZero(before.op) || op.eq(before.op) ? amount : proportion(amount, op, before.op)
}

/** The properties of a stored tax as they are now, with what was sent laid over them. */
export function followingLine(
  sent: TaxLineInput,
  stored: StoredTax,
  context: FollowContext,
): TaxLineInput {
  const {
    origin: _,
    base: __,
    rate: ___,
    value,
    deduction,
    deferred,
    returned,
    quantity,
    ...others
  } = stored
  const amounts = {
    // What follows from another property is not said.
    deduction: isOwnValue(stored, context) ? undefined : deduction,
    deferred: others.deferral === undefined ? deferred : undefined,
    returned,
  }
  const kept = Object.entries(amounts).flatMap(([name, amount]) =>
    amount === undefined ? [] : [[name, scaled(given(amount), context).toFixed()]],
  )
  const counted = quantity === undefined ? undefined : quantityNow(given(quantity), context)
  const isSame = counted?.eq(given(quantity)) && !context.isSent(stored.tax)
  const count = counted
    ? {
        quantity: counted.toFixed(),
        base: scaled(given(stored.base), context).toFixed(),
        ...(isSame ? { value } : {}),
      }
    : {}
  const own = context.isSent(stored.tax) ? sent : { tax: stored.tax }
  return { ...others, ...Object.fromEntries(kept), ...count, ...own }
}

/** Whether what is taken off is just the value of another tax of the line. */
function isOwnValue({ tax, deduction }: StoredTax, { storedOf }: FollowContext): boolean {
  const { other } = rowOfTax(tax)
  return other !== undefined && given(deduction).eq(given(storedOf(other)?.value))
}

function quantityNow(of: Big, { quantity, before }: FollowContext): Big {
  if (quantity.eq(before.quantity)) return of
  return new Quantity(of.times(quantity)).div(before.quantity)
}

/** A tax with what is stored of it: `open` is what was sent. */
export function followed(
  open: OpenTax,
  line: TaxLineInput,
  stored: StoredTax,
  context: FollowContext,
): OpenTax {
  const was = storedTax(stored)
  const { way } = rowOfTax(stored.tax)
  const isHeld = isNear(open.formula.valueOf(was.base, was.rate), was.value)
  const isLone = isAlone(was) || (way === 'as_sent' && !isHeld)
  const kept = {
    base: scaled(was.base, context),
    rate: was.rate,
    value: isLone ? scaled(was.value, context) : was.value,
  }
  const { sent } = open
  const isCleared = clearedOf(line)
  const current = {
    base: sent.base ?? (isCleared.base ? ZERO : kept.base),
    rate: sent.rate ?? (isCleared.rate ? ZERO : kept.rate),
    value: sent.value ?? (isCleared.value ? ZERO : kept.value),
  }
  const isMoved = !context.op.eq(context.before.op) || isOtherMoved(stored.tax, context)
  const other = rowOfTax(stored.tax).other ?? ''
  return {
    ...open,
    isCleared,
    current,
    stored: was,
    isMoved: isMoved && !(isLone && way === 'as_sent'),
    wasPresumed:
      way === 'less' &&
      line.deduction === undefined &&
      isZero(given(context.storedOf(other)?.value)) &&
      isZero(context.settledOf(other)?.value ?? ZERO),
  }
}

function clearedOf(line: TaxLineInput) {
  const { base, rate, value } = line as Partial<Record<keyof Tax, unknown>>
  return { base: base === null, rate: rate === null, value: value === null }
}

/** The tax that this one follows from has another value or base than when it was stored. */
function isOtherMoved(tax: string, { storedOf, settledOf }: FollowContext): boolean {
  const { other } = rowOfTax(tax)
  if (other === undefined) return false
  const [now, was] = [settledOf(other), storedOf(other)]
  return !given(was?.value).eq(now?.value ?? ZERO) || !given(was?.base).eq(now?.base ?? ZERO)
}
