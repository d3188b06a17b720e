import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { ActivityRow } from '../customers/profile-activities/queries.ts'
import { viewActivities } from '../customers/profile-activities/view.ts'
import { segmentNamesOf } from '../customers/segments/estimate.ts'
import type { Db } from '../database/db.ts'

/** Returns activities with the names of their profiles. */
export async function viewWithProfiles(
  db: Db,
  storeId: number,
  rows: readonly (ActivityRow & { profile_id: number })[],
  language: Language,
) {
  const shown = await viewActivities(db, storeId, rows, language)
  const ids = [...new Set(rows.map(({ profile_id }) => profile_id))]
  const names = new Map((await segmentNamesOf(db, storeId, ids)).map(({ id, name }) => [id, name]))
  return shown.map((activity, index) => {
    const id = rows[index]!.profile_id
    return { ...activity, profile: { id, name: names.get(id) ?? '' } }
  })
}
