import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import { lockForQueuedJob } from '../profiles/lock.ts'
import { listMentions, type MentionRow, settleMention } from './mentions.ts'
import { erasable } from './queries.ts'

export const profileErasureRoutes = implement(profileErasure, {
  async erase({ core, db, storeId, user, params: { id }, fail, audit }) {
    await lockForQueuedJob(db, storeId)
    const [asked] = await erasable(db, storeId, [id])
    if (!asked) throw fail('not_found')
    if (asked.job_id !== null) return { job_id: asked.job_id }
    const job_id = await startErasure(core, db, storeId, user, [id])
    await audit('profile', id, { job_id })
    return { job_id }
  },

  async eraseSeveral({ core, db, storeId, user, body, audit }) {
    await lockForQueuedJob(db, storeId)
    const known = await erasable(db, storeId, body.profile_ids)
    const waiting = known.flatMap(({ profile_id, job_id }) => (job_id === null ? [profile_id] : []))
    const job = waiting.length > 0 ? await startErasure(core, db, storeId, user, waiting) : 0
    const started = known.map(({ profile_id, job_id }) => ({ profile_id, job_id: job_id ?? job }))
    if (started.length > 0) await audit('store', storeId, { profiles: started.length })
    const ids = new Set(known.map(({ profile_id }) => profile_id))
    return { started, not_found: [...new Set(body.profile_ids)].filter((id) => !ids.has(id)) }
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

const startErasure = (
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  user: Principal,
  profile_ids: readonly number[],
) => startJob(core, db, storeId, user, { kind: 'profile_erase', request: { profile_ids, again: [] } })

const viewMention = ({ row_key: key, ...mention }: MentionRow) => ({ ...mention, key })
