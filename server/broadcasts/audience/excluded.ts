import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { calledName, friendName } from '../settings/queries.ts'

type Excluded = Answer<typeof broadcasts.excluded>['results'][number]

interface Page {
  reason: Excluded['reason'] | null
  offset: number
  limit: number
}

/** Returns a page of the people of an audience who are not reached: customers by their numbers, then friends who are none. */
export async function excludedPage(
  db: Db,
  storeId: number,
  channelId: number,
  audience: RawBuilder<unknown>,
  { reason, offset, limit }: Page,
) {
  await bySets(db)
  const { rows } = await sql<{ id: number | null; name: string; reason: Excluded['reason']; total: number }>`
    with excluded as materialized (
      select profile_id, external_id, reason from (${audience}) a
      where reason is not null and (${reason}::text is null or reason = ${reason})
    )
    select p.id, case when e.profile_id is null then ${friendName(storeId, channelId, sql`e.external_id`)} else ${calledName} end as name,
      e.reason, (select count(*)::int from excluded) as total
    from (select * from excluded order by profile_id, external_id offset ${offset}::int limit ${limit}::int) e
    left join profile p on p.store_id = ${storeId} and p.id = e.profile_id
    order by e.profile_id, e.external_id`.execute(db)
  return {
    results: rows.map(({ id, name, reason: of }) => ({
      profile: id === null ? null : { id, name },
      friend: id === null ? { name } : null,
      reason: of,
    })),
    total: rows[0]?.total ?? 0,
  }
}
