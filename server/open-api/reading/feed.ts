import { sql } from 'kysely'
import { isFree } from '../../customers/fields/live.ts'
import { columns, labelIds, type ProfileRow } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import type { ListCursor } from './cursor.ts'

/** A change of a profile: the row itself, or that it is gone. */
interface Change {
  id: number
  at: string
  merged_into: number | null
  /** Undefined for a deleted, merged, removed or restricted profile. */
  row: (ProfileRow & { label_ids: number[] }) | undefined
}

interface Span {
  after: ListCursor
  until: string
  limit: number
}

/** Changes after a position in order of time: live, deleted and merged profiles by `updated_at`, and rows of `profile_touch` by `at`. */
export async function feedChangesOf(db: Db, storeId: number, { after, until, limit }: Span): Promise<Change[]> {
  const within = sql`(p.updated_at, p.id) > (${after.at}::timestamptz, ${after.id}::bigint) and p.updated_at < ${until}::timestamptz`
  const { rows: places } = await sql<{ id: number; at: string; merged_into: number | null; live: boolean }>`
    select id, at, merged_into, live from (
      (select p.id, p.updated_at as at, null::bigint as merged_into, p.restricted_at is null as live from profile p
       where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null and ${within}
       order by p.updated_at, p.id limit ${limit})
      union all
      (select p.id, p.updated_at, p.merged_into, false from profile p
       where p.store_id = ${storeId} and (p.deleted_at is not null or p.merged_into is not null) is true and ${within}
       order by p.updated_at, p.id limit ${limit})
      union all
      (select t.profile_id, t.at, p.merged_into, p.id is not null and ${isFree('p')}
       from profile_touch t left join profile p on p.store_id = t.store_id and p.id = t.profile_id
       where t.store_id = ${storeId} and (t.at, t.profile_id) > (${after.at}::timestamptz, ${after.id}::bigint)
         and t.at < ${until}::timestamptz
       order by t.at, t.profile_id limit ${limit})
    ) c order by at, id limit ${limit}`.execute(db)
  const live = places.flatMap((place) => (place.live ? [place.id] : []))
  const found = await db
    .selectFrom('profile')
    .select([...columns, labelIds])
    .where('profile.store_id', '=', storeId)
    .where('profile.id', '=', sql<number>`any(${live}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .where('restricted_at', 'is', null)
    .execute()
  const rows = new Map(found.map((row) => [row.id, row]))
  return places.map(({ id, at, merged_into }) => ({ id, at, merged_into, row: rows.get(id) }))
}
