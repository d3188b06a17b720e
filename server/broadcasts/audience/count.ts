import type { exclusionReasons } from '@ruam/contract/broadcasts/broadcast.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { type Draw, withDraw } from './draw.ts'

type Reason = (typeof exclusionReasons)[number]

interface ReachCounts {
  total: number
  target: number
  /** People of `target` whom a draw holds out. */
  held_out: number
  exclusions: { reason: Reason; total: number }[]
}

/** Counts an audience by the reason for which people are excluded, and those whom a draw holds out. */
export async function countAudience(db: Db, rows: RawBuilder<unknown>, draw: Draw | null = null): Promise<ReachCounts> {
  await bySets(db)
  const drawn = draw ? sql`, (count(*) filter (where held_out))::int as held_out` : sql``
  const { rows: counts } = await sql<{ reason: Reason | null; total: number; held_out?: number }>`
    select reason, count(*)::int as total${drawn} from (${draw ? withDraw(rows, draw) : rows}) audience
    group by reason order by total desc, reason`.execute(db)
  const total = counts.reduce((sum, row) => sum + row.total, 0)
  const reached = counts.find(({ reason }) => reason === null)
  return {
    total,
    target: reached?.total ?? 0,
    held_out: reached?.held_out ?? 0,
    exclusions: counts.flatMap(({ reason, total: people }) => (reason === null ? [] : { reason, total: people })),
  }
}
