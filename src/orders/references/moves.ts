import { Problem, refuseInvalid } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import { unknownReference } from './references.ts'

/**
 * That an order may not go there, and where it may.
 * @param known the statuses among them that there are
 * @throws Problem where there is no such status
 */
export function moveProblem(
  from: { name: string },
  to: number,
  allowedIds: number[],
  known: { id: number; name: string }[],
): Problem {
  const target = known.find(({ id }) => id === to)
  if (!target)
    refuseInvalid([
      unknownReference('/id_order_status', msg`names order status ${to}, which does not exist.`),
    ])
  const allowed = allowedIds.flatMap((id) => {
    const one = known.find((status) => status.id === id)
    return one ? [{ id, name: one.name }] : []
  })
  const names = allowed.map(({ id, name }) => `${name} (${id})`)
  const detail = msg`An order can't go from "${from.name}" to "${target?.name}". Allowed: ${names.length ? names : msg`none`}.`
  return new Problem('move_not_allowed', detail, {
    errors: [{ pointer: '/id_order_status', code: 'move_not_allowed', detail }],
    extra: { allowed },
  })
}
