import { type BroadcastSettings, broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { findPurpose } from '../../customers/consents/calls/queries.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { linkedOf, peopleNamed, type SettingRow, saveSettings, settingsOf } from './queries.ts'

export const broadcastSettingRoutes = implement(broadcastSettings, {
  get: async ({ db, storeId }) => viewSettings(db, storeId, await settingsOf(db, storeId)),

  async put({ db, storeId, body: { origin_time, quiet_hours, ...settings }, fail, stale, audit }) {
    if (settings.purpose_id !== null && !(await findPurpose(db, storeId, settings.purpose_id))) throw fail('not_found')
    for (const id of settings.click_purpose_ids) if (!(await findPurpose(db, storeId, id))) throw fail('not_found')
    const testers = await peopleNamed(db, storeId, settings.tester_ids)
    if (testers.length < new Set(settings.tester_ids).size) throw fail('not_found')
    const saved = await saveSettings(db, storeId, origin_time, {
      ...settings,
      quiet_from: quiet_hours?.from ?? null,
      quiet_to: quiet_hours?.to ?? null,
    })
    const current = await viewSettings(db, storeId, await settingsOf(db, storeId))
    if (!saved) throw stale(current)
    await audit('broadcast_setting', storeId)
    return current
  },
})

async function viewSettings(db: Db, storeId: number, row: SettingRow): Promise<BroadcastSettings> {
  const { quiet_from, quiet_to, tester_ids, ...shown } = row
  const linked = await linkedOf(db, storeId, tester_ids)
  const people = await peopleNamed(db, storeId, tester_ids)
  return {
    ...shown,
    quiet_hours: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
    testers: people.map((one) => ({ ...one, linked: linked.has(one.id) })),
  }
}
