import type { Viewer } from '../../access/actor.ts'
import type { FieldError } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { recordOf } from '../references/codes.ts'
import { unknownReference } from '../references/references.ts'
import type { InstallmentInput } from './kept.ts'
import { payment_methods_find } from './sql.ts'

/** Payment methods of instalments that do not exist, each with its JSON pointer. */
export async function badMethods(
  db: Reader,
  { account_id }: Viewer,
  installments: readonly InstallmentInput[],
): Promise<FieldError[]> {
  const ids = installments.flatMap(({ id_payment_method: id }) => id || [])
  if (ids.length === 0) return []
  const found = new Set((await payment_methods_find(db, [account_id, ids])).map(({ id }) => id))
  const record = recordOf('id_payment_method')
  return installments.flatMap(({ id_payment_method: id }, i) => {
    if (!id || found.has(id)) return []
    const pointer = `/installments/${i}/id_payment_method`
    return [unknownReference(pointer, msg`names ${record} ${id}, which does not exist.`)]
  })
}
