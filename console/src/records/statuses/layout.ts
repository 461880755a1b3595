import type { OrderStatus } from '@pedido/client'

/** Of the picture, in its own units, which are pixels where it is not made smaller. */
export const NODE_HEIGHT = 40
const GAP = { x: 70, y: 34 }
const MARGIN = 36

interface StatusNode {
  status: OrderStatus
  /** Its middle. */
  x: number
  y: number
}

interface Move {
  from: number
  to: number
  path: string
}

export interface Layout {
  nodes: readonly StatusNode[]
  moves: readonly Move[]
  width: number
  height: number
  /** Of one status. */
  nodeWidth: number
}

/**
 * Where statuses stand: from above, each under all that lead to it, the longest way leftmost. Moves
 * that lead back are left out of that, else nothing would be above anything.
 * @param nodeWidth wide enough for the names
 */
export function layoutOf(statuses: readonly OrderStatus[], nodeWidth: number): Layout {
  const node = { width: nodeWidth, height: NODE_HEIGHT }
  const byId = new Map(statuses.map((one) => [one.id, one]))
  const forward = forwardMoves(statuses, byId)
  const rank = longest(statuses, (id) =>
    statuses.filter((one) => forward.get(one.id)?.has(id)).map((one) => one.id),
  )
  const height = longest(statuses, (id) => [...(forward.get(id) ?? [])])
  const rows = new Map<number, OrderStatus[]>()
  for (const one of statuses) {
    const row = rank.get(one.id) ?? 0
    rows.set(row, [...(rows.get(row) ?? []), one])
  }
  const nodes: StatusNode[] = []
  for (const [row, members] of [...rows].toSorted(([a], [b]) => a - b)) {
    const isFirst = ({ initial }: OrderStatus) => Number(initial)
    // Where orders usually go on comes before where they end, such as a cancellation.
    const sorted = members.sort(
      (a, b) =>
        isFirst(b) - isFirst(a) ||
        (height.get(b.id) ?? 0) - (height.get(a.id) ?? 0) ||
        leading(statuses, a.id) - leading(statuses, b.id) ||
        a.id - b.id,
    )
    sorted.forEach((status, column) => {
      const x = MARGIN + node.width / 2 + column * (node.width + GAP.x)
      const y = MARGIN / 2 + node.height / 2 + row * (node.height + GAP.y)
      nodes.push({ status, x, y })
    })
  }
  const at = new Map(nodes.map((one) => [one.status.id, one]))
  const moves = nodes.flatMap((from) =>
    from.status.next.flatMap((id): Move[] => {
      const to = at.get(id)
      return to ? [{ from: from.status.id, to: id, path: pathOf(from, to, node) }] : []
    }),
  )
  return {
    nodes,
    moves,
    nodeWidth,
    width: Math.max(...nodes.map(({ x }) => x)) + node.width / 2 + MARGIN,
    height: Math.max(...nodes.map(({ y }) => y)) + node.height / 2 + MARGIN / 2,
  }
}

const leading = (statuses: readonly OrderStatus[], id: number) =>
  statuses.filter(({ next }) => next.includes(id)).length

/** The moves without those that close a circle, as they are met from the initial status on. */
function forwardMoves(statuses: readonly OrderStatus[], byId: ReadonlyMap<number, OrderStatus>) {
  const forward = new Map<number, Set<number>>()
  const open = new Set<number>()
  const visit = (id: number) => {
    if (forward.has(id)) return
    const kept = new Set<number>()
    forward.set(id, kept)
    open.add(id)
    for (const next of byId.get(id)?.next ?? []) {
      if (open.has(next) || !byId.has(next)) continue
      kept.add(next)
      visit(next)
    }
    open.delete(id)
  }
  for (const { id } of statuses.toSorted((a, b) => Number(b.initial) - Number(a.initial))) visit(id)
  return forward
}

/** How many steps the longest way over these neighbors has; there are no circles. */
function longest(statuses: readonly OrderStatus[], neighbors: (id: number) => readonly number[]) {
  const found = new Map<number, number>()
  const look = (id: number): number => {
    const known = found.get(id)
    if (known !== undefined) return known
    const steps = Math.max(-1, ...neighbors(id).map(look)) + 1
    found.set(id, steps)
    return steps
  }
  for (const { id } of statuses) look(id)
  return found
}

/** Down where it is the next one, else around what stands between. */
function pathOf(from: StatusNode, to: StatusNode, node: { width: number; height: number }): string {
  const half = { x: node.width / 2, y: node.height / 2 }
  const rows = Math.round((to.y - from.y) / (node.height + GAP.y))
  if (rows === 1 && to.x === from.x) return `M${from.x} ${from.y + half.y}V${to.y - half.y - 3}`
  if (rows > 0 && to.x !== from.x) {
    const side = to.x > from.x ? 1 : -1
    const start = from.x + side * half.x
    return `M${start} ${from.y}C${to.x} ${from.y} ${to.x} ${from.y + 10} ${to.x} ${to.y - half.y - 3}`
  }
  // Within a column around its left, or back around its right; beside each other over the top.
  if (rows === 0) {
    const up = from.y - half.y
    return `M${from.x} ${up}C${from.x} ${up - 26} ${to.x} ${up - 26} ${to.x} ${up - 3}`
  }
  const side = rows > 0 ? -1 : 1
  const bow = side * Math.min(30, 16 + Math.abs(rows) * 4)
  const start = from.x + side * half.x
  const end = to.x + side * (half.x + 3)
  return `M${start} ${from.y}C${start + bow} ${from.y} ${end + bow} ${to.y} ${end} ${to.y}`
}
