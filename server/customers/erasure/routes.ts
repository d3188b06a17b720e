import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { listMentions, type MentionRow, settleMention } from './mentions.ts'
import { startErasures } from './start.ts'

export const profileErasureRoutes = implement(profileErasure, {
  async erase({ core, db, storeId, user, params: { id }, fail, audit }) {
    const { all, started } = await startErasures(core, db, storeId, user, [id])
    const [one] = all
    if (!one) throw fail('not_found')
    if (started.length > 0) await audit('profile', id, { job_id: one.job_id })
    return { job_id: one.job_id }
  },

  async eraseSeveral({ core, db, storeId, user, body, audit }) {
    const { all } = await startErasures(core, db, storeId, user, body.profile_ids)
    if (all.length > 0) await audit('store', storeId, { profiles: all.length })
    const ids = new Set(all.map(({ profile_id }) => profile_id))
    return { started: all, not_found: [...new Set(body.profile_ids)].filter((id) => !ids.has(id)) }
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
