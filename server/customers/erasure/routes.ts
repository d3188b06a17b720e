import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { implement } from '../../platform/core/implement.ts'
import { pageAnswer } from '../../platform/core/page.ts'
import { startJob } from '../../platform/jobs/start.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { listMentions, type MentionRow, settleMention } from './mentions.ts'

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
    const job_id = await startJob(core, db, storeId, user, { kind: 'profile_erase', request: { profile_id: id } })
    await audit('profile', id, { job_id })
    return { job_id }
  },

  async mentions({ db, storeId, query }) {
    const { data, total } = await listMentions(db, storeId, query)
    const sort_by = query.status === 'open' ? 'found_at' : 'settled_at'
    return pageAnswer({ ...query, sort_by, sort_dir: 'desc' }, data.map(viewMention), total)
  },

  async settle({ db, storeId, user, params: { id }, body: { outcome }, fail, audit }) {
    const mention = await settleMention(db, storeId, user.id, id, outcome)
    if (!mention) throw fail('not_found')
    await audit('erasure_mention', id, { outcome })
    return viewMention(mention)
  },
})

const viewMention = ({ row_key: key, ...mention }: MentionRow) => ({ ...mention, key })
