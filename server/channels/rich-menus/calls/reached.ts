import { sql } from 'kysely'
import { mayBeMember } from '../../../customers/membership/evaluate.ts'
import type { Db } from '../../../database/db.ts'
import { bySets } from '../../../database/plans.ts'
import { type RichMenuRow, writtenContent } from '../queries.ts'

/** Labels of menus in use that come before a menu; before the default one come all others. */
const earlierLabels = (storeId: number, { id, channel_id, place }: RichMenuRow) => sql`
  select label from rich_menu m cross join lateral unnest(m.label_ids) label
  where m.store_id = ${storeId} and m.channel_id = ${channel_id} and m.id <> ${id} and m.status = 'in_use' and not m.is_default
    and (${place}::int is null or m.place < ${place}::int)`

/** Counts the friends who get a menu once it is used as it is written: it fits them, and no earlier menu does. */
export async function countReached(db: Db, storeId: number, row: RichMenuRow): Promise<number> {
  await bySets(db)
  const ids = [...writtenContent(row).label_ids]
  const { rows } = await sql<{ people: number }>`
    with live as (select id from profile where store_id = ${storeId} and ${mayBeMember}),
    member as (select profile_id, label_id from profile_label join live on id = profile_id
      where store_id = ${storeId} and source <> 'manual_remove'
        and (label_id = any(${ids}::int[]) or label_id in (${earlierLabels(storeId, row)})))
    select count(*) as people from channel_friend f
    where f.store_id = ${storeId} and f.channel_id = ${row.channel_id} and f.status = 'friend'
      and (${row.is_default} or f.profile_id in (select profile_id from member where label_id = any(${ids}::int[])))
      and not exists (select from member where profile_id = f.profile_id and label_id in (${earlierLabels(storeId, row)}))`.execute(
    db,
  )
  return rows[0]!.people
}
