import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import type { Caller } from '../../platform/core/authorize.ts'
import type { Db } from '../../platform/core/db.ts'
import { implement } from '../../platform/core/implement.ts'
import { pageAnswer } from '../../platform/core/page.ts'
import { fieldsOf } from '../fields/fields.ts'
import { lockForEdit } from '../profiles/lock.ts'
import { maySeeSensitive } from '../profiles/masking.ts'
import { profilesById } from '../profiles/queries.ts'
import { viewProfiles } from '../profiles/view.ts'
import { mergeProfiles } from './merge.ts'
import { takeMergeBack } from './proved.ts'
import { choosePair, countPairs, findPair, holdBoth, holdPair, listPairs, settlePair } from './queries.ts'
import { lastScan } from './scan.ts'
import { activeScan, startScan } from './start-scan.ts'
import { viewPairs } from './view.ts'

interface Reader {
  db: Db
  storeId: number
  user: Caller
  language: Language
}

const shownTo = async ({ db, storeId, user, language }: Reader, withEmpty: boolean) => ({
  fields: await fieldsOf(db, storeId, language),
  unmasked: maySeeSensitive(user.rights),
  withEmpty,
})

export const profileDuplicateRoutes = implement(profileDuplicates, {
  async list({ query, ...reader }) {
    const { db, storeId } = reader
    const pairs = await listPairs(db, storeId, query)
    const { total, capped } = await countPairs(db, storeId, query.status)
    const last = await lastScan(db, storeId)
    const order = { ...query, sort_by: query.status === 'open' ? 'gain' : 'settled_at', sort_dir: 'desc' as const }
    const data = await viewPairs(db, storeId, pairs, await shownTo(reader, false))
    return {
      ...pageAnswer(order, data, total, { capped, most: MAX_WIDE_PAGE_SIZE }),
      total_capped: capped,
      scanned_at: last?.finished_at ?? null,
      scanning: (await activeScan(db, storeId)) !== undefined,
      shared_by_many: last?.result.cut ?? 0,
    }
  },

  async scan({ core, db, storeId, user, audit }) {
    const job_id = await startScan(core, db, storeId, user, { whole: true })
    await audit('job', job_id)
    return { job_id }
  },

  async create({ body, fail, audit, ...reader }) {
    const { db, storeId } = reader
    const [low, high] = body.profile_ids.toSorted((a, b) => a - b) as [number, number]
    const there = await profilesById(db, storeId, [low, high])
    if (there.length < 2) throw fail('not_found')
    if (low === high) throw fail('invalid_input', { fields: ['body.profile_ids'] })
    const pair = await choosePair(db, storeId, low, high)
    if (!pair) throw fail('not_found')
    await audit('profile_duplicate', pair.id)
    const [viewed] = await viewPairs(db, storeId, [pair], await shownTo(reader, true))
    return viewed!
  },

  async get({ params, fail, ...reader }) {
    const { db, storeId } = reader
    const pair = await findPair(db, storeId, params.id)
    const [viewed] = pair ? await viewPairs(db, storeId, [pair], await shownTo(reader, true)) : []
    if (!viewed) throw fail('not_found')
    return viewed
  },

  async merge({ params, body, fail, audit, ...reader }) {
    const { db, storeId, user } = reader
    const pair = await findPair(db, storeId, params.id)
    if (!pair) throw fail('not_found')
    const ids = [pair.low_id, pair.high_id]
    if (![body.keep, ...body.fields.map(({ from }) => from)].every((id) => ids.includes(id))) throw fail('not_found')
    const shown = await shownTo(reader, true)
    const known = new Set(shown.fields.map((field) => field.id))
    if (!body.fields.every(({ field_id }) => known.has(field_id))) throw fail('not_found')
    await lockForEdit(db, storeId)
    const held = await holdPair(db, storeId, params.id)
    const profiles = await holdBoth(db, storeId, ids)
    const kept = profiles.find(({ id }) => id === body.keep)
    const gone = profiles.find(({ id }) => id !== body.keep)
    const isThere = (profile: typeof kept) => profile?.deleted_at === null && profile.merged_into === null
    if (held?.status !== 'open' || !kept || !gone || !isThere(kept) || !isThere(gone)) throw fail('pair_over')
    const taken = new Set(body.fields.filter(({ from }) => from === gone.id).map(({ field_id }) => field_id))
    const merge_id = await mergeProfiles(db, storeId, { duplicateId: pair.id, userId: user.id, kept, gone, taken })
    await settlePair(db, storeId, pair.id, user.id, 'open', 'merged')
    await audit('profile_merge', merge_id, { kept: kept.id, gone: gone.id })
    const [profile] = await viewProfiles(db, storeId, await profilesById(db, storeId, [kept.id]), shown)
    return { merge_id, profile: profile! }
  },

  async dismiss({ db, storeId, user, params, fail, audit }) {
    if (!(await findPair(db, storeId, params.id))) throw fail('not_found')
    if (!(await settlePair(db, storeId, params.id, user.id, 'open', 'dismissed'))) throw fail('pair_over')
    await audit('profile_duplicate', params.id)
  },

  async undoMerge({ db, storeId, user, params, audit }) {
    const { kept, gone } = await takeMergeBack(db, storeId, params.id, user.id, 'open')
    await audit('profile_merge', params.id, { kept, gone })
    return { profile_ids: [kept, gone] }
  },
})
