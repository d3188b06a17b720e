import type { exclusionReasons } from '@ruam/contract/broadcasts/broadcast.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { calledName } from '../settings/queries.ts'

type Reason = (typeof exclusionReasons)[number]

interface Page {
  reason: Reason | null
  offset: number
  limit: number
}

/** Returns a page of the people of an audience who are not reached, by their numbers. */
export async function excludedPage(
  db: Db,
  storeId: number,
  audience: RawBuilder<unknown>,
  { reason, offset, limit }: Page,
) {
  await bySets(db)
  const { rows } = await sql<{ id: number; name: string; reason: Reason; total: number }>`
    with excluded as materialized (
      select profile_id, reason from (${audience}) a
      where reason is not null and (${reason}::text is null or reason = ${reason})
    )
    select p.id, ${calledName} as name, e.reason, (select count(*)::int from excluded) as total
    from (select * from excluded order by profile_id offset ${offset}::int limit ${limit}::int) e
    join profile p on p.store_id = ${storeId} and p.id = e.profile_id
    order by p.id`.execute(db)
  return {
    results: rows.map(({ reason: of, id, name }) => ({ profile: { id, name }, reason: of })),
    total: rows[0]?.total ?? 0,
  }
}
