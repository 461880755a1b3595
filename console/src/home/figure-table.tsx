import type { ReactNode } from 'react'

interface Head {
  label: string
  /** Figures stand at the right. */
  isFigure?: boolean
  /** Not on a telephone. */
  isDesk?: boolean
}

const figureClass = ({ isFigure, isDesk }: Head) =>
  [isFigure && 'home__end', isDesk && 'home__desk'].filter(Boolean).join(' ') || undefined

/** Figures of the page as a table: its heads, and the rows that stand below them. */
export function FigureTable({ heads, children }: { heads: readonly Head[]; children: ReactNode }) {
  return (
    <div className="home__scroll">
      <table className="home__table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.label} scope="col" className={figureClass(head)}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
