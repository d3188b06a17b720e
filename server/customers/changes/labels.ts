import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/**
 * Holds labels in the one order in which everybody does, by id and all at once: these general ones, and those of any type that the
 * profiles `of` have. None is deleted, given, taken or counted by others until the caller's transaction ends. Answers which of the
 * general ones are there. Who holds profiles too holds them before.
 */
export async function lockLabels(
  db: Db,
  storeId: number,
  labelIds: readonly number[],
  of: readonly number[] = [],
): Promise<number[]> {
  if (labelIds.length === 0 && of.length === 0) return []
  const wanted = new Set(labelIds)
  const { rows } = await sql<{ id: number; type: string }>`
    select id, type from label where store_id = ${storeId} and id in (
      select unnest(${labelIds}::int[])
      union select label_id from profile_label
        where store_id = ${storeId} and profile_id = any(${of}::bigint[]) and source <> 'manual_remove')
    order by id for no key update`.execute(db)
  return rows.filter(({ id, type }) => wanted.has(id) && type === 'general').map(({ id }) => id)
}

/** By label: how many live profiles have got it, less those who have lost it. */
export type LabelMoves = Readonly<Record<number, number>>

/**
 * A label counts the live profiles that have it: adds what was moved, and the labels of profiles that came or went (`sign`). Holds
 * them in their order.
 */
export async function countLabels(
  db: Db,
  storeId: number,
  moves: LabelMoves,
  turned: { ids: readonly number[]; sign: 1 | -1 },
): Promise<void> {
  const labelIds = Object.keys(moves).map(Number)
  if (labelIds.length === 0 && turned.ids.length === 0) return
  await sql`with moved as materialized (
      select label_id, sum(people)::int as people from (
        select * from unnest(${labelIds}::int[], ${Object.values(moves)}::int[]) as given (label_id, people)
        union all
        select label_id, ${turned.sign}::int * count(*)::int from profile_label
        where store_id = ${storeId} and profile_id = any(${turned.ids}::bigint[]) and source <> 'manual_remove'
        group by label_id
      ) each
      group by label_id having sum(people) <> 0
    ),
    held as materialized (
      select id from label where store_id = ${storeId} and id in (select label_id from moved) order by id for no key update
    )
    update label set target_count = target_count + moved.people from moved, held
    where label.store_id = ${storeId} and label.id = held.id and moved.label_id = held.id`.execute(db)
}
