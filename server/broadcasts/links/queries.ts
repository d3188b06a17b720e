import type { Broadcast } from '@ruam/contract/broadcasts/broadcast.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'

interface NewLink {
  place: number
  message: number
  code: string
  target: string
}

/** Stores the links of a broadcast. A later chunk finds them stored. */
export async function insertLinks(
  db: Db,
  storeId: number,
  broadcastId: number,
  links: readonly NewLink[],
): Promise<void> {
  if (links.length === 0) return
  await sql`insert into broadcast_link (store_id, broadcast_id, place, message, code, target)
    select ${storeId}, ${broadcastId}, l.place, l.message, l.code, l.target
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (place int, message int, code text, target text)
    on conflict do nothing`.execute(db)
}

/** Returns the links of a broadcast, in the order of its messages. */
export async function linksOf(
  { mediaUrl }: Pick<Config, 'mediaUrl'>,
  db: Db,
  storeId: number,
  broadcastId: number,
): Promise<Broadcast['links']> {
  const rows = await db
    .selectFrom('broadcast_link')
    .select(['message', 'target', 'code', 'clicks', 'visitors'])
    .where('store_id', '=', storeId)
    .where('broadcast_id', '=', broadcastId)
    .orderBy('place')
    .execute()
  return rows.map(({ code, ...link }) => ({ ...link, address: mediaUrl ? `${mediaUrl}/l/${code}` : null }))
}

export interface FoundLink {
  store_id: number
  broadcast_id: number
  place: number
  target: string
}

/** Finds a link by its code, outside of any store. */
export async function findLink(pool: pg.Pool, code: string): Promise<FoundLink | undefined> {
  const { rows } = await pool.query<FoundLink>('select * from auth.link($1)', [code])
  return rows[0]
}

/** Counts a click, unless the same visitor clicked within the last second. Returns whether it counted. */
export async function countClick(
  db: Db,
  { store_id, broadcast_id, place }: FoundLink,
  visitor: Buffer,
): Promise<boolean> {
  // A click that a crash loses is worth less than a visitor who waits for the disk.
  await sql`set local synchronous_commit = off`.execute(db)
  const { rows } = await sql`
    with visit as (
      insert into broadcast_click as c (store_id, broadcast_id, place, visitor)
      values (${store_id}, ${broadcast_id}, ${place}, ${visitor})
      on conflict (store_id, broadcast_id, place, visitor) do update set clicked_at = clock_timestamp()
        where c.clicked_at < clock_timestamp() - interval '1 second'
      returning xmax = 0 as is_new
    )
    update broadcast_link l set clicks = clicks + 1, visitors = visitors + v.is_new::int
    from visit v where l.store_id = ${store_id} and l.broadcast_id = ${broadcast_id} and l.place = ${place}
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Counts a click of a recipient, if the store still counts by customer for the purpose. Nothing is stored after an erasure, a restriction
 * or a withdrawal of consent.
 */
export async function countPersonClick(
  db: Db,
  { store_id, broadcast_id, place }: FoundLink,
  position: number,
): Promise<void> {
  await sql`
    insert into broadcast_person_click as c (store_id, broadcast_id, place, profile_id)
    select ${store_id}, ${broadcast_id}, ${place}, p.id
    from broadcast_recipient r
    join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id and b.link_tracking = 'people'
    join broadcast_setting s on s.store_id = r.store_id and b.purpose_id = any(s.click_purpose_ids)
    join profile sent on sent.store_id = r.store_id and sent.id = r.profile_id
    join profile p on p.store_id = r.store_id and p.id = coalesce(sent.merged_into, sent.id)
      and p.deleted_at is null and p.restricted_at is null
    where r.store_id = ${store_id} and r.broadcast_id = ${broadcast_id} and r.position = ${position}
      and coalesce((select e.status from consent_entry e
        where e.store_id = r.store_id and e.profile_id = p.id and e.purpose_id = b.purpose_id
        order by e.at desc, e.id desc limit 1), 'granted') <> 'withdrawn'
    on conflict (store_id, broadcast_id, place, profile_id)
      do update set clicks = c.clicks + 1, clicked_at = clock_timestamp()`.execute(db)
}
