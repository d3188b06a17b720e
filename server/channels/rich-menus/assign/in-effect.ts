import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'

/**
 * Stores the menus in effect of each account whose menus changed: by staff, at LINE, by the calendar, or by a deleted label. Their friends are
 * compared by the next statement of another transaction. An account without menus and friends to unlink is forgotten.
 */
export async function storeMenusInEffect(db: Db, storeId: number): Promise<void> {
  await sql`
    with here as materialized (
      select channel_id, menus from menus_in_effect() where store_id = ${storeId}
    ),
    changed as materialized (
      select coalesce(here.channel_id, a.channel_id) as channel_id, coalesce(here.menus, '[]') as menus
      from here full join (select channel_id, menus from rich_menu_assignment where store_id = ${storeId}) a using (channel_id)
      where here.menus is distinct from a.menus and (here.menus is not null or a.menus <> '[]')
      order by 1
    )
    insert into rich_menu_assignment as a (store_id, channel_id, menus, label_ids)
    select ${storeId}, channel_id, menus, array(
      select distinct label::int from jsonb_path_query(menus, '$[*].label_ids[*]') label order by 1) from changed
    on conflict (store_id, channel_id) do update
      set menus = excluded.menus, label_ids = excluded.label_ids, compares = true, horizon = null, horizon_at = null`.execute(
    db,
  )
  await sql`delete from rich_menu_assignment a where store_id = ${storeId} and menus = '[]' and not compares and not doubted and not exists (
    select from rich_menu_friend f where f.store_id = a.store_id and f.channel_id = a.channel_id)`.execute(db)
}

/** Seconds after which a comparison counts as complete, whatever transactions are left: one is open for less. */
const HORIZON_SECONDS = 3600

/** The oldest transaction that has not ended, and the next one. */
const snapshotEnds = sql`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as begin,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as end`

/**
 * Returns the accounts whose friends are all to be compared. A transaction that does not know the labels of a menu marks no customer: the
 * comparison is repeated until the last of these has ended. Must be the first statement of its transaction, whose own number would count.
 */
export async function takeComparisons(db: Db, storeId: number): Promise<{ ids: number[]; doubted: number[] }> {
  const { rows } = await sql<{ channel_id: number; doubted: boolean }>`
    with held as materialized (
      select channel_id, doubted from rich_menu_assignment
      where store_id = ${storeId} and (compares or doubted) order by channel_id for update
    )
    update rich_menu_assignment a set doubted = false,
      horizon = coalesce(a.horizon, snap.end), horizon_at = coalesce(a.horizon_at, clock_timestamp()),
      compares = snap.begin < coalesce(a.horizon, snap.end)
        and coalesce(a.horizon_at, clock_timestamp()) > clock_timestamp() - make_interval(secs => ${HORIZON_SECONDS})
    from held, (${snapshotEnds}) snap where a.store_id = ${storeId} and a.channel_id = held.channel_id
    returning a.channel_id, held.doubted`.execute(db)
  return {
    ids: rows.map((row) => row.channel_id),
    doubted: rows.flatMap((row) => (row.doubted ? [row.channel_id] : [])),
  }
}

/** Has all friends of a store told again: a database from a backup does not know what LINE shows. */
export async function doubtMenus(db: Db, storeId: number): Promise<void> {
  await sql`update rich_menu_assignment set doubted = true, compares = true, horizon = null, horizon_at = null
    where store_id = ${storeId}`.execute(db)
}
