import { sql } from 'kysely'
import { timeZoneOf } from '../../../access/stores/queries.ts'
import { databaseNow } from '../../../core/now.ts'
import { afterProfilesChanged } from '../../../customers/changes/after-profiles-changed.ts'
import { touching } from '../../../customers/changes/touch.ts'
import { noteType } from '../../../customers/fields/note-type.ts'
import { dependency } from '../../../customers/membership/dependencies.ts'
import { insertActivity } from '../../../customers/profile-activities/queries.ts'
import type { Db } from '../../../database/db.ts'
import { dayAt } from '../../../formats/values/time-zones.ts'

/** Note of the follow-up, in Thai as the notes of staff. */
const NOTE = 'ลูกค้าขอคุยกับร้านทาง LINE'

/** Makes a follow-up of today for a customer who wants to talk to staff. */
export async function makeFollowUp(db: Db, storeId: number, profileId: number): Promise<void> {
  const { type, field } = await noteType(db, storeId)
  const { rows } = await touching(storeId, sql`${[profileId]}::bigint[]`).execute(db)
  if (rows.length === 0) return
  const followOn = dayAt(new Date(databaseNow()).toISOString(), await timeZoneOf(db, storeId))
  const fields = new Map([[field, NOTE]])
  await insertActivity(db, storeId, null, {
    ...{ profileId, typeId: type, at: undefined, fields },
    note: { pinned: false, followOn },
  })
  await afterProfilesChanged(db, storeId, 'line', {
    activities: 1,
    judged: { ids: [profileId], reads: [dependency.activity(type)] },
  })
}
