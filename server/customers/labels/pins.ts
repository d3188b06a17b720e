import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** A profile in a segment. */
interface Pinned {
  id: number
  profileId: number
}

/** Keeps a live profile that the caller holds in a segment (true), or out of it, whatever its rule says. */
export async function writePin(db: Db, storeId: number, userId: number, of: Pinned, value: boolean): Promise<void> {
  const source = value ? 'manual_add' : 'manual_remove'
  await sql`insert into profile_label (store_id, label_id, profile_id, source, pinned_by, pinned_at)
    values (${storeId}, ${of.id}, ${of.profileId}, ${source}, ${userId}, clock_timestamp())
    on conflict (store_id, label_id, profile_id) do update
      set created_at = case when profile_label.source = 'manual_remove' then excluded.pinned_at else profile_label.created_at end,
        source = excluded.source, run_id = null, pinned_by = excluded.pinned_by, pinned_at = excluded.pinned_at`.execute(
    db,
  )
}

export async function dropPin(db: Db, storeId: number, { id, profileId }: Pinned): Promise<void> {
  await sql`delete from profile_label where store_id = ${storeId} and label_id = ${id} and profile_id = ${profileId}
    and source in ('manual_add', 'manual_remove')`.execute(db)
}
