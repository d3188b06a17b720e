import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Caller } from '../../http/authorize.ts'
import { implement } from '../../http/implement.ts'
import { fieldsOf } from '../fields/fields.ts'
import { closedTo } from '../profiles/closed.ts'
import { lockForEdit } from '../profiles/lock.ts'
import { Sight } from '../profiles/masking.ts'
import { profilesById } from '../profiles/queries.ts'
import { type ProfileReading, viewProfiles } from '../profiles/view.ts'
import { mergeProfiles } from './merge.ts'
import { undoMergeOfPair } from './proved.ts'
import {
  choosePair,
  countPairs,
  findOpenPair,
  findPair,
  listPairs,
  lockBothProfiles,
  lockPair,
  pairProfiles,
  settlePair,
} from './queries.ts'
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
  sight: Sight.of(user),
  closed: (await closedTo(db, storeId, user.rights)).segments,
  withEmpty,
})

interface Choices {
  keep: number
  fields: { field_id: number; from: number }[]
}

const isLive = (profile: { deleted_at: string | null; merged_into: number | null }) =>
  profile.deleted_at === null && profile.merged_into === null

/** Throws not_found for choices of other profiles or fields. */
async function knownChoices(
  reader: Reader,
  ids: readonly number[],
  { keep, fields }: Choices,
): Promise<ProfileReading> {
  const shown = await shownTo(reader, true)
  const known = new Set(shown.fields.map((field) => field.id))
  const ours = [keep, ...fields.map(({ from }) => from)].every((id) => ids.includes(id))
  if (!ours || !fields.every(({ field_id }) => known.has(field_id))) throw new ApiError('not_found')
  return shown
}

/** Merges an open pair whose profiles are both there. Throws pair_over. The caller holds lockForEdit. */
async function mergePair({ db, storeId, user }: Reader, pairId: number, body: Choices, shown: ProfileReading) {
  const held = await lockPair(db, storeId, pairId)
  const profiles = held ? await lockBothProfiles(db, storeId, [held.low_id, held.high_id]) : []
  const kept = profiles.find(({ id }) => id === body.keep)
  const gone = profiles.find(({ id }) => id !== body.keep)
  if (held?.status !== 'open' || !kept || !gone || !isLive(kept) || !isLive(gone)) throw new ApiError('pair_over')
  const taken = new Set(body.fields.filter(({ from }) => from === gone.id).map(({ field_id }) => field_id))
  const merge_id = await mergeProfiles(db, storeId, { duplicateId: pairId, userId: user.id, kept, gone, taken })
  await settlePair(db, storeId, pairId, user.id, 'open', 'merged')
  const [profile] = await viewProfiles(db, storeId, await profilesById(db, storeId, [kept.id]), shown)
  return { merge_id, kept: kept.id, gone: gone.id, profile: profile! }
}

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

  async compare({ query, fail, ...reader }) {
    const { db, storeId } = reader
    const [low_id, high_id] = [query.low, query.high].map(Number).toSorted((a, b) => a - b) as [number, number]
    const there = await pairProfiles(db, storeId, [low_id, high_id])
    if (there.length < new Set([low_id, high_id]).size) throw fail('not_found')
    if (low_id === high_id) throw fail('invalid_input', { fields: ['query.high'] })
    if (!there.every(isLive)) throw fail('pair_over')
    const open = await findOpenPair(db, storeId, low_id, high_id)
    const chosen = { id: 0, low_id, high_id, score: 1, reasons: ['chosen' as const], status: 'open' as const }
    const pair = open ?? { ...chosen, found_at: new Date(databaseNow()).toISOString() }
    const [viewed] = await viewPairs(db, storeId, [pair], await shownTo(reader, true))
    return { ...viewed!, id: open?.id ?? null }
  },

  async merge({ params, body, fail, audit, ...reader }) {
    const pair = await findPair(reader.db, reader.storeId, params.id)
    if (!pair) throw fail('not_found')
    const shown = await knownChoices(reader, [pair.low_id, pair.high_id], body)
    await lockForEdit(reader.db, reader.storeId)
    const { merge_id, kept, gone, profile } = await mergePair(reader, pair.id, body, shown)
    await audit('profile_merge', merge_id, { kept, gone })
    return { merge_id, profile }
  },

  async mergeChosen({ body: { profile_ids, ...choices }, fail, audit, ...reader }) {
    const { db, storeId } = reader
    const [low, high] = profile_ids.toSorted((a, b) => a - b) as [number, number]
    const there = await pairProfiles(db, storeId, [low, high])
    if (there.length < new Set([low, high]).size) throw fail('not_found')
    if (low === high) throw fail('invalid_input', { fields: ['body.profile_ids'] })
    const shown = await knownChoices(reader, [low, high], choices)
    await lockForEdit(db, storeId)
    // When two people merge the same pair, the second waits here and finds it merged.
    const pair = await choosePair(db, storeId, low, high)
    if (!pair) throw fail('pair_over')
    const { merge_id, kept, gone, profile } = await mergePair(reader, pair.id, choices, shown)
    await audit('profile_merge', merge_id, { kept, gone })
    return { merge_id, profile }
  },

  async dismiss({ db, storeId, user, params, fail, audit }) {
    if (!(await findPair(db, storeId, params.id))) throw fail('not_found')
    if (!(await settlePair(db, storeId, params.id, user.id, 'open', 'dismissed'))) throw fail('pair_over')
    await audit('profile_duplicate', params.id)
  },

  async undoMerge({ db, storeId, user, params, audit }) {
    const { kept, gone } = await undoMergeOfPair(db, storeId, params.id, user.id, 'open')
    await audit('profile_merge', params.id, { kept, gone })
    return { profile_ids: [kept, gone] }
  },
})
