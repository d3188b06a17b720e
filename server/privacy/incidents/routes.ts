import { rowsOf } from '@ruam/contract/platform/common.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { type IncidentKind, privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { toFullHours } from '../exposure/find-exposure.ts'
import { exposureSources } from '../exposure/sources.ts'
import { freezePeople } from './freeze.ts'
import { countReach, incidentPage, peopleFile } from './people.ts'
import { incidentsOf, lockIncident, setIncident, storedIncident } from './queries.ts'
import { incidentFields, viewIncidents } from './view.ts'

export const privacyIncidentRoutes = implement(privacyIncidents, {
  async list({ db, storeId, query, language }) {
    const rows = await incidentsOf(db, storeId)
      .orderBy(sql`closed_at desc nulls first, known_at, id`)
      .offset(query.offset)
      .limit(rowsOf(query.limit))
      .execute()
    const counted = db.selectFrom('incident').select(sql<number>`count(*)::int`.as('total'))
    const { total } = await counted.where('store_id', '=', storeId).executeTakeFirstOrThrow()
    const order = { sort_by: 'known_at', sort_dir: 'asc' } as const
    return pageAnswer({ ...query, ...order }, await viewIncidents(db, storeId, rows, language), total)
  },

  async create({ db, storeId, user, body, language, audit }) {
    const { title, kind, subject_id, known_at } = body
    refuseFuture(known_at, 'body.known_at')
    await refuseUnknown(db, storeId, kind, subject_id)
    const { from, to } = await toFullHours(db, body)
    const { id } = await db
      .insertInto('incident')
      .values({ store_id: storeId, title, kind, subject_id, known_at, from_at: from, to_at: to, created_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await freezePeople(db, { storeId, incident: id, kind, id: subject_id, from, to })
    await audit('incident', id, { kind })
    return shown(db, storeId, id, language)
  },

  get: ({ db, storeId, params: { id }, language }) => shown(db, storeId, id, language),

  async update({ db, storeId, params: { id }, body, language, fail, stale, audit }) {
    const { origin_time, kind, subject_id, from, to, ...changes } = body
    const row = await lockIncident(db, storeId, id)
    if (row.updated_at !== origin_time) throw stale(await shown(db, storeId, id, language))
    if (row.closed_at !== null) throw fail('incident_step')
    if (changes.known_at) refuseFuture(changes.known_at, 'body.known_at')
    // Another clock has reminders of its own.
    await setIncident(db, storeId, id, { ...changes, ...(changes.known_at && { reminded: null }) })
    const next = { kind: kind ?? row.kind, id: subject_id ?? row.subject_id }
    const recomputed = [kind, subject_id, from, to].some((part) => part !== undefined)
    if (recomputed) {
      // Keeps a source that was deleted since, if the incident has it already.
      if (next.kind !== row.kind || next.id !== row.subject_id) await refuseUnknown(db, storeId, next.kind, next.id)
      const window = await toFullHours(db, { from: from ?? row.from_at, to: to ?? row.to_at })
      await setIncident(db, storeId, id, {
        ...{ kind: next.kind, subject_id: next.id, from_at: window.from, to_at: window.to },
      })
      await freezePeople(db, { storeId, incident: id, ...next, ...window })
    }
    await audit('incident', id, { recomputed })
    return shown(db, storeId, id, language)
  },

  async people({ db, storeId, user, params: { id }, query, language }) {
    await storedIncident(db, storeId, id)
    const field = await incidentFields(db, storeId, language)
    const page = await incidentPage(db, storeId, id, query)
    const mayNames = may(user.rights, 'cdp-core.profile.read')
    const data = page.map(({ field_ids, profile_id, name, hour, reach }) => ({
      ...{ profile_id, hour, reach, name: mayNames ? name : null, fields: field_ids.map(field) },
    }))
    const reach = await countReach(db, storeId, id, query.part)
    const sort = { sort_by: query.part === 'certain' ? 'hour' : 'profile_id', sort_dir: 'desc' } as const
    const total = Object.values(reach).reduce((sum, count) => sum + count, 0)
    return { ...pageAnswer({ ...query, ...sort }, data, total), reach }
  },

  async download({ core, db, storeId, user, params: { id }, language, audit }) {
    const { exposure } = await storedIncident(db, storeId, id)
    const { certain, possible, possible_fields } = exposure!
    await audit('incident', id, { people: certain + possible })
    const names = may(user.rights, 'cdp-core.profile.read')
    return peopleFile(core, { storeId, incident: id, possibleFields: possible_fields, names, language })
  },

  async stopped({ db, storeId, user, params: { id }, body, language, fail, audit }) {
    const row = await lockIncident(db, storeId, id)
    if (row.closed_at !== null || row.stopped_at !== null) throw fail('incident_step')
    await setIncident(db, storeId, id, {
      ...{ stop_words: body.words, stopped_by: user.id, stopped_at: sql<string>`clock_timestamp()` },
    })
    await audit('incident', id)
    return shown(db, storeId, id, language)
  },

  async decide({ db, storeId, user, params: { id }, body: { decision, reason }, language, fail, audit }) {
    const row = await lockIncident(db, storeId, id)
    if (row.decided_at !== null) {
      const [author] = row.decided_by === null ? [] : await authorsNamed(db, [row.decided_by])
      throw fail('incident_decided', { name: author?.name ?? '' })
    }
    if (row.closed_at !== null) throw fail('incident_step')
    await setIncident(db, storeId, id, {
      ...{ decision, decision_reason: reason, decided_by: user.id, decided_at: sql<string>`clock_timestamp()` },
    })
    await audit('incident', id, { decision })
    return shown(db, storeId, id, language)
  },

  async notified({ db, storeId, user, params: { id }, body: { at, late_reason }, language, fail, audit }) {
    const row = await lockIncident(db, storeId, id)
    if (row.closed_at !== null || row.notified_at !== null || row.decision !== 'notify') throw fail('incident_step')
    refuseFuture(at, 'body.at')
    if (Date.parse(at) < Date.parse(row.known_at)) throw fail('invalid_input', { fields: ['body.at'] })
    const late = Date.parse(at) > Date.parse(row.due_at)
    if (late && late_reason === '') throw fail('invalid_input', { fields: ['body.late_reason'] })
    await setIncident(db, storeId, id, {
      ...{ notified_at: at, notified_by: user.id, late_reason: late ? late_reason : '' },
    })
    await audit('incident', id, { late })
    return shown(db, storeId, id, language)
  },

  async close({ db, storeId, user, params: { id }, body: { lesson }, language, fail, audit }) {
    const row = await lockIncident(db, storeId, id)
    if (row.closed_at !== null || row.decision === null || (row.decision === 'notify' && row.notified_at === null))
      throw fail('incident_step')
    await setIncident(db, storeId, id, { lesson, closed_by: user.id, closed_at: sql<string>`clock_timestamp()` })
    await audit('incident', id)
    return shown(db, storeId, id, language)
  },
})

async function shown(db: Db, storeId: number, id: number, language: 'th' | 'en') {
  const [incident] = await viewIncidents(db, storeId, [await storedIncident(db, storeId, id)], language)
  return incident!
}

function refuseFuture(at: string, field: string): void {
  if (Date.parse(at) > databaseNow()) throw new ApiError('invalid_input', { fields: [field] })
}

/** Throws not_found for a source that the store has not had within the years of its records. */
async function refuseUnknown(db: Db, storeId: number, kind: IncidentKind, id: number): Promise<void> {
  const isOnly = kind === 'webhook' || kind === 'backup'
  const sources = isOnly ? [{ kind, id: 1 }] : await exposureSources(db, storeId)
  if (!sources.some((source) => source.kind === kind && source.id === id)) throw new ApiError('not_found')
}
