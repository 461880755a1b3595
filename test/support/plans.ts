import assert from 'node:assert/strict'
import type { Server } from '../harness.ts'

/** A statement as it was sent. */
export interface Sent {
  sql: string
  parameters: readonly unknown[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Heap Fetches'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** What a statement does to find rows of these tables, by the plan that is forced. */
export async function scansOf(
  pool: Server['pool'],
  { sql: text, parameters }: Sent,
  plan: 'custom' | 'generic',
  asked: string,
  tables = ['orders'],
): Promise<PlanNode[]> {
  const values = parameters.map((value) =>
    value === null || typeof value === 'number'
      ? value
      : `'${Array.isArray(value) ? `{${value}}` : value}'`,
  )
  const client = await pool.connect()
  try {
    await client.query(`begin; set local plan_cache_mode = force_${plan}_plan`)
    await client.query(`prepare asked as ${text}`)
    const { rows } = await client.query(
      `explain (analyze, format json) execute asked(${values.map((value) => value ?? 'null').join(', ')})`,
    )
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode)
    const scans = nodes.filter((node) => tables.includes(node['Relation Name'] ?? ''))
    const kept = nodes.filter((node) => node['Relation Name'] === 'custom_values')
    const whole = [...scans, ...kept].filter((node) => node['Node Type'] === 'Seq Scan')
    assert.deepEqual(whole, [], `${plan} plan of ${asked}`)
    return scans
  } finally {
    await client.query('rollback; deallocate all')
    client.release()
  }
}

export const rowsFound = (scan: PlanNode) =>
  (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']

/** Rows that were read from the table itself. */
export const rowsRead = (scans: PlanNode[]) =>
  scans.reduce((sum, scan) => sum + (scan['Heap Fetches'] ?? rowsFound(scan)), 0)
