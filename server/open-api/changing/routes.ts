import { openApiChanging } from '@ruam/contract/open-api/changing.ts'
import { sql } from 'kysely'
import { lockFreeProfiles } from '../../customers/changes/lock-live.ts'
import { writtenBy } from '../../customers/changes/source.ts'
import { listPurposes, newestEntries } from '../../customers/consents/calls/queries.ts'
import { recordConsent } from '../../customers/consents/calls/record.ts'
import { assignLabels, checkLabels, removeLabels } from '../../customers/labels/write.ts'
import { lockForEdit } from '../../customers/profiles/lock.ts'
import { deleteProfiles } from '../../customers/profiles/write.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { missingFor } from '../reading/missing.ts'
import { readsLabels } from '../reading/view.ts'
import { labelsOfProfile } from './queries.ts'

/** Locks a live profile until the transaction ends. A restricted one is unknown to programs. Throws not_found, or profile_merged for callers who may read profiles. */
async function holdProfile(db: Db, storeId: number, user: ProgramCaller, id: number): Promise<void> {
  if ((await lockFreeProfiles(db, storeId, [id])).length === 0) throw await missingFor(user, db, storeId, id)
}

const all = { offset: 0, limit: 0 }

/** Labels of a customer as a program may read them: without that right, only those that its request gives. */
async function labelsSeen(db: Db, storeId: number, user: ProgramCaller, id: number, given: readonly number[]) {
  const labels = await labelsOfProfile(db, storeId, id)
  return readsLabels(user) ? labels : labels.filter((label) => given.includes(label.id))
}

export const openApiChangingRoutes = implement(openApiChanging, {
  async addLabels({ db, storeId, params: { id }, body, user, audit }) {
    await holdProfile(db, storeId, user, id)
    await checkLabels(db, storeId, body.label_ids)
    const given = await assignLabels(db, storeId, writtenBy(user), [id], body.label_ids)
    if (given > 0) await audit('profile', id, { given: body.label_ids.length })
    return { labels: await labelsSeen(db, storeId, user, id, body.label_ids) }
  },

  async removeLabel({ db, storeId, params: { id, label }, user, audit }) {
    await holdProfile(db, storeId, user, id)
    await checkLabels(db, storeId, [label])
    const taken = await removeLabels(db, storeId, writtenBy(user), { labelIds: [label], ids: [id] })
    if (taken > 0) await audit('profile', id, { taken })
    return { labels: await labelsSeen(db, storeId, user, id, []) }
  },

  async labelProfiles({ db, storeId, params: { id }, body: { add, remove }, user, audit }) {
    const wanted = [...new Set([...add, ...remove])]
    const live = new Set(await lockFreeProfiles(db, storeId, wanted))
    await checkLabels(db, storeId, [id])
    const by = writtenBy(user)
    const known = (ids: readonly number[]) => ids.filter((one) => live.has(one))
    const added = await assignLabels(db, storeId, by, known(add), [id])
    const removed = await removeLabels(db, storeId, by, { labelIds: [id], ids: known(remove) })
    if (added + removed > 0) await audit('label', id, { given: added, taken: removed })
    const not_found = wanted.filter((one) => !live.has(one))
    if (readsLabels(user)) return { added, removed, not_found }
    // Whoever had the label counts too.
    const reached = (ids: readonly number[]) => new Set(ids).size - not_found.filter((one) => ids.includes(one)).length
    return { added: reached(add), removed: reached(remove), not_found }
  },

  async deleteProfile({ db, storeId, params: { id }, user, audit }) {
    await lockForEdit(db, storeId)
    await holdProfile(db, storeId, user, id)
    await deleteProfiles(db, storeId, writtenBy(user), [id])
    await audit('profile', id)
  },

  async purposes({ db, storeId }) {
    const rows = await listPurposes(db, storeId, all)
    return { data: rows.map(({ id, name, description, updated_at }) => ({ id, name, description, updated_at })) }
  },

  async recordConsent({ db, storeId, params: { id }, body, user, request, fail, audit }) {
    const { purpose_id, operation, evidence } = body
    if (operation === 'granted' && evidence === '') throw fail('evidence_missing')
    await holdProfile(db, storeId, user, id)
    const said = {
      ...{ profile_id: id, purpose_id, operation, note: evidence },
      evidence: { way: 'program', request: request.id },
    } as const
    if (await recordConsent(db, storeId, user, said)) await audit('profile', id, { purpose_id, operation })
    if (!user.scopes.includes('profile:read')) {
      const { rows } = await sql<{ since: string }>`select now() as since`.execute(db)
      return { purpose_id, state: operation, since: rows[0]!.since }
    }
    const [newest] = await newestEntries(db, storeId, id, [purpose_id], 1)
    return { purpose_id, state: newest!.status, since: newest!.at }
  },
})
