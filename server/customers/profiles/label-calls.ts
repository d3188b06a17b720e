import type { profiles } from '@ruam/contract/customers/profiles.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Handlers } from '../../http/implement.ts'
import { lockLabels } from '../changes/labels.ts'
import { writtenBy } from '../changes/source.ts'
import { refuseSegments } from '../labels/queries.ts'
import { addLabels, assignLabels, checkLabels, removeLabels } from '../labels/write.ts'
import { closedTo } from './closed.ts'
import { liveProfile, profileFor } from './one.ts'

/**
 * The calls that give a profile labels and take them away, also while an import works (decision 6). Segments follow a rule of their
 * own and are not found here.
 */
export const labelCalls = {
  /** Segments that the profile has may be named: a caller that writes back what it read changes nothing. */
  async setLabels({ db, storeId, params: { id }, body, user, language, audit }) {
    await holdProfile(db, storeId, id)
    const held = await heldLabels(db, storeId, id)
    const { segments: closed } = await closedTo(db, storeId, user.rights)
    const shown = held.filter((label) => label.type === 'advanced' && !closed.has(label.id))
    const segments = new Set(shown.map((label) => label.id))
    const general = held.filter(({ type }) => type === 'general').map((label) => label.id)
    const wanted = new Set(body.label_ids.filter((label) => !segments.has(label)))
    // All at once: a caller that held some and asked for others would wait for one that does the opposite.
    const there = new Set(await lockLabels(db, storeId, [...wanted, ...general]))
    const missing = [...wanted].filter((label) => !there.has(label))
    await refuseSegments(db, storeId, missing)
    if (missing.length > 0) throw new ApiError('not_found')
    const by = writtenBy(user)
    const given = [...wanted].filter((label) => !general.includes(label))
    const taken = general.filter((label) => !wanted.has(label))
    await addLabels(db, storeId, by, { labelIds: given, ids: [id] })
    await removeLabels(db, storeId, by, { labelIds: taken, ids: [id] })
    const labels = { labels: given.join(','), labels_taken: taken.join(',') }
    if (given.length + taken.length > 0)
      await audit('profile', id, { given: given.length, taken: taken.length, ...labels })
    return profileFor(db, storeId, id, { rights: user.rights, language })
  },

  async addLabels({ db, storeId, params: { id }, body, user, language, audit }) {
    await holdProfile(db, storeId, id)
    await checkLabels(db, storeId, body.label_ids)
    const given = await assignLabels(db, storeId, writtenBy(user), [id], body.label_ids)
    if (given > 0) await audit('profile', id, { given: body.label_ids.length, labels: body.label_ids.join(',') })
    return profileFor(db, storeId, id, { rights: user.rights, language })
  },

  async removeLabel({ db, storeId, params: { id, label }, user, language, audit }) {
    await holdProfile(db, storeId, id)
    await checkLabels(db, storeId, [label])
    const taken = await removeLabels(db, storeId, writtenBy(user), { labelIds: [label], ids: [id] })
    if (taken > 0) await audit('profile', id, { taken, labels_taken: String(label) })
    return profileFor(db, storeId, id, { rights: user.rights, language })
  },
} satisfies Partial<Handlers<typeof profiles>>

/** The labels and segments that a profile has. */
function heldLabels(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('profile_label')
    .innerJoin('label', (join) =>
      join.onRef('label.store_id', '=', 'profile_label.store_id').onRef('label.id', '=', 'profile_label.label_id'),
    )
    .select(['label.id', 'label.type'])
    .where('profile_label.store_id', '=', storeId)
    .where('profile_id', '=', id)
    .where('source', '<>', 'manual_remove')
    .execute()
}

/** Two people who set the labels of a profile do so one after the other. Throws not_found. */
async function holdProfile(db: Db, storeId: number, id: number): Promise<void> {
  await sql`select id from profile where store_id = ${storeId} and id = ${id} for no key update`.execute(db)
  await liveProfile(db, storeId, id)
}
