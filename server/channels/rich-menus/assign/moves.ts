import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { byIndexes } from '../../../database/plans.ts'

/** An account of a store. */
export interface OfAccount {
  storeId: number
  channelId: number
}

/** Friends whom one call moves to one menu. `lineId`: null for the default menu. */
export interface MoveSet {
  lineId: string | null
  menuId: number | null
  userIds: string[]
}

/** Maximum users of a bulk call. */
const USERS_PER_CALL = 500

const ofMenu = (lineId: string | null) => (lineId === null ? sql`line_id is null` : sql`line_id = ${lineId}`)

/** Returns the menus of the account to which friends have to be moved. */
export async function dueMenus(db: Db, { storeId, channelId }: OfAccount): Promise<(string | null)[]> {
  const { rows } = await sql<{ line_id: string | null }>`
    select distinct line_id from rich_menu_friend
    where store_id = ${storeId} and channel_id = ${channelId} and not linked and not away order by line_id`.execute(db)
  return rows.map((row) => row.line_id)
}

/** Returns the next friends to move to a menu, behind `after`; undefined if there are none. */
export async function nextSet(
  db: Db,
  { storeId, channelId }: OfAccount,
  lineId: string | null,
  after: string,
): Promise<MoveSet | undefined> {
  const { rows } = await sql<{ external_id: string; menu_id: number | null }>`
    select external_id, menu_id from rich_menu_friend
    where store_id = ${storeId} and channel_id = ${channelId} and ${ofMenu(lineId)} and not linked and not away
      and external_id > ${after} order by external_id limit ${USERS_PER_CALL}`.execute(db)
  const first = rows[0]
  return first && { lineId, menuId: first.menu_id, userIds: rows.map((row) => row.external_id) }
}

/**
 * Notes that LINE has accepted a set. Friends whose menu changed meanwhile stay due, and those whom a sender that was cut off moved elsewhere
 * become due again. Customers get a line in their history.
 */
export async function noteAccepted(db: Db, account: OfAccount, { lineId, menuId, userIds }: MoveSet): Promise<void> {
  const { storeId, channelId } = account
  const isRight = sql`r.line_id is not distinct from ${lineId}::text and not r.away`
  const goes = sql`(${lineId}::text is null and ${isRight})`
  const friends = (columns: RawBuilder<unknown>, lock: RawBuilder<unknown>) => sql`
    unnest(${userIds}::text[]) sought cross join lateral (select ${columns} from rich_menu_friend
      where store_id = ${storeId} and channel_id = ${channelId} and external_id = sought order by external_id offset 0 ${lock}) r`
  await byIndexes(db)
  // Held before they are read: a version that was written meanwhile is found by its place only by a later statement.
  await sql`select from ${friends(sql`external_id`, sql`for update`)}`.execute(db)
  await sql`
    with held as materialized (
      select r.place, r.profile_id, r.shown_menu_id, case when r.line_id is not distinct from ${lineId}::text then r.label_id end as label_id
      from ${friends(sql`ctid as place, *`, sql``)}
    ),
    moves as (
      insert into rich_menu_move (store_id, profile_id, channel_id, from_menu_id, to_menu_id, label_id)
      select ${storeId}, p.id, ${channelId}, held.shown_menu_id, ${menuId}::int, held.label_id
      from held cross join lateral (select id from profile where store_id = ${storeId} and id = held.profile_id offset 0 for key share) p
      where held.shown_menu_id is distinct from ${menuId}::int order by p.id
    ),
    unlinked as (
      delete from rich_menu_friend r
      where r.store_id = ${storeId} and r.ctid = any(array(select place from held)) and ${goes}
    )
    update rich_menu_friend r set linked = ${isRight}, shown_menu_id = ${menuId}::int, linked_at = now()
    where r.store_id = ${storeId} and r.ctid = any(array(select place from held)) and not ${goes}`.execute(db)
}

/** Sends nothing more to friends whom LINE refuses, until something of theirs changes. */
export async function noteRefused(db: Db, { storeId, channelId }: OfAccount, userIds: readonly string[]) {
  await sql`update rich_menu_friend set away = true
    where store_id = ${storeId} and channel_id = ${channelId} and external_id = any(${userIds}::text[])`.execute(db)
}

/** Notes the time at which the last friend of an account got the right menu. Returns false while one waits. */
export async function noteSettled(db: Db, { storeId, channelId }: OfAccount): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    with waiting as materialized (
      select exists (select from rich_menu_friend
        where store_id = ${storeId} and channel_id = ${channelId} and not linked and not away) as waits
    ),
    settled as (
      update rich_menu_assignment set settled_at = clock_timestamp()
      where store_id = ${storeId} and channel_id = ${channelId} and settled_at is null and not (select waits from waiting)
    )
    select waits from waiting`.execute(db)
  return !rows[0]!.waits
}
