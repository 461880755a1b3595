import Big from 'big.js'
import type { BulkRecord } from '../../../bulk/resources.ts'
import type { Tx } from '../../../database/database.ts'
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
  const codes = records.map(({ fk_id }) => fk_id)
  const found = await customValues_read(tx, resource, account_id, codes)
  const before = new Map(
    found.map((row) => [row.fk_id, new Map(Object.entries(row.custom_fields))]),
  )
  for (const { fk_id, body } of records) {
    const sent = body['custom_fields'] as Record<string, string | null> | undefined
    const was = before.get(fk_id)
    if (!sent || !was) continue
    for (const key of keys) {
      const [old, now] = [was.get(key), Object.hasOwn(sent, key) ? sent[key] : undefined]
      if (old && now && DECIMAL.test(old) && DECIMAL.test(now) && new Big(old).eq(now)) {
        sent[key] = old
      }
    }
  }
}
