import { profileErasure } from '@ruam/contract/profile-erasure.ts'
import { implement } from '../core/implement.ts'
import { startJob } from '../jobs/start.ts'
import { lockForPipeline } from '../profiles/lock.ts'

export const profileErasureRoutes = implement(profileErasure, {
  async erase({ core, db, storeId, user, params: { id }, fail, audit }) {
    const profile = await db
      .selectFrom('profile')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!profile) throw fail('not_found')
    await lockForPipeline(db, storeId, 'profile_locked')
    const job_id = await startJob(core, db, storeId, user.id, { kind: 'profile_erase', request: { profile_id: id } })
    await audit({ action: 'profile_erasure_started', subject_type: 'profile', subject_id: id, details: { job_id } })
    return { job_id }
  },
})
