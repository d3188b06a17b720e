/** Node of an executed plan, as `explain (analyze, buffers, format json)` describes it. Rows are averages per loop. */
export interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'CTE Name'?: string
  'Function Name'?: string
  Plans?: PlanNode[]
}

/** Sums over all executions of one node. */
interface NodeReads {
  name: string
  loops: number
  /** Rows that a scan returned or filtered out. */
  rows: number
  /** Pairs that a join compared in vain. */
  unjoined: number
  pages: number
}

/** Executions of one statement during one act, also inside functions and triggers. */
export interface Executed {
  act: string
  text: string
  calls: number
  pages: number
  /** By the position of the node in its plan, and its name: a statement may have several plans. */
  nodes: Map<string, NodeReads>
  /** What its indexes were searched for. */
  conditions: Set<string>
  /** Execution with most pages. */
  worst: PlanNode
}

const sum = (numbers: readonly number[]) => numbers.reduce((before, number) => before + number, 0)
const filteredBy = (node: PlanNode) =>
  (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
const unjoinedBy = (node: PlanNode) => node['Rows Removed by Join Filter'] ?? 0
const pagesOf = (node: PlanNode) => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const isScan = (node: PlanNode) => / Scan$|^Materialize$/.test(node['Node Type'])

const nameOf = (node: PlanNode) => {
  const of = node['Relation Name'] ?? node['CTE Name'] ?? node['Function Name']
  return `${node['Node Type']}${of ? ` of ${of}` : ''}${node['Index Name'] ? ` by ${node['Index Name']}` : ''}`
}

/** Adds an execution to those before. */
export function addExecution(before: Executed | undefined, act: string, text: string, plan: PlanNode): Executed {
  const executed = before ?? { act, text, calls: 0, pages: 0, nodes: new Map(), conditions: new Set(), worst: plan }
  executed.calls++
  executed.pages += pagesOf(plan)
  if (pagesOf(plan) > pagesOf(executed.worst)) executed.worst = plan
  for (const [place, node] of nodesOf(plan).entries()) {
    if (node['Index Cond']) executed.conditions.add(node['Index Cond'])
    const loops = node['Actual Loops']
    if (loops === 0) continue
    const key = `${place} ${nameOf(node)}`
    const reads = executed.nodes.get(key) ?? { name: nameOf(node), loops: 0, rows: 0, unjoined: 0, pages: 0 }
    reads.loops += loops
    reads.unjoined += loops * unjoinedBy(node)
    if (isScan(node)) {
      reads.rows += loops * (node['Actual Rows'] + filteredBy(node))
      // Pages of a CTE are those of its own plan.
      if (!node['CTE Name']) reads.pages += pagesOf(node) - sum((node.Plans ?? []).map(pagesOf))
    }
    executed.nodes.set(key, reads)
  }
  return executed
}

/** Draws executed nodes, one a line: rows by loops, discarded rows, pages. */
export function drawn(node: PlanNode, depth = 0): string {
  if (node['Actual Loops'] === 0) return ''
  const discarded = filteredBy(node) + unjoinedBy(node)
  const rows = `${node['Actual Rows']} x ${node['Actual Loops']}${discarded > 0 ? `, discarded ${discarded}` : ''}`
  const below = (node.Plans ?? []).map((child) => drawn(child, depth + 1))
  return `${' '.repeat(2 * depth)}${nameOf(node)}: ${rows}, ${pagesOf(node)} pages\n${below.join('')}`
}
