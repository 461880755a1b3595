import Big from 'big.js'
import type { BulkRecord } from '../../../bulk/resources.ts'
import type { Tx } from '../../../database/database.ts'
import { keysOfNamed, namesOf } from '../../../records/bulk/named.ts'
import { customValues_read } from './sql.ts'

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * A spreadsheet writes 12.50 as 12.5, and that is no change: of the records that are there, a declared
 * field stays as it is written where the file says the same number.
 * @param keys of declared fields that hold decimals
 */
export async function keepEqualNumbers(
  tx: Tx,
  account_id: number,
  resource: string,
  keys: readonly string[],
  records: readonly BulkRecord[],
): Promise<void> {
  if (keys.length === 0 || records.length === 0) return
  const { codes, ids } = namesOf(records)
  const found = await customValues_read(tx, resource, account_id, codes, ids)
  const before = new Map(
    found.flatMap(({ id, fk_id, custom_fields }) => {
      const values = new Map(Object.entries(custom_fields))
      return keysOfNamed({ id, fk_id: fk_id ?? undefined }).map((key) => [key, values])
    }),
  )
  for (const { body, ...named } of records) {
    const sent = body['custom_fields'] as Record<string, string | null> | undefined
    const was = keysOfNamed(named)
      .map((key) => before.get(key))
      .find((one) => one !== undefined)
    if (!sent || !was) continue
    for (const key of keys) {
      const [old, now] = [was.get(key), Object.hasOwn(sent, key) ? sent[key] : undefined]
      if (old && now && DECIMAL.test(old) && DECIMAL.test(now) && new Big(old).eq(now)) {
        sent[key] = old
      }
    }
  }
}
