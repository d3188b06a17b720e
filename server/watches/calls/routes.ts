import { MAX_WATCHES, watches } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import { inStore } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { openParts } from '../files/closed-columns.ts'
import { pauseWatch } from '../files/pause.ts'
import { setWatch, storedWatch, watchesOf } from '../files/queries.ts'
import { proposedClosedDays } from '../files/schedule.ts'
import { measuredFiles, proposedTerms } from '../files/terms-of-watch.ts'
import { clearSightings, discardQueue, insertWatch, moveQueue } from '../files/write.ts'
import { notifiedMembers } from '../line-notices/readers.ts'
import { watchFileCalls } from './file-calls.ts'
import { lockedWatch, watchAnswer } from './locked-watch.ts'
import { mappingForWatch } from './mapping.ts'
import { acceptsKey, changesSecret, pinnedKey, sealedSecret, secretFor, sentSecret } from './place-secret.ts'
import { tryPlace } from './trial.ts'
import { viewFile, viewWatches, visibilityFor } from './view.ts'

const now = sql<string>`clock_timestamp()`

/** Looks at the place at once, as if it had never failed. */
const lookNow = { next_look_at: now, error: null, failing_since: null, failure_noticed: false }
const resumed = { ...lookNow, status: 'active', reason: null, paused_at: null, paused_by: null } as const

const stored = <T>(value: T) => JSON.stringify(value)

export const watchRoutes = implement(watches, {
  async list({ db, storeId, language }) {
    const rows = await watchesOf(db, storeId).orderBy(sql`name_key(watch.name)`).orderBy('watch.id').execute()
    const counted = await db
      .selectFrom('watch_file')
      .select(sql<number>`count(*)::int`.as('files'))
      .where('store_id', '=', storeId)
      .where('status', '=', 'imported')
      .where('ended_at', '>=', sql<string>`now() - interval '7 days'`)
      .executeTakeFirstOrThrow()
    const data = await viewWatches(db, storeId, rows, language)
    return { data, total: data.length, imported: counted.files }
  },

  async create({ core, db, storeId, user, body, language, fail, audit }) {
    const mapping = await mappingForWatch({ db, storeId, user, language }, body.data_source_id)
    const secret = sealedSecret(core, storeId, body.place, body)
    const id = await insertWatch(db, storeId, user.id, { ...body, secret, mapping })
    if (id === undefined) throw fail('watch_limit', { limit: MAX_WATCHES })
    await audit('data_source', body.data_source_id, { watch: id, place: body.place.kind })
    return watchAnswer(db, storeId, id, language)
  },

  async get({ db, storeId, params: { id }, language }) {
    const watch = await watchAnswer(db, storeId, id, language)
    const latest = await measuredFiles(db, storeId, id, ['imported', 'waiting'])
    const as = await visibilityFor(db, storeId, await storedWatch(db, storeId, id), language)
    const proposed = await proposedTerms(db, storeId, id)
    return {
      ...watch,
      latest: latest.map((file) => viewFile(file, as)),
      proposed: proposed && openParts(proposed, as.closed),
      proposed_closed_days: await proposedClosedDays(db, storeId, id),
      notified: await notifiedMembers(db, storeId),
    }
  },

  async update({ core, db, storeId, user, params: { id }, body, language, stale, audit }) {
    const { origin_time, place: sentPlace, secret, passphrase, terms, schedule, ...changes } = body
    const row = await lockedWatch(db, storeId, id)
    if (row.updated_at !== origin_time) throw stale(await watchAnswer(db, storeId, id, language))
    const data_source_id = changes.data_source_id ?? row.data_source_id
    const former = data_source_id === row.data_source_id ? row.mapping : undefined
    const mapping = await mappingForWatch({ db, storeId, user, language }, data_source_id, former)
    const place = sentPlace ?? row.place
    const sent = { secret, passphrase }
    const resumes = row.status === 'paused' && row.reason === 'watch_host_key_changed' && acceptsKey(row.place, place)
    await setWatch(db, storeId, id, {
      ...changes,
      ...(sentPlace && { place: stored(place) }),
      ...(changesSecret(row, place, sent) && { secret: sealedSecret(core, storeId, place, sent) }),
      ...(terms !== undefined && { terms: terms && stored(terms) }),
      ...(schedule && { schedule: stored(schedule) }),
      ...{ mapping: stored(mapping), acts_for: user.id },
      // Another place may be read at once.
      ...(row.status === 'active' && lookNow),
      ...(resumes && resumed),
    })
    if (data_source_id !== row.data_source_id) await moveQueue(db, storeId, id, data_source_id)
    await audit('data_source', data_source_id, {
      ...{ watch: id, terms: terms !== undefined, place: sentPlace !== undefined, secret: secret !== undefined },
      resumed: resumes,
      ...(body.line_notice !== undefined && { line_notice: body.line_notice }),
      // The next connection pins the key that the server has then.
      host_key: pinnedKey(row.place) !== null && pinnedKey(place) === null,
    })
    return watchAnswer(db, storeId, id, language)
  },

  async delete({ db, storeId, params: { id }, fail, audit }) {
    const row = await lockedWatch(db, storeId, id)
    const files = db.selectFrom('watch_file').select('id').where('store_id', '=', storeId).where('watch_id', '=', id)
    if (await files.where('status', '=', 'importing').executeTakeFirst()) throw fail('watch_state')
    await discardQueue(db, storeId, id)
    await clearSightings(db, storeId, id)
    await setWatch(db, storeId, id, { deleted_at: now, next_look_at: null })
    await audit('data_source', row.data_source_id, { watch: id })
  },

  test: ({ core, storeId, body: { place, pattern, ...sent } }) =>
    tryPlace(core, storeId, { place, pattern, secret: sentSecret(place, sent) }),

  async testChange({ core, storeId, params: { id }, body: { place, pattern, ...sent } }) {
    const row = await inStore(core.pool, storeId, (db) => storedWatch(db, storeId, id))
    return tryPlace(core, storeId, { place, pattern, secret: secretFor(core, storeId, row, place, sent) })
  },

  async pause({ db, storeId, user, params: { id }, language, fail, audit }) {
    const row = await lockedWatch(db, storeId, id)
    if (row.status !== 'active') throw fail('watch_state')
    await pauseWatch(db, storeId, row, { user: user.id })
    await audit('data_source', row.data_source_id, { watch: id })
    return watchAnswer(db, storeId, id, language)
  },

  async resume({ db, storeId, user, params: { id }, language, fail, audit }) {
    const row = await lockedWatch(db, storeId, id)
    if (row.status !== 'paused') throw fail('watch_state')
    const mapping = await mappingForWatch({ db, storeId, user, language }, row.data_source_id, row.mapping)
    await setWatch(db, storeId, id, {
      ...resumed,
      ...{ mapping: stored(mapping), acts_for: user.id },
    })
    await audit('data_source', row.data_source_id, { watch: id })
    return watchAnswer(db, storeId, id, language)
  },

  async look({ db, storeId, params: { id }, language, fail, audit }) {
    const row = await lockedWatch(db, storeId, id)
    if (row.status !== 'active') throw fail('watch_state')
    await setWatch(db, storeId, id, { next_look_at: now })
    await audit('data_source', row.data_source_id, { watch: id })
    return watchAnswer(db, storeId, id, language)
  },

  ...watchFileCalls,
})
