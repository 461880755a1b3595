import { msg } from '../../../texts/message.ts'
import { UnreadableCell } from '../mapping/unreadable.ts'
import type { Taken } from './taken.ts'

// The state of a city may stand behind it, `São Paulo/SP`, and in a column of its own.

/** Columns of cities as those of their states. */
export const statesOfCities = (columns: readonly Taken[]): Taken[] =>
  columns
    .filter(({ form }) => form.kind === 'city')
    .map((column) => ({ ...column, field: 'address.state', form: { kind: 'state_of_city' } }))

const isStateOfCity = ({ form }: Taken) => form.kind === 'state_of_city'

/** Whether a column speaks of its field where its cell is empty: of a state only where its heading does. */
export const speaksOfField = (column: Taken): boolean =>
  !isStateOfCity(column) || /\b(?:uf|estado|state)\b/i.test(column.heading)

/** A value, and the column that says it. */
interface CellOfState {
  column: Taken
  value: unknown
}

/**
 * Whether two columns say which state it is, and say the same.
 * @throws UnreadableCell where they do not
 */
export function saysSameState(one: CellOfState, first: CellOfState): boolean {
  if (!isStateOfCity(one.column) && !isStateOfCity(first.column)) return false
  const [state, other] = [one, first].map(({ value }) => String(value).trim())
  if (state?.toUpperCase() === other?.toUpperCase()) return true
  const { heading, letter } = first.column
  throw new UnreadableCell(
    'address_contradiction',
    msg`says the state ${state}, and “${heading || letter}” says ${other}.`,
  )
}
