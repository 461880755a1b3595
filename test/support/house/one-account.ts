import { AsyncLocalStorage } from 'node:async_hooks'
import { parseSync } from 'libpg-query'
import pg from 'pg'
import { accounts_insertTest } from '../../../src/access/test-accounts/sql.ts'
import { accounts_first } from '../../../src/members/provider/sql.ts'
import { members_withEmail } from '../../../src/members/sign-in/sql.ts'
import { type Node, routingFaults, schemaFunctions } from './one-task.ts'

// Every statement that a request sends must touch the rows of one account only, and say so in a way
// that a Citus cluster understands: each table is bound by `account_id = $n` of its own, or by an
// equality within the same query level to a table that is. PostgreSQL's own parser reads the texts.

interface Findings {
  faults: string[]
  /** The numbers of the parameters that are the account's id. */
  parameters: Set<number>
}

/** One `from` with its conditions; what is in its sub-selects is not part of it. */
interface Level {
  /** Its tables, by alias. */
  tables: string[]
  /** Pairs of aliases whose account_id is the same; '$' is a parameter. */
  equal: [string, string][]
  parameters: number[]
}

/**
 * Kinds of statements that may be in a request, too. The upkeep of the embedded database (vacuum,
 * checkpoint) may get its connection from the request that gives it back, and seem to be part of it.
 */
const aboutNoRows = /^(Transaction|VariableSet|VariableShow|Vacuum|CheckPoint)Stmt$/

/** The same for all accounts, and on the coordinator alone: a statement names only these, or none of them. */
const ofNobody = /^tax(es|_catalogue|_effects|_rates)$/

function isOfNobody(stmt: Node): boolean {
  const tables = Array.from(
    JSON.stringify(stmt).matchAll(/"RangeVar":\{[^}]*?"relname":"(\w+)"/g),
    ([, table = '']) => table,
  )
  return tables.length > 0 && tables.every((table) => ofNobody.test(table))
}

/** The functions of the schema that change or read rows of the account that is their first argument. */
const accountFunctions = new Set(
  schemaFunctions().flatMap(({ name, isOfAccount }) => (isOfAccount ? [name] : [])),
)

/** What keeps a text from touching one account only; empty where nothing does. */
export function findingsOf(text: string): Findings {
  const findings: Findings = { faults: [], parameters: new Set() }
  const { stmts } = parseSync(text) as unknown as { stmts: { stmt: Node }[] }
  for (const { stmt } of stmts) {
    const kind = Object.keys(stmt)[0] ?? ''
    if (/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) {
      if (!isOfNobody(stmt)) visit(stmt, new Set(), findings)
      findings.faults.push(...routingFaults(stmt))
    } else if (!aboutNoRows.test(kind)) {
      findings.faults.push(`a ${kind} is for no request`)
    }
  }
  return findings
}

/** @param common the tables of `with` that the node may name */
function visit(node: unknown, common: Set<string>, findings: Findings): void {
  if (Array.isArray(node)) for (const one of node) visit(one, common, findings)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [kind, value] of Object.entries(node)) {
    if (kind === 'FuncCall') checkCall(value as Node, findings)
    if (/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) {
      visitStatement(kind, value as Node, common, findings)
    } else if (kind === 'larg' || kind === 'rarg') {
      // The sides of a UNION stand there bare; those of a join are nodes.
      const side = value as Node
      if ('op' in side && 'limitOption' in side) {
        visitStatement('SelectStmt', side, common, findings)
      } else visit(value, common, findings)
    } else visit(value, common, findings)
  }
}

function visitStatement(kind: string, stmt: Node, outer: Set<string>, findings: Findings): void {
  const common = new Set([...outer, ...commonTables(stmt)])
  const level: Level = { tables: [], equal: [], parameters: [] }
  const from = (stmt['fromClause'] ?? stmt['usingClause'] ?? []) as Node[]
  for (const item of from) addRelation(item, common, level)
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') {
    addRelation({ RangeVar: stmt['relation'] }, common, level)
  }
  addConditions(stmt['whereClause'] as Node | undefined, level)
  for (const number of level.parameters) findings.parameters.add(number)
  for (const table of unbound(level)) {
    findings.faults.push(`${table} is not bound to the account by itself`)
  }
  if (kind === 'InsertStmt') checkInsert(stmt, findings)
  visit(stmt, common, findings)
}

function commonTables(stmt: Node): string[] {
  const { ctes = [] } = (stmt['withClause'] ?? {}) as { ctes?: Node[] }
  return ctes.map((one) => (one['CommonTableExpr'] as { ctename: string }).ctename)
}

function addRelation(item: Node, common: Set<string>, level: Level): void {
  // Every node of a cluster has the tables of the catalogue.
  const range = item['RangeVar'] as { relname: string; alias?: { aliasname: string } } | undefined
  if (range && !common.has(range.relname) && !range.relname.startsWith('pg_')) {
    level.tables.push(range.alias?.aliasname ?? range.relname)
  }
  const join = item['JoinExpr'] as { larg: Node; rarg: Node; quals?: Node } | undefined
  if (!join) return
  addRelation(join.larg, common, level)
  addRelation(join.rarg, common, level)
  addConditions(join.quals, level)
}

function addConditions(condition: Node | undefined, level: Level): void {
  const every = condition?.['BoolExpr'] as { boolop: string; args: Node[] } | undefined
  if (every?.boolop === 'AND_EXPR') for (const one of every.args) addConditions(one, level)
  const comparison = condition?.['A_Expr'] as
    | { kind: string; name: { String: { sval: string } }[]; lexpr: Node; rexpr: Node }
    | undefined
  if (comparison?.kind !== 'AEXPR_OP' || comparison.name[0]?.String.sval !== '=') return
  const { lexpr, rexpr } = comparison
  const left = accountSide(lexpr, level)
  const right = accountSide(rexpr, level)
  if (left === undefined || right === undefined) return
  level.equal.push([left, right])
  const number = parameterOf(lexpr) ?? parameterOf(rexpr)
  if (number !== undefined) level.parameters.push(number)
}

/** The alias whose account_id it is, `$` for a parameter, else undefined. */
function accountSide(side: Node, { tables }: Level): string | undefined {
  if (parameterOf(side) !== undefined) return '$'
  const fields = fieldsOf(side)
  if (fields.at(-1) !== 'account_id') return undefined
  return fields.length > 1 ? fields.at(-2) : tables.length === 1 ? tables[0] : undefined
}

function fieldsOf(node: Node): string[] {
  const { fields = [] } = (node['ColumnRef'] ?? {}) as { fields?: { String?: { sval: string } }[] }
  return fields.map(({ String: name }) => name?.sval ?? '*')
}

function parameterOf(node: Node): number | undefined {
  const cast = node['TypeCast'] as { arg: Node } | undefined
  if (cast) return parameterOf(cast.arg)
  return (node['ParamRef'] as { number: number } | undefined)?.number
}

/** The tables that no chain of equalities on this level leads to a parameter from. */
function unbound({ tables, equal }: Level): string[] {
  const bound = new Set(['$'])
  for (let before = 0; before < bound.size; ) {
    before = bound.size
    for (const [a, b] of equal) if (bound.has(a) || bound.has(b)) bound.add(a).add(b)
  }
  return tables.filter((table) => !bound.has(table))
}

/** The account of new rows must be a parameter, or come with the rows that they are made from. */
function checkInsert(stmt: Node, { faults, parameters }: Findings): void {
  const { relname } = stmt['relation'] as { relname: string }
  const columns = (stmt['cols'] ?? []) as { ResTarget: { name: string } }[]
  const position = columns.findIndex(({ ResTarget }) => ResTarget.name === 'account_id')
  const source = (stmt['selectStmt'] ?? {}) as { SelectStmt?: Node }
  for (const row of rowsOf(source.SelectStmt ?? {})) {
    const value = row[position]
    const number = value && parameterOf(value)
    if (number !== undefined) parameters.add(number)
    else if (!value || fieldsOf(value).at(-1) !== 'account_id') {
      faults.push(`rows of ${relname} are inserted for no named account`)
    }
  }
}

/** A function about an account is called for one that is a parameter. */
function checkCall(call: Node, { faults, parameters }: Findings): void {
  const { funcname, args = [] } = call as {
    funcname: { String: { sval: string } }[]
    args?: Node[]
  }
  const name = funcname.at(-1)?.String.sval ?? ''
  if (!accountFunctions.has(name)) return
  const number = parameterOf(args[0] ?? {})
  if (number === undefined) faults.push(`${name} is called for no named account`)
  else parameters.add(number)
}

/** What each row, of `values` or of a select, consists of. */
function rowsOf({ valuesLists, targetList }: Node): Node[][] {
  const rows = valuesLists as { List: { items: Node[] } }[] | undefined
  if (rows) return rows.map(({ List }) => List.items)
  const targets = (targetList ?? []) as { ResTarget: { val: Node } }[]
  return [targets.map(({ ResTarget }) => ResTarget.val)]
}

interface Watch {
  /** Undefined until a public request shows it by its first statement about one. */
  account_id: number | undefined
  /** Of a request that is about an account and its test accounts, the one that is gone and the one that is made. */
  others: Set<number> | undefined
  faults: string[]
}

/** Looks in all accounts for those that a person may be of; nothing else of a request does. */
const signingIn = [members_withEmail.text, accounts_first.text]

/** Makes an account, whose id there is not yet. */
const making = [accounts_insertTest.text]

/** Attempts to sign in are of nobody. */
const NOBODY = 0

const watching = new AsyncLocalStorage<Watch>()
const known = new Map<string, Findings>()

/**
 * Runs a request and tells which of its statements touch, or may touch, another account's rows.
 * @param account_id whose the request is; undefined: of the first one that it is about
 * @param isOfTwo it may be about an account and its test accounts
 */
export async function watchStatements<T>(
  account_id: number | undefined,
  request: () => Promise<T>,
  isOfTwo = false,
): Promise<{ result: T; faults: string[] }> {
  const watch: Watch = { account_id, others: isOfTwo ? new Set() : undefined, faults: [] }
  // Fastify's inject begins when it is awaited, which must be in here too.
  const result = await watching.run(watch, async () => await request())
  return { result, faults: watch.faults }
}

type Query = (this: pg.Client, config: unknown, values?: unknown, callback?: unknown) => unknown

// Whatever asks PostgreSQL (the pool, the shared connection, Kysely) ends up here, in the context of
// the request that asks.
const send = pg.Client.prototype.query as unknown as Query
pg.Client.prototype.query = function watched(config, values, callback) {
  const watch = watching.getStore()
  const given = config as string | { text?: string; values?: unknown[] }
  const text = typeof given === 'string' ? given : given.text
  const parameters = typeof given === 'string' ? values : given.values
  if (watch && text && !signingIn.includes(text) && !making.includes(text))
    watch.faults.push(...faultsOf(text, parameters, watch))
  return send.call(this, config, values, callback)
} as Query as unknown as typeof pg.Client.prototype.query

function faultsOf(text: string, values: unknown, watch: Watch): string[] {
  const findings = known.get(text) ?? findingsOf(text)
  known.set(text, findings)
  const foreign = [...findings.parameters].filter((number) => {
    const account = Number((values as unknown[])[number - 1])
    if (account === NOBODY) return !text.includes('sign_in')
    watch.account_id ??= account
    if (account === watch.account_id) return false
    if (watch.others && watch.others.size < 2) watch.others.add(account)
    return !watch.others?.has(account)
  })
  return [...findings.faults, ...foreign.map((number) => `$${number} is not the account`)].map(
    (fault) => `${fault}: ${text}`,
  )
}
