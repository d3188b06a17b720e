import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { firstOfSlot, type KeyBlock, mergeBlock, type StoredBlock, slotOf, type WrittenBlock } from './key-block.ts'
import { liveProfile, personRow } from './scan-queries.ts'

/** First key of the advisory lock under which blocks are written, so that a scan brings back no keys that an erasure deletes. */
const LOCK = storeLocks.duplicateKeys

/** Lets the transaction write blocks of keys. */
export const lockKeys = (db: Db, storeId: number) =>
  sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)

/** Slots of profile ids, the last one included. */
interface Slots {
  from: number
  /** Null: all later ones. */
  to: number | null
}

/** Returns slots from this one on that have so many profiles, with the rest of the last slot. */
export async function nextSlots(db: Db, storeId: number, from: number, people: number): Promise<Slots> {
  const { rows } = await sql<{ id: number }>`
    select id from profile where store_id = ${storeId} and id >= ${firstOfSlot(from)}::bigint
    order by id offset ${people}::int limit 1`.execute(db)
  return { from, to: rows[0] ? slotOf(rows[0].id) : null }
}

/** Largest number that JavaScript counts to. */
const LAST = Number.MAX_SAFE_INTEGER
const endOf = ({ to }: Slots) => (to === null ? LAST : firstOfSlot(to + 1) - 1)

/**
 * Returns profiles that were written since their keys were kept, as JSON, and kept ones that are no longer there. The transaction that
 * wrote a row (xmin) tells its versions apart, whenever it has committed and whatever its updated_at.
 */
export async function changedPeople(db: Db, storeId: number, slots: Slots) {
  const { rows } = await sql<{ people: string; count: number; gone: string[]; slots: string[] }>`
    with kept as materialized (select k.id, k.stamp from profile_duplicate_block b, unnest(b.ids, b.stamps) k (id, stamp)
      where b.store_id = ${storeId} and b.slot between ${slots.from}::bigint and ${slots.to ?? LAST}::bigint),
    changed as materialized (select kept.id as kept_id, live.id as live_id from kept full join (
        select p.id, p.xmin::text::bigint as stamp from profile p where p.store_id = ${storeId}
          and p.id between ${firstOfSlot(slots.from)}::bigint and ${endOf(slots)}::bigint and ${liveProfile}
      ) live on live.id = kept.id where kept.stamp is distinct from live.stamp)
    select coalesce(json_agg(${personRow}) filter (where p.id is not null), '[]')::text as people, count(p.id) as count,
      coalesce(array_agg(kept_id) filter (where p.id is null), '{}') as gone,
      coalesce(array_agg(distinct coalesce(p.id, kept_id) / ${firstOfSlot(1)}::bigint), '{}') as slots
    from changed left join lateral (
      select *, xmin::text::bigint as stamp from profile where store_id = ${storeId} and id = live_id offset 0) p on true`.execute(
    db,
  )
  const { people, count, gone, slots: touched } = rows[0]!
  return { people, count, gone: gone.map(Number), slots: touched.map(Number) }
}

export async function blocksOf(db: Db, storeId: number, slots: readonly number[]): Promise<StoredBlock[]> {
  const { rows } = await sql<StoredBlock>`select slot, keys, seen, stamps::text from profile_duplicate_block
    where store_id = ${storeId} and slot = any(${slots}::bigint[])`.execute(db)
  return rows
}

/** Blocks of keys that are read at once. */
export const BLOCKS_READ = 64

export async function nextBlocks(db: Db, storeId: number, after: number): Promise<KeyBlock[]> {
  const { rows } = await sql<KeyBlock>`select slot, keys, seen from profile_duplicate_block
    where store_id = ${storeId} and slot > ${after}::bigint order by slot limit ${BLOCKS_READ}`.execute(db)
  return rows
}

/** Writes blocks, and deletes those that have become empty. */
export async function writeBlocks(db: Db, storeId: number, blocks: readonly WrittenBlock[]): Promise<void> {
  const [empty, full] = [blocks.filter(({ ids }) => ids.length === 0), blocks.filter(({ ids }) => ids.length > 0)]
  if (empty.length > 0)
    await deleteBlocks(
      db,
      storeId,
      empty.map(({ slot }) => slot),
    )
  if (full.length === 0) return
  const arrays = (lists: number[][]) => lists.map((list) => `{${list.join()}}`)
  await sql`
    insert into profile_duplicate_block (store_id, slot, ids, stamps, keys, seen)
    select ${storeId}, slot, ids::bigint[], stamps::bigint[], keys, seen
    from unnest(${full.map(({ slot }) => slot)}::bigint[], ${arrays(full.map(({ ids }) => ids))}::text[],
      ${arrays(full.map(({ stamps }) => stamps))}::text[], ${full.map(({ keys }) => keys)}::bytea[],
      ${full.map(({ seen }) => seen)}::bytea[]) b (slot, ids, stamps, keys, seen)
    on conflict (store_id, slot) do update
      set ids = excluded.ids, stamps = excluded.stamps, keys = excluded.keys, seen = excluded.seen`.execute(db)
}

/** Notes what was seen in the last comparison. Leaves out blocks that an erasure has shortened or deleted meanwhile. */
export async function markBlocks(db: Db, storeId: number, marks: readonly Pick<KeyBlock, 'slot' | 'seen'>[]) {
  for (let from = 0; from < marks.length; from += BLOCKS_READ) {
    const some = marks.slice(from, from + BLOCKS_READ)
    await sql`update profile_duplicate_block b set seen = m.seen
      from unnest(${some.map(({ slot }) => slot)}::bigint[], ${some.map(({ seen }) => seen)}::bytea[]) m (slot, seen)
      where b.store_id = ${storeId} and b.slot = m.slot and octet_length(b.seen) = octet_length(m.seen)`.execute(db)
  }
}

/** Deletes blocks, or all of the store. */
export async function deleteBlocks(db: Db, storeId: number, slots?: readonly number[]): Promise<bigint | undefined> {
  const some = slots ? sql`and slot = any(${slots}::bigint[])` : sql``
  const deleted = await sql`delete from profile_duplicate_block where store_id = ${storeId} ${some}`.execute(db)
  return deleted.numAffectedRows
}

/** Deletes the keys of profiles at once. Returns the number of their blocks. */
export async function forgetKeys(db: Db, storeId: number, ids: readonly number[]): Promise<bigint> {
  await lockKeys(db, storeId)
  const stored = await blocksOf(db, storeId, [...new Set(ids.map(slotOf))])
  const gone = new Set(ids)
  await writeBlocks(
    db,
    storeId,
    stored.map((block) => mergeBlock(block.slot, block, [], gone)),
  )
  return BigInt(stored.length)
}
