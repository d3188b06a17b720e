import type { profiles } from '@ruam/contract/profiles.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { Handlers } from '../core/implement.ts'
import { Refusal } from '../core/refusal.ts'
import { addLabels, keepLabels, removeLabels } from '../profile-bulk/labels.ts'
import { existingLabels } from '../segments/queries.ts'
import { liveProfile, profileFor } from './one.ts'
import type { ChangeSource } from './write.ts'

/** The calls that give a profile labels and take them away. Segments follow a rule of their own and are not found here. */
export const labelCalls = {
  async setLabels({ db, storeId, params: { id }, body, user, language }) {
    await holdProfile(db, storeId, id)
    const by = { source: 'user', id: user.id } as const
    const wanted = new Set(await checkedLabels(db, storeId, body.label_ids))
    const held = await heldLabels(db, storeId, id)
    const missing = [...wanted].filter((label) => !held.includes(label))
    const surplus = held.filter((label) => !wanted.has(label))
    if (missing.length > 0) await addLabels(db, storeId, by, missing, [id])
    if (surplus.length > 0) await removeLabels(db, storeId, by, surplus, [id])
    return profileFor(db, storeId, id, { language })
  },

  async addLabels({ db, storeId, params: { id }, body, user, language }) {
    await holdProfile(db, storeId, id)
    await giveLabels(db, storeId, { source: 'user', id: user.id }, id, body.label_ids)
    return profileFor(db, storeId, id, { language })
  },

  async removeLabel({ db, storeId, params: { id, label }, user, language }) {
    await holdProfile(db, storeId, id)
    await checkedLabels(db, storeId, [label])
    await removeLabels(db, storeId, { source: 'user', id: user.id }, [label], [id])
    return profileFor(db, storeId, id, { language })
  },
} satisfies Partial<Handlers<typeof profiles>>

/** Gives a live profile general labels by hand: one that an import gave is theirs from now on and stays when the import is undone. */
export async function giveLabels(db: Db, storeId: number, by: ChangeSource, id: number, labelIds: readonly number[]) {
  const labels = await checkedLabels(db, storeId, labelIds)
  if (labels.length === 0) return
  await addLabels(db, storeId, by, labels, [id])
  await db
    .updateTable('profile_label')
    .set({ source: 'manual_add', run_id: null })
    .where('store_id', '=', storeId)
    .where('profile_id', '=', id)
    .where('label_id', 'in', labels)
    .where('source', '=', 'import')
    .execute()
}

/** These labels, each once, when all are general labels of the store; none of them can be deleted meanwhile. Throws not_found. */
async function checkedLabels(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  const labels = [...new Set(ids)]
  if (labels.length === 0) return []
  await keepLabels(db, storeId, labels)
  if ((await existingLabels(db, storeId, labels)).length < labels.length) throw new Refusal('not_found')
  return labels
}

/** The general labels that a profile has. */
async function heldLabels(db: Db, storeId: number, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('profile_label')
    .innerJoin('label', (join) =>
      join.onRef('label.store_id', '=', 'profile_label.store_id').onRef('label.id', '=', 'profile_label.label_id'),
    )
    .select('label.id')
    .where('profile_label.store_id', '=', storeId)
    .where('profile_id', '=', id)
    .where('source', '<>', 'manual_remove')
    .where('label.type', '=', 'general')
    .execute()
  return rows.map((row) => row.id)
}

/** Two people who set the labels of a profile do so one after the other. Throws not_found. */
async function holdProfile(db: Db, storeId: number, id: number): Promise<void> {
  await sql`select id from profile where store_id = ${storeId} and id = ${id} for no key update`.execute(db)
  await liveProfile(db, storeId, id)
}
