import { type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import type { LineCodeRow, LineRow } from '../../../packages/model/invoices/lines.ts'
import { itemFigures } from '../../../packages/model/item.ts'
import { closed, decimal, fkId, id, longText, nullable, text } from '../../http/schemas.ts'
import { type WrittenFigure, writtenFigures } from '../../model/item.ts'
import { type LineColumn, saidRows } from '../../model/line.ts'
import { msg, translated } from '../../texts/message.ts'
import { shortText } from '../buyer/schema.ts'
import type { LineSaid } from '../sql.ts'
import { taxesIn } from '../taxing/schema.ts'
import { type LotInput, lotsIn } from './lots.ts'

// What requests send of an order's items.

export function figure(written: WrittenFigure, options: Record<string, unknown> = {}) {
  const { integer, decimals, description } = itemFigures[written]
  return decimal(integer, decimals, { description, ...options })
}

/** The same in a body, with its name in answers where it has another one there. */
function figureIn(written: WrittenFigure, options: Record<string, unknown> = {}) {
  const { column, returned } = itemFigures[written]
  const isRenamed = returned && (column as string) !== written
  return figure(written, { ...(isRenamed ? { 'x-returned': column } : {}), ...options })
}

/** Properties that name a record by its id or by its own code. */
type ByIdOrCode<F extends string, I extends TSchema, C extends TSchema> = Record<F, TOptional<I>> &
  Record<`fk_${F}`, TOptional<C>>

/**
 * A record that can’t be cleared.
 * @param returned what answers call it
 */
export function naming<F extends `id_${string}`>(
  field: F,
  description: string,
  returned = field.slice('id_'.length),
) {
  return {
    [field]: Type.Optional({ ...id, description, 'x-returned': returned }),
    [`fk_${field}`]: Type.Optional({ ...fkId, description: byCode(field) }),
  } as ByIdOrCode<F, typeof id, typeof fkId>
}

/** A record that may be named, and cleared by null. */
export function reference<F extends `id_${string}`>(
  field: F,
  description: string,
  returned = field.slice('id_'.length),
) {
  return {
    [field]: Type.Optional(nullable({ ...id, description, 'x-returned': returned })),
    [`fk_${field}`]: Type.Optional(nullable({ ...fkId, description: byCode(field) })),
  } as ByIdOrCode<F, typeof nullableId, typeof nullableFkId>
}

const nullableId = nullable(id)
const nullableFkId = nullable(fkId)
const byCode = (field: string) => `The same by its own \`fk_id\`, in place of \`${field}\`.`

/** One of both is needed; both must name the same record. */
export const needs = (field: string) => ({
  anyOf: [{ required: [field] }, { required: [`fk_${field}`] }],
})

const quantity = figure('quantity', { minimum: undefined, exclusiveMinimum: 0, examples: [12.5] })
const price = figure('price', { examples: [19.9] })

/** All but the quantity, which can't be cleared. */
type ClearedFigure = Exclude<WrittenFigure, 'quantity'>

const itemFigureProperties = Object.fromEntries(
  writtenFigures
    .filter((name) => name !== 'quantity')
    .map((name) => [name, Type.Optional(nullable(name === 'price' ? price : figureIn(name)))]),
) as Record<ClearedFigure, TOptional<TUnsafe<number | null>>>

/** What is said of an item beside its product and figures, by the rows of the model. */
function saidProperties(): TProperties {
  return Object.assign({}, ...saidRows.map(saidProperty))
}

function saidProperty(row: LineRow): TProperties {
  switch (row.kind) {
    case 'reference':
      return reference(row.column, row.description)
    case 'code':
    case 'text':
    case 'lots':
      return { [row.name]: Type.Optional({ ...saidValue(row), description: row.description }) }
  }
}

function saidValue(row: Exclude<LineRow, { kind: 'reference' }>): TSchema {
  if (row.kind === 'lots') return lotsIn(row.most)
  if (row.kind === 'text') return nullable(text(row.most, { minLength: 1 }))
  return nullable({ ...shortText(row.most, row.example), ...patternOf(row) })
}

function patternOf({ pattern, form }: LineCodeRow): object {
  if (!pattern || !form) return {}
  const asked = translated({ 'pt-BR': form[0], en: form[1] })
  return { pattern, 'x-message': msg`must be ${asked}.` }
}

type LineInput<C extends LineColumn> = C extends 'lots' ? LotInput[] | null : LineSaid[C]

type SaidInput = {
  [C in LineColumn]: TOptional<TUnsafe<LineInput<C>>>
} & {
  [C in LineColumn as C extends `id_${string}` ? `fk_${C}` : never]: TOptional<
    TUnsafe<string | null>
  >
}

const itemTextProperties = {
  ...(saidProperties() as SaidInput),
  description: Type.Optional(nullable(longText)),
  fk_id: Type.Optional(nullable(fkId)),
  recurrency_period: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Days; the product’s unless given.',
      }),
    ),
  ),
}

export const itemBody = closed(
  {
    ...naming('id_item', 'The product.'),
    quantity,
    ...itemFigureProperties,
    taxes: taxesIn,
    ...itemTextProperties,
    copy_of: Type.Optional({
      ...id,
      description:
        'An item, of this order or another one, that this one is a copy of: what is not sent is as there, but for `fk_id`, and figures go with those that are sent as where that item itself changes.',
    }),
  },
  { title: 'OrderItemInput', ...needs('id_item') },
)

export const itemPatchBody = closed(
  {
    ...naming('id_item', 'The product.'),
    quantity: Type.Optional(quantity),
    ...itemFigureProperties,
    taxes: taxesIn,
    ...itemTextProperties,
  },
  { title: 'OrderItemPatch' },
)

/** The items of an order. */
export function itemsOf(maxItems: number) {
  return Type.Array(itemBody, { maxItems })
}

const namesAnItem = { anyOf: [{ required: ['id'] }, { required: ['fk_id'] }] }
const { fk_id: _, ...describing } = itemTextProperties

/** Several changes of an order's items at once. */
export function itemsPatchBody(maxItems: number) {
  return closed(
    {
      add: Type.Optional(Type.Array(itemBody, { maxItems, description: 'New items.' })),
      change: Type.Optional(
        Type.Array(
          closed(
            {
              id: Type.Optional({ ...id, description: 'Which item.' }),
              fk_id: Type.Optional({
                ...nullable(fkId),
                description: 'Which item; beside an `id` its new code.',
              }),
              ...naming('id_item', 'The product.'),
              quantity: Type.Optional(quantity),
              ...itemFigureProperties,
              taxes: taxesIn,
              ...describing,
            },
            { title: 'OrderItemKeyedPatch', ...namesAnItem },
          ),
          { maxItems, description: 'Items that stay, with what is new of them.' },
        ),
      ),
      remove: Type.Optional(
        Type.Array(
          closed(
            {
              id: Type.Optional({ ...id, description: 'Which item.' }),
              fk_id: Type.Optional({ ...fkId, description: 'Which item, by its own code.' }),
            },
            namesAnItem,
          ),
          { maxItems, description: 'Items that go.' },
        ),
      ),
    },
    { title: 'OrderItemsPatch' },
  )
}
