import type { exclusionReasons } from '@ruam/contract/broadcasts/broadcast.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'

type Reason = (typeof exclusionReasons)[number]

interface ReachCounts {
  total: number
  target: number
  exclusions: { reason: Reason; total: number }[]
}

/** Counts an audience by the reason for which people are excluded. */
export async function countAudience(db: Db, rows: RawBuilder<unknown>): Promise<ReachCounts> {
  await bySets(db)
  const { rows: counts } = await sql<{ reason: Reason | null; total: number }>`
    select reason, count(*)::int as total from (${rows}) audience group by reason order by total desc, reason`.execute(
    db,
  )
  const total = counts.reduce((sum, row) => sum + row.total, 0)
  return {
    total,
    target: counts.find(({ reason }) => reason === null)?.total ?? 0,
    exclusions: counts.flatMap(({ reason, total: people }) => (reason === null ? [] : { reason, total: people })),
  }
}
