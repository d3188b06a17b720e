import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { dependency } from '../membership/dependencies.ts'

interface Notes {
  typeId: number
  fieldId: number
  text: string
  /** Profiles with the time of the note, and the day on which staff follow it up. */
  of: readonly { profile_id: number; at: string; follow_on: string | null }[]
}

/** Writes a note of the system to each of these profiles, which the caller has locked. Returns their ids by profile. */
export async function insertNotes(
  db: Db,
  storeId: number,
  { typeId, fieldId, text, of }: Notes,
): Promise<{ profile_id: number; id: number }[]> {
  if (of.length === 0) return []
  const { rows } = await sql<{ profile_id: number; id: number }>`
    insert into activity (store_id, profile_id, type_id, activity_at, fields, follow_on)
    select ${storeId}, n.profile_id, ${typeId}, n.at, ${JSON.stringify({ [fieldId]: text })}::jsonb, n.follow_on
    from unnest(${of.map(({ profile_id }) => profile_id)}::bigint[], ${of.map(({ at }) => at)}::timestamptz[],
      ${of.map(({ follow_on }) => follow_on)}::date[]) n (profile_id, at, follow_on)
    order by n.profile_id returning profile_id, id`.execute(db)
  const judged = { ids: rows.map(({ profile_id }) => profile_id), reads: [dependency.activity(typeId)] }
  await afterProfilesChanged(db, storeId, 'user', { activities: rows.length, judged })
  return rows
}
