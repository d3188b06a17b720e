import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { countReached } from '../audience/reached.ts'
import { saveEstimate } from '../records/queries.ts'
import type { SettingRow } from '../settings/queries.ts'
import type { CalendarRow } from './items.ts'

/** Drafts that one call counts: 300,000 customers take about a second each. */
const MAX_COUNTED = 3
/** Milliseconds for which a count stays. */
const STAYS_MS = 3_600_000

interface Account {
  type: 'lineOA' | 'lineModule'
  channel_id: number
}

const isUncounted = ({ status, estimated_at }: CalendarRow) =>
  status === 'draft' && (estimated_at === null || databaseNow() - Date.parse(estimated_at) > STAYS_MS)

/** Counts the people of drafts whose count is missing or old, and keeps it. Returns the rows, and whether some are still to be counted. */
export async function withCounts(
  core: Core,
  storeId: number,
  rows: readonly CalendarRow[],
  of: { account: Account; settings: SettingRow },
): Promise<{ rows: CalendarRow[]; counting: boolean }> {
  const uncounted = rows.filter(isUncounted)
  const counts = new Map<number, CalendarRow['estimate']>()
  for (const row of uncounted.slice(0, MAX_COUNTED))
    await inStore(core.pool, storeId, async (db) => {
      const reached = await countReached(core.config, db, storeId, row, of)
      const estimate = reached && { total: reached.total, target: reached.people }
      await saveEstimate(db, storeId, row, estimate)
      counts.set(row.id, estimate)
    })
  return {
    rows: rows.map((row) => (counts.has(row.id) ? { ...row, estimate: counts.get(row.id)! } : row)),
    counting: uncounted.length > counts.size,
  }
}
