import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import type { Statement } from '../../src/database/database.ts'
import { extensions } from '../../src/database/embedded/pglite.ts'
import {
  readFunctions,
  readMigrations,
  statementsOf,
} from '../../src/database/schema/migrations.ts'
import { type DeclaredStatement, sources } from '../support/house/sources.ts'

// A statement declares its row and its parameters in TypeScript. Here PostgreSQL itself says what
// they are, over the schema of the migrations.

let database: PGlite
before(async () => {
  database = await PGlite.create({ extensions })
  for (const { text, mode } of await readMigrations()) {
    // One that fills rows is about an account ($1), and makes nothing.
    if (mode === 'batches') continue
    for (const statement of statementsOf(text)) await database.exec(statement)
  }
  for (const statement of statementsOf((await readFunctions()).text)) await database.exec(statement)
})
after(() => database.close())

/** What a type of PostgreSQL may be called in TypeScript, by its oid. */
const typeNames: Record<number, readonly string[]> = {
  16: ['boolean'],
  17: ['Buffer'],
  20: ['number'],
  21: ['number'],
  23: ['number'],
  25: ['string'],
  // json and jsonb arrive parsed; as parameters they are texts.
  114: ['string', 'object'],
  3802: ['string', 'object'],
  701: ['number'],
  1043: ['string'],
  1114: ['Date'],
  1184: ['Date', 'string'],
  // numeric stays text.
  1700: ['string'],
  2950: ['string'],
  1000: ['boolean[]'],
  1001: ['Buffer[]'],
  1005: ['number[]'],
  1007: ['number[]'],
  1009: ['string[]'],
  1016: ['number[]'],
  1022: ['number[]'],
  1185: ['string[]', 'Date[]'],
  1231: ['string[]'],
  2951: ['string[]'],
}

const declared = sources
  .filter(({ path }) => path.startsWith('src/'))
  .flatMap(({ path, statements }) => statements.map((one) => ({ path, ...one })))

test('there are statements', () => assert.ok(declared.length > 100))

for (const one of declared) {
  test(`${one.path} ${one.name} declares what PostgreSQL finds`, async () => {
    const module = await import(`../../${one.path}`)
    const { text } = module[one.name] as Statement<unknown, unknown[]>
    const { queryParams, resultFields } = await database.describeQuery(text)
    const parameters = one.parameters ?? []
    const rest = parameters.indexOf('...')
    const [least, most] = rest < 0 ? [parameters.length, parameters.length] : [rest, Infinity]
    assert.ok(queryParams.length >= least && queryParams.length <= most, 'as many parameters')
    for (const [i, type] of parameters.slice(0, least).entries()) {
      assertType(type, queryParams[i]?.dataTypeID ?? 0, `$${i + 1}`)
    }
    assertRow(one, resultFields)
  })
}

function assertRow({ row }: DeclaredStatement, fields: { name: string; dataTypeID: number }[]) {
  const columns = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  for (const [name, type] of row ?? []) {
    const oid = columns.get(name)
    assert.ok(oid !== undefined, `it gives ${name}`)
    assertType(type, oid, name)
  }
}

/** A type that is named, such as a union of texts, is taken for what it is: the compiler knows it. */
function assertType(type: string, oid: number, where: string): void {
  const names = type.split('|').map((part) => part.trim().replace(/^readonly /, ''))
  const plain = names.filter((name) => /^(string|number|boolean|Buffer|Date)(\[\])?$/.test(name))
  const expected = typeNames[oid]
  assert.ok(expected, `${where}: the oid ${oid} has a name here`)
  for (const name of plain) assert.ok(expected.includes(name), `${where}: ${name}, not ${expected}`)
}
