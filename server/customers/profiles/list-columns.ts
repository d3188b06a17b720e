import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { countBits, lastBits } from '../columns/bits.ts'
import type { ColumnOrder } from '../columns/column-leaf.ts'
import { evaluateByColumns, type Matches } from '../columns/evaluate.ts'
import { ruleContext } from '../rules/context.ts'
import type { CompiledFilter } from './list-conditions.ts'

interface Counted {
  filter: CompiledFilter
  total: number
  /** Profiles up to the end of the page. */
  most: number
  sort: { sort_by: string; sort_dir: 'asc' | 'desc' }
  /** The field of `sort_by`, if the list is too long to be sorted by its rows. */
  order?: ColumnOrder | undefined
}

/** Profiles that a list matches, by columns. */
interface CountedList {
  total: number
  /** The first of them in the order of the list, or all in any order. */
  ids: number[]
  sorted: boolean
}

/** Last place of a page that is sorted in memory: sorting takes the event loop 20 ms. */
const MOST_SORTED = 20_000

const everybody: RuleGroup = { condition: 'and', rules: [] }

/** Returns the number of profiles that a rule matches, and the first or all; undefined if rows have to be read for it. */
export async function countList(
  core: Pick<Core, 'pool' | 'report'>,
  db: Db,
  storeId: number,
  { filter: { rule, keyword, deleted }, total, most, sort, order }: Counted,
): Promise<CountedList | undefined> {
  if ((rule && !rule.source) || keyword || deleted || !(rule || order) || most > MOST_SORTED) return undefined
  const source = rule?.source ?? { rule: everybody, context: await ruleContext(db, storeId, []) }
  const question = { ...source, total, ...(order && { order, wait: true }) }
  return evaluateByColumns(core, db, question, (matches) => {
    const { columns } = matches
    const live = columns.live(false)
    const bits = matches.upTo() ?? live
    const count = countBits(bits, live)
    if (order || sort.sort_by === 'updated_at') {
      const before = order ? byRank(matches, sort.sort_dir) : byChange(matches, sort.sort_dir)
      return { total: count, ids: first(bits, live, most, before).map((at) => columns.ids[at]!), sorted: true }
    }
    if (count > COUNT_CAP) return undefined
    const ids: number[] = []
    lastBits(bits, live, (at) => ids.push(columns.ids[at]!) > 0)
    return { total: count, ids, sorted: false }
  })
}

/** Returns the number of matches and a page of them in order of their changes; undefined for pages too deep to be sorted in memory. */
export function newestMatches(matches: Matches, { offset, limit, sort_dir }: PageOfNewest) {
  const most = offset + limit
  if (limit <= 0 || most > MOST_SORTED) return undefined
  const live = matches.columns.live(false)
  const bits = matches.upTo()!
  const positions = first(bits, live, most, byChange(matches, sort_dir))
  return { total: countBits(bits, live), ids: positions.slice(offset).map((at) => matches.columns.ids[at]!) }
}

interface PageOfNewest {
  offset: number
  limit: number
  sort_dir: 'asc' | 'desc'
}

type Order = (one: number, other: number) => number

// Ids rise with positions.
const byChange = ({ columns: { changed } }: Matches, direction: 'asc' | 'desc'): Order => {
  const sign = direction === 'desc' ? -1 : 1
  return (one, other) => sign * (changed[one]! - changed[other]! || one - other)
}

/** Profiles without a value come last in both directions. */
const byRank = ({ rankOf }: Matches, direction: 'asc' | 'desc'): Order => {
  const sign = direction === 'desc' ? -1 : 1
  return (one, other) => {
    const [rank, next] = [rankOf(one), rankOf(other)]
    if (rank === 0 || next === 0) return rank === next ? sign * (one - other) : rank === 0 ? 1 : -1
    return sign * (rank - next || one - other)
  }
}

/** The first `most` positions in an order. */
function first(bits: Uint32Array, live: Uint32Array, most: number, order: Order): number[] {
  let found: number[] = []
  let worst: number | undefined
  lastBits(bits, live, (at) => {
    if (worst !== undefined && order(at, worst) > 0) return true
    found.push(at)
    // Sorting now and then costs less than keeping them in order.
    if (found.length >= 2 * most + 100) {
      found = found.sort(order).slice(0, most)
      worst = found.at(-1)
    }
    return true
  })
  return found.sort(order).slice(0, most)
}
