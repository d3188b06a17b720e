import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { refuseClosed } from '../profiles/closed.ts'
import { compileFilter, readFilter } from '../profiles/list-conditions.ts'
import { listPage } from '../profiles/list-page.ts'
import { orderOf } from '../profiles/list-sort.ts'
import { totalProfiles } from '../profiles/queries.ts'
import type { ViewRow } from './queries.ts'

interface Counted {
  total: number
  total_capped: boolean
}

/** Cache lifetime: everyone who opens the list asks for the same few numbers. */
const STAYS_MS = 60_000
/** Counts kept by a process, about 100 bytes each. */
const MOST_KEPT = 10_000

const kept = new Map<string, { counted: Counted; at: number }>()

/** Counts the matches of a view, at most once a minute. Throws field_closed if a closed field decides its rule. */
export async function countView(db: Db, storeId: number, user: Caller, view: ViewRow, now: Date): Promise<Counted> {
  const { rule, deleted, definition } = view
  await readFilter(db, storeId, user.rights, { deleted }, 'params.id')
  if (rule) await refuseClosed(db, storeId, user.rights, rule)
  const key = `${storeId} ${view.id} ${view.updated_at}`
  const known = kept.get(key)
  if (known && now.getTime() - known.at < STAYS_MS) return known.counted
  const filter = await compileFilter(db, storeId, {
    ...(definition.keyword && { keyword: definition.keyword }),
    ...(deleted && { deleted }),
    ...(rule && { rule }),
  })
  const query = { offset: 0, limit: 1, sort_by: 'updated_at', sort_dir: 'desc' as const, count: true, filter }
  const { total, capped } = await listPage(db, storeId, query, orderOf(null, query), await totalProfiles(db, storeId))
  const counted = { total, total_capped: capped }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, { counted, at: now.getTime() })
  return counted
}
