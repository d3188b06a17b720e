import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { dependency } from '../membership/dependencies.ts'

/** Condition of a note `a` of the system that staff have neither followed up nor pinned. */
export const isOpenNote: RawBuilder<boolean> = sql`(a.created_by is null and a.run_id is null and a.followed_at is null and a.pinned_at is null)`

/** Removes notes of the system that staff have neither followed up nor pinned. The caller has locked their profiles. Returns the profiles. */
export async function removeOpenNotes(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ profile_id: number; type_id: number }>`
    delete from activity a using activity_type t
    where a.store_id = ${storeId} and a.id = any(${ids}::bigint[]) and t.store_id = a.store_id and t.id = a.type_id
      and t.purpose = 'note' and ${isOpenNote}
    returning a.profile_id, a.type_id`.execute(db)
  const types = [...new Set(rows.map(({ type_id }) => type_id))]
  const profiles = [...new Set(rows.map(({ profile_id }) => profile_id))]
  if (profiles.length > 0)
    await afterProfilesChanged(db, storeId, 'user', {
      judged: { ids: profiles, reads: types.map(dependency.activity) },
    })
  return profiles
}
