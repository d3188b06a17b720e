import type { Arm } from '@ruam/contract/broadcasts/ab-test.ts'
import type { Broadcast } from '@ruam/contract/broadcasts/broadcast.ts'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../../core/config.ts'
import { standingOfEach } from '../../customers/consents/standing.ts'
import type { Db } from '../../database/db.ts'

interface NewLink {
  place: number
  arm: Arm | null
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
  await sql`insert into broadcast_link (store_id, broadcast_id, place, arm, message, code, target)
    select ${storeId}, ${broadcastId}, l.place, l.arm, l.message, l.code, l.target
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (place int, arm text, message int, code text, target text)
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
    .select(['arm', 'message', 'target', 'code', 'clicks', 'visitors'])
    .where('store_id', '=', storeId)
    .where('broadcast_id', '=', broadcastId)
    .orderBy('place')
    .execute()
  return rows.map(({ code, ...link }) => ({ ...link, address: mediaUrl ? `${mediaUrl}/l/${code}` : null }))
}

/** Returns how many people clicked a link of each broadcast; those without tracked links are missing. */
export async function clickersOf(
  db: Db,
  storeId: number,
  broadcastIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (broadcastIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; people: number }>`
    select broadcast_id as id, sum(first_visitors)::int as people from broadcast_link
    where store_id = ${storeId} and broadcast_id = any(${broadcastIds}::int[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, people }) => [id, people]))
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
export async function countClick(db: Db, link: FoundLink, visitor: Buffer): Promise<boolean> {
  const { store_id, broadcast_id, place } = link
  // A click that a crash loses is worth less than a visitor who waits for the disk.
  await sql`set local synchronous_commit = off`.execute(db)
  const { rows } = await sql`
    with visit as (${visitTo(link, place, visitor, '1 second', sql`values (0)`)}),
    first as (${visitTo(link, ANY_LINK, visitor, '1 day', sql`select 0 from visit`)})
    update broadcast_link l set clicks = clicks + 1, visitors = visitors + v.is_new::int,
      first_visitors = first_visitors + coalesce((select is_new from first), false)::int
    from visit v where l.store_id = ${store_id} and l.broadcast_id = ${broadcast_id} and l.place = ${place}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Place of a visitor's row for all links of a broadcast: the first link is 1. */
const ANY_LINK = 0

/** Notes a visit once per interval. `cause`: a row if there is a visit. */
const visitTo = (
  { store_id, broadcast_id }: FoundLink,
  place: number,
  visitor: Buffer,
  interval: string,
  cause: RawBuilder<unknown>,
) => sql`
  insert into broadcast_click as c (store_id, broadcast_id, place, visitor)
  select ${store_id}, ${broadcast_id}, ${place}, ${visitor} from (${cause}) cause
  on conflict (store_id, broadcast_id, place, visitor) do update set clicked_at = clock_timestamp()
    where c.clicked_at < clock_timestamp() - ${interval}::interval
  returning xmax = 0 as is_new`

/** Counts a click of a recipient who is not a customer, if the store still counts by customer for the purpose and no stop came since. */
async function countFriendClick(
  db: Db,
  { store_id, broadcast_id }: Pick<FoundLink, 'store_id' | 'broadcast_id'>,
  position: number,
): Promise<void> {
  await sql`
    update broadcast_recipient r set clicks = coalesce(r.clicks, 0) + 1
    from broadcast b join broadcast_setting s on s.store_id = b.store_id and b.purpose_id = any(s.click_purpose_ids)
    where r.store_id = ${store_id} and r.broadcast_id = ${broadcast_id} and r.position = ${position}
      and r.profile_id is null and r.external_id is not null
      and b.store_id = r.store_id and b.id = r.broadcast_id and b.link_tracking = 'people'
      and not exists (select from line_stop l where l.store_id = r.store_id and l.user_id = r.external_id)`.execute(db)
}

/** Keeps the time of the click before, of at most 50. */
export const withEarlierTimes = sql`earlier_at = (c.earlier_at || c.clicked_at)[greatest(1, cardinality(c.earlier_at) - 48):]`

/**
 * Counts a click of a recipient, if the store still counts by customer for the purpose. Nothing is stored after an erasure, a restriction
 * or a withdrawal of consent.
 */
export async function countPersonClick(
  db: Db,
  { store_id, broadcast_id, place }: FoundLink,
  position: number,
): Promise<void> {
  const counted = await sql`
    insert into broadcast_person_click as c (store_id, broadcast_id, place, profile_id)
    select ${store_id}, ${broadcast_id}, ${place}, p.id
    from broadcast_recipient r
    join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id and b.link_tracking = 'people'
    join broadcast_setting s on s.store_id = r.store_id and b.purpose_id = any(s.click_purpose_ids)
    join profile sent on sent.store_id = r.store_id and sent.id = r.profile_id
    join profile p on p.store_id = r.store_id and p.id = coalesce(sent.merged_into, sent.id)
      and p.deleted_at is null and p.restricted_at is null
    ${standingOfEach({ storeId: store_id, purpose: sql`b.purpose_id` }, { id: sql`p.id`, birth: sql`p.birth_date` })}
    where r.store_id = ${store_id} and r.broadcast_id = ${broadcast_id} and r.position = ${position}
      and consent.standing not in ('withdrawn', 'under_age')
    on conflict (store_id, broadcast_id, place, profile_id)
      do update set clicks = c.clicks + 1, clicked_at = clock_timestamp(), ${withEarlierTimes}`.execute(db)
  if (!counted.numAffectedRows) await countFriendClick(db, { store_id, broadcast_id }, position)
}
