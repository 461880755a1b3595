import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnreadableFile } from '../../src/files/imports/reading/rows.ts'
import { sheetsOf, workbookRows } from '../../src/files/imports/reading/workbooks/workbook.ts'
import { mutatedWorkbook, wholeWorkbooks } from '../support/fuzz/mutated-workbooks.ts'
import { SEED } from '../support/random.ts'

// `npm run fuzz:workbooks` reads many more of them.

test('workbooks that were changed by chance are read or refused, and nothing else', async () => {
  const whole = await wholeWorkbooks()
  const outcomes = { read: 0, refused: 0 }
  for (let seed = SEED; seed < SEED + 60; seed++) {
    const content = await mutatedWorkbook(whole, seed)
    try {
      for (const one of (await sheetsOf(content)).slice(0, 3)) {
        await Array.fromAsync(workbookRows(content, one))
      }
      outcomes.read++
    } catch (error) {
      assert.ok(error instanceof UnreadableFile, `seed ${seed}: ${error}`)
      outcomes.refused++
    }
  }
  assert.ok(outcomes.read > 0 && outcomes.refused > 0, JSON.stringify(outcomes))
})
