import type { OrderStatus } from '@pedido/client'
import type { KeyboardEvent } from 'react'
import { useStatusName } from '../../common/status.ts'
import { useTexts } from '../../text/texts.ts'
import { layoutOf, NODE_HEIGHT } from './layout.ts'
import './statuses.css'
import { text } from './text.ts'

/** What a letter needs at most, and how wide a name may be: longer ones are set narrower. */
const LETTER_PX = 9.5
const NAME_PX = { least: 126, most: 210 }

/** Names of attributes in SVG are told apart by case: `tabIndex` would be another one. */
const TAB_STOP = { tabindex: 0 }

interface GraphProps {
  statuses: readonly OrderStatus[]
  chosen: number | undefined
  /** What is chosen next is what the chosen one is connected with. */
  isConnecting: boolean
  onChoose: (status: OrderStatus) => void
}

/**
 * Statuses and their moves, drawn. Each status is a button: Tab goes through them, the arrows to
 * the one above, below or beside, Enter chooses.
 */
export function Graph({ statuses, chosen, isConnecting, onChoose }: GraphProps) {
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  const needed = Math.max(...statuses.map((one) => nameOf(one).length * LETTER_PX))
  const namePx = Math.min(NAME_PX.most, Math.max(NAME_PX.least, needed))
  const { nodes, moves, width, height, nodeWidth } = layoutOf(statuses, namePx + 24)
  const isOfChosen = ({ from, to }: { from: number; to: number }) =>
    from === chosen || to === chosen
  // What is drawn last lies above.
  const drawn = moves.toSorted((a, b) => Number(isOfChosen(a)) - Number(isOfChosen(b)))
  const press = (event: KeyboardEvent<SVGGElement>, index: number) => {
    const node = nodes[index]
    if (!node) return
    if (event.key === 'Enter' || event.key === ' ') onChoose(node.status)
    else if (event.key.startsWith('Arrow')) {
      const to = nearest(nodes, index, event.key)
      const elements =
        event.currentTarget.parentElement?.querySelectorAll<SVGGElement>('[role=button]')
      elements?.[to]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div className="statuses__picture" data-connecting={isConnecting || undefined}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-label={t.picture}
        role="group"
      >
        <Arrows />
        {drawn.map((move) => {
          const kind = isOfChosen(move) ? 'chosen' : 'plain'
          return (
            <path
              key={`${move.from} ${move.to}`}
              d={move.path}
              className={`statuses__move statuses__move--${kind}`}
              markerEnd={`url(#arrow-${kind})`}
            />
          )
        })}
        {nodes.map((node, index) => (
          <Node
            key={node.status.id}
            {...node}
            {...{ statuses, namePx, width: nodeWidth }}
            isChosen={node.status.id === chosen}
            onChoose={() => onChoose(node.status)}
            onKeyDown={(event) => press(event, index)}
          />
        ))}
      </svg>
    </div>
  )
}

/** The next one in a direction: the nearest of those that are more that way than any other. */
function nearest(nodes: readonly { x: number; y: number }[], index: number, key: string): number {
  const from = nodes[index]
  if (!from) return index
  const isUpright = key === 'ArrowUp' || key === 'ArrowDown'
  const sign = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
  let best = index
  let least = Number.POSITIVE_INFINITY
  nodes.forEach(({ x, y }, other) => {
    const [along, across] = isUpright ? [y - from.y, x - from.x] : [x - from.x, y - from.y]
    if (along * sign <= 0) return
    const far = Math.abs(along) + Math.abs(across) * 2
    if (far < least) [best, least] = [other, far]
  })
  return best
}

/** The heads of the moves. */
function Arrows() {
  return (
    <defs>
      {(['plain', 'chosen'] as const).map((kind) => (
        <marker
          key={kind}
          id={`arrow-${kind}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8Z" className={`statuses__arrow statuses__arrow--${kind}`} />
        </marker>
      ))}
    </defs>
  )
}

interface NodeProps {
  status: OrderStatus
  x: number
  y: number
  statuses: readonly OrderStatus[]
  namePx: number
  width: number
  isChosen: boolean
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent<SVGGElement>) => void
}

/** A status: its name, where orders begin, and whether it locks them. */
function Node(props: NodeProps) {
  const { status, x, y, statuses, namePx, width } = props
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  const name = nameOf(status)
  const marks = [status.initial && t.initial, status.locked && t.locked].filter(Boolean)
  const next = statuses.filter(({ id }) => status.next.includes(id)).map(nameOf)
  const description = marks.map((mark) => `, ${mark}`).join('')
  const isLong = name.length * LETTER_PX > namePx
  return (
    <g
      role="button"
      {...TAB_STOP}
      aria-pressed={props.isChosen}
      aria-label={t.says(name, description, next.join(', ') || t.nowhere)}
      className="statuses__node"
      transform={`translate(${x - width / 2} ${y - NODE_HEIGHT / 2})`}
      onClick={props.onChoose}
      onKeyDown={props.onKeyDown}
    >
      <title>{name}</title>
      <rect
        width={width}
        height={NODE_HEIGHT}
        rx="8"
        className={status.locked ? 'statuses__box statuses__box--locked' : 'statuses__box'}
      />
      {status.initial && <circle cx="0" cy={NODE_HEIGHT / 2} r="5" className="statuses__start" />}
      <text
        x={width / 2}
        y={NODE_HEIGHT / 2}
        {...(isLong ? { textLength: namePx, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {name}
      </text>
      {status.locked && (
        <path
          d="M-3 0h6v5h-6ZM-2 0v-1.5a2 2 0 0 1 4 0V0"
          transform={`translate(${width - 11} 11)`}
          className="statuses__lock"
        />
      )}
    </g>
  )
}
