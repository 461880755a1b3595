import { type FigureRow, itemFigures } from '../../packages/model/item.ts'

// What follows from the rows of a line's figures alone.

/** A figure's name in request bodies. */
export type WrittenFigure = keyof typeof itemFigures
/** A figure's column in `order_items`. */
export type FigureColumn = (typeof itemFigures)[WrittenFigure]['column']
/** A figure's name in responses. */
export type ReturnedFigure = {
  [W in WrittenFigure]: (typeof itemFigures)[W]['returned'] extends true
    ? (typeof itemFigures)[W]['column']
    : never
}[WrittenFigure]

/** The rows with their written names, in the order of the table. */
export const figureRows = Object.entries(itemFigures) as [WrittenFigure, FigureRow][]
/** All written names, in the order of the table. */
export const writtenFigures = figureRows.map(([name]) => name)
/** All columns, in the order of the table. */
export const figureColumns = figureRows.map(([, { column }]) => column as FigureColumn)
