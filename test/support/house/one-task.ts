import { readdirSync, readFileSync } from 'node:fs'
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

// What a Citus cluster runs as one task on the account's node, so that the transaction commits there
// alone. PostgreSQL's own parser reads the texts; docs/decisions/0039-changes-as-functions.md has the
// plans that showed what is no such statement.

await loadModule()

export type Node = Record<string, unknown>

const STATEMENT = /^(Select|Insert|Update|Delete)Stmt$/

/** Why a Citus cluster would run a statement that a request sends in parts, or on several nodes. */
export function routingFaults(stmt: Node): string[] {
  const faults: string[] = []
  eachNode(stmt, (kind, node) => {
    if (kind === 'CommonTableExpr' && 'InsertStmt' in (node['ctequery'] as Node)) {
      faults.push('a `with` that inserts is run in parts')
    }
    if (kind === 'InsertStmt' && !rowsOf(node)) {
      faults.push('an `insert … select` is collected and prepared; functions may have one')
    }
    if (
      kind === 'onConflictClause' &&
      'whereClause' in node &&
      callsIn(node['whereClause']).length
    ) {
      faults.push('`on conflict … where` takes no function')
    }
    if (kind === 'onConflictClause' && intervalSums(node['targetList']) > 0) {
      faults.push('`on conflict … set` takes no sum with an interval: it depends on the time zone')
    }
    if (kind === 'UpdateStmt' && intervalSums(node['targetList'], hasColumn) > 0) {
      faults.push('an update takes no sum of a column and an interval: it depends on the time zone')
    }
    if (kind === 'UpdateStmt' && asksClockIfNeedBe(node)) {
      faults.push('an update takes no `now()` in a `coalesce` or `case`; `least` is one way')
    }
    if (kind === 'UpdateStmt' && stableCallsOnColumns(node).length > 0) {
      faults.push(`an update takes no stable function of columns: ${stableCallsOnColumns(node)}`)
    }
  })
  if (callsIn(stmt).includes('nextval') && tablesIn(stmt).length > 0) {
    faults.push('an id that is drawn beside a table is drawn on the node, from 2^49 on')
  }
  return faults
}

/** Functions whose answer depends on settings, whatever they are given. */
const STABLE =
  /^(date_trunc$|jsonb?_build_|jsonb?_agg|to_jsonb?$|row_to_json$|array_to_json$|format$|concat|to_char$)/

function stableCallsOnColumns(update: Node): string[] {
  const names: string[] = []
  eachNode(update, (kind, found) => {
    if (kind !== 'FuncCall') return
    const name = lastName(found['funcname'] as Name[])
    if (STABLE.test(name) && hasColumn(found['args'])) names.push(name)
  })
  return names
}

function hasColumn(node: unknown): boolean {
  let found = false
  eachNode(node, (kind) => {
    found ||= kind === 'ColumnRef'
  })
  return found
}

/** Whether the time is asked for where other values decide whether it is. */
function asksClockIfNeedBe(update: Node): boolean {
  let found = false
  eachNode(update, (kind, node) => {
    found ||= /^(CoalesceExpr|CaseExpr)$/.test(kind) && callsIn(node).includes('now')
  })
  return found
}

/** Sums with an interval, but of what `at time zone` has made a time without a zone. */
function intervalSums(node: unknown, counts: (sum: unknown) => boolean = () => true): number {
  let sums = 0
  eachNode(node, (kind, sum) => {
    const isSum = kind === 'A_Expr' && /^[+-]$/.test(lastName(sum['name'] as Name[]))
    if (!isSum || !counts(sum)) return
    let [hasInterval, isLocal] = [false, false]
    eachNode([sum['lexpr'], sum['rexpr']], (inner, part) => {
      const type = (part['typeName'] as { names?: Name[] } | undefined)?.names ?? []
      hasInterval ||= inner === 'TypeCast' && lastName(type) === 'interval'
      isLocal ||= inner === 'FuncCall' && lastName(part['funcname'] as Name[]) === 'timezone'
    })
    if (hasInterval && !isLocal) sums++
  })
  return sums
}

/** A function of the schema, with the statements of its body. */
export interface SchemaFunction {
  name: string
  /** Its first argument is the account: Citus runs it as a whole on the account's node. */
  isOfAccount: boolean
  isTrigger: boolean
  /** Its plans are made once, whatever the values. */
  isGeneric: boolean
  statements: string[]
}

/** The PL/pgSQL functions of the migrations. */
export function schemaFunctions(): SchemaFunction[] {
  const folder = new URL('../../../migrations/', import.meta.url)
  return readdirSync(folder)
    .sort()
    .flatMap((name) => functionsIn(readFileSync(new URL(name, folder))))
}

function functionsIn(migration: Buffer): SchemaFunction[] {
  const { stmts } = parseSync(migration.toString()) as unknown as {
    stmts: { stmt: Node; stmt_location?: number; stmt_len: number }[]
  }
  return stmts.flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
    const made = stmt['CreateFunctionStmt'] as CreateFunction | undefined
    const text = migration.subarray(stmt_location, stmt_location + stmt_len).toString()
    if (!made || !/language plpgsql/.test(text)) return []
    return [
      {
        name: lastName(made.funcname),
        isOfAccount: made.parameters?.[0]?.FunctionParameter.name === 'of_account',
        isTrigger: lastName(made.returnType?.names ?? []) === 'trigger',
        isGeneric: /plan_cache_mode = force_generic_plan/.test(text),
        statements: statementsOf(text),
      },
    ]
  })
}

interface CreateFunction {
  funcname: Name[]
  parameters?: { FunctionParameter: { name?: string } }[]
  /** None where the function has output parameters. */
  returnType?: { names: Name[] }
}

interface Name {
  String: { sval: string }
}

const lastName = (names: Name[]) => names.at(-1)?.String.sval ?? ''

/** Expressions as the `select` that they stand for. */
function statementsOf(text: string): string[] {
  const found: string[] = []
  eachNode(parsePlPgSQLSync(text) as unknown as Node, (kind, node) => {
    if (kind !== 'PLpgSQL_expr') return
    const { query, parseMode } = node as { query: string; parseMode: number }
    if (parseMode === 0) found.push(query)
    else if (parseMode === 2) found.push(`select ${query}`)
    else found.push(`select ${query.slice(query.indexOf(':=') + 2)}`)
  })
  return found
}

/**
 * Why Citus, on the account's node, would plan a statement of a function as more than a look at one
 * shard: that takes it 0.04 ms, and anything else 0.3 to 6 ms; or would not plan it at all.
 * @param isGeneric the function makes plans without values
 */
export function bodyFaults(text: string, isGeneric = false): string[] {
  const [parsed] = (parseSync(text) as unknown as { stmts: { stmt: Node }[] }).stmts
  const stmt = parsed?.stmt ?? {}
  const [kind = '', body = {}] = Object.entries(stmt)[0] as [string, Node]
  const tables = tablesIn(stmt)
  // What an administrator does to whole tables, such as `truncate`, is no part of a change.
  if (tables.length === 0 || !STATEMENT.test(kind)) return []
  const faults: string[] = []
  if (tables.length > 1) faults.push(`names ${tables.join(', ')}, not one table`)
  eachNode(stmt, (kind, node) => {
    if (kind === 'SubLink' && tablesIn(node).length > 0) faults.push('has a sub-select on a table')
    if (kind === 'RangeSubselect') faults.push('has a sub-select')
    if (kind === 'withClause') faults.push('has a `with`')
    if (kind === 'SelectStmt' && node['op'] !== undefined && node['op'] !== 'SETOP_NONE') {
      faults.push('is a union')
    }
  })
  if (intervalSums((body['onConflictClause'] as Node | undefined)?.['targetList']) > 0) {
    faults.push('`on conflict … set` takes no sum with an interval')
  }
  if (kind === 'InsertStmt' && isGeneric && !rowsOf(body)) {
    faults.push('an `insert … select` has no generic plan')
  }
  if (kind === 'InsertStmt' && castsInCase(rowsOf(body))) {
    faults.push('casts in a `case`: Citus works out all its branches')
  }
  const isBound = kind === 'InsertStmt' ? insertsForAccount(body) : isBoundToAccount(body)
  if (!isBound) faults.push('does not name the account')
  return faults
}

/** Whether every select and change in a statement of a function names the account of its own tables. */
export function isEachBound(text: string): boolean {
  let isBound = true
  const look = (_kind: string, node: Node) => {
    const own = [node['relation'], ...((node['fromClause'] ?? []) as Node[])]
    if ('targetList' in node && own.some(namesTable)) isBound &&= isBoundToAccount(node)
  }
  eachNode(parseSync(text), look)
  return isBound
}

/** Of a part of a `from`: a table, or a join with one; what selects by itself is looked at by itself. */
function namesTable(part: unknown): boolean {
  const { RangeVar, JoinExpr, relname } = (part ?? {}) as Record<string, Node | undefined>
  if (JoinExpr) return namesTable(JoinExpr['larg']) || namesTable(JoinExpr['rarg'])
  return RangeVar !== undefined || relname !== undefined
}

function castsInCase(rows: unknown): boolean {
  let found = false
  eachNode(rows, (kind, node) => {
    if (kind !== 'CaseExpr') return
    eachNode(node, (inner, cast) => {
      found ||= inner === 'TypeCast' && !('A_Const' in (cast['arg'] as Node))
    })
  })
  return found
}

/** The account of a function is its argument; that of a trigger the account of the row. */
function isAccount(node: Node): boolean {
  const fields = fieldsOf(node)
  return fields[0] === 'of_account' || (fields.length === 2 && fields[1] === 'account_id')
}

function isBoundToAccount({ whereClause }: Node): boolean {
  const every = (whereClause as Node | undefined)?.['BoolExpr'] as
    | { boolop: string; args: Node[] }
    | undefined
  const parts = every?.boolop === 'AND_EXPR' ? every.args : [whereClause as Node]
  return parts.some((part) => {
    const {
      name,
      lexpr = {},
      rexpr = {},
    } = (part?.['A_Expr'] ?? {}) as {
      name?: Name[]
      lexpr?: Node
      rexpr?: Node
    }
    return (
      name?.[0]?.String.sval === '=' && fieldsOf(lexpr).at(-1) === 'account_id' && isAccount(rexpr)
    )
  })
}

function insertsForAccount(stmt: Node): boolean {
  const columns = (stmt['cols'] ?? []) as { ResTarget: { name: string } }[]
  const position = columns.findIndex(({ ResTarget }) => ResTarget.name === 'account_id')
  const { SelectStmt: source } = stmt['selectStmt'] as { SelectStmt: Node }
  const targets = (source['targetList'] ?? []) as { ResTarget: { val: Node } }[]
  const rows = rowsOf(stmt) ?? [targets.map(({ ResTarget }) => ResTarget.val)]
  return rows.every((row) => isAccount(row[position] ?? {}))
}

/** The rows of an `insert … values`. */
function rowsOf({ selectStmt }: Node): Node[][] | undefined {
  const { SelectStmt } = (selectStmt ?? {}) as { SelectStmt?: Node }
  const rows = SelectStmt?.['valuesLists'] as { List: { items: Node[] } }[] | undefined
  return rows?.map(({ List }) => List.items)
}

function fieldsOf(node: Node): string[] {
  const { fields = [] } = (node['ColumnRef'] ?? {}) as { fields?: Partial<Name>[] }
  return fields.map(({ String: name }) => name?.sval ?? '*')
}

/** The tables that are named, but for those of the statement's own `with` and of triggers. */
function tablesIn(node: Node): string[] {
  const [tables, own] = [new Set<string>(), new Set(['touched_items'])]
  eachNode(node, (kind, found) => {
    if (kind === 'CommonTableExpr') own.add(found['ctename'] as string)
    if (kind === 'RangeVar' || kind === 'relation') tables.add(found['relname'] as string)
  })
  return [...tables].filter((name) => !own.has(name))
}

function callsIn(node: unknown): string[] {
  const names: string[] = []
  eachNode(node as Node, (kind, found) => {
    if (kind === 'FuncCall') names.push(lastName(found['funcname'] as Name[]))
  })
  return names
}

/** Visits what has a kind, such as `SelectStmt`, and the inner nodes that stand bare under a field. */
function eachNode(node: unknown, visit: (kind: string, node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) eachNode(one, visit)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [kind, value] of Object.entries(node)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      visit(kind, value as Node)
    eachNode(value, visit)
  }
}
