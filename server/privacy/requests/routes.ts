import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { sql, type UpdateObject } from 'kysely'
import { membersOf } from '../../access/people/members.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { profilesById } from '../../customers/profiles/queries.ts'
import { survivorsOf } from '../../customers/profiles/survivors.ts'
import { type Db, inStore, risenUpdatedAt } from '../../database/db.ts'
import { pageAnswer, pageRows } from '../../database/page.ts'
import type { Tables } from '../../database/tables.ts'
import { auditOnce } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { implement } from '../../http/implement.ts'
import { findData } from '../copy/find-data.ts'
import { findCopy, startCopy } from '../copy/start-copy.ts'
import { closeAnswered, prepareAnswer, sendAnswer } from './answer.ts'
import { approveErasure, decideRequest } from './decide.ts'
import {
  countRequests,
  findRequest,
  insertRequest,
  listedRequests,
  profilesOfRequest,
  type RequestRow,
  requestDays,
  setProfiles,
} from './queries.ts'
import { requestSetting, saveRequestSetting } from './setting.ts'
import { viewRequests } from './view.ts'

export const privacyRequestRoutes = implement(privacyRequests, {
  async list({ db, storeId, query }) {
    const { data, total } = await pageRows(listedRequests(db, storeId, query), query, (rows) =>
      (query.status === 'open'
        ? rows.orderBy('due_at').orderBy('id')
        : rows.orderBy('closed_at', 'desc').orderBy('id', 'desc')
      )
        .selectAll()
        .select(requestDays),
    )
    const order =
      query.status === 'open'
        ? ({ sort_by: 'due_at', sort_dir: 'asc' } as const)
        : ({ sort_by: 'closed_at', sort_dir: 'desc' } as const)
    const page = pageAnswer({ ...query, ...order }, await viewRequests(db, storeId, data), total)
    return { ...page, ...(await countRequests(db, storeId)) }
  },

  async create({ db, storeId, user, body, fail, audit }) {
    const { profile_ids, received_on, ...request } = body
    await refuseUnknown(db, storeId, body)
    const profiles = await liveIds(db, storeId, profile_ids)
    const { days } = await requestSetting(db, storeId)
    const id = await insertRequest(db, storeId, { ...request, received_on, created_by: user.id }, days)
    if (id === undefined) throw fail('invalid_input', { fields: ['body.received_on'] })
    await setProfiles(db, storeId, id, profiles)
    await audit('privacy_request', id, { kind: body.kind })
    return shown(db, storeId, id)
  },

  get: ({ db, storeId, params: { id } }) => shown(db, storeId, id),

  async change({ db, storeId, params: { id }, body, fail, stale, audit }) {
    const { origin_time, profile_ids, ...changes } = body
    const row = await lockRequest(db, storeId, id)
    if (row.updated_at !== origin_time) throw stale(await shown(db, storeId, id))
    if (row.decided_at !== null && (profile_ids || changes.purpose_ids)) throw fail('request_step')
    await refuseUnknown(db, storeId, changes)
    if (profile_ids) await setProfiles(db, storeId, id, await liveIds(db, storeId, profile_ids))
    await update(db, storeId, id, changes)
    await audit('privacy_request', id)
    return shown(db, storeId, id)
  },

  async identify({ db, storeId, user, params: { id }, body: { checks }, fail, audit }) {
    const row = await lockRequest(db, storeId, id)
    if (row.identity_at !== null || row.closed_at !== null) throw fail('request_step')
    await update(db, storeId, id, {
      ...{ identity_way: 'checklist' as const, identity_checks: [...new Set(checks)] },
      ...{ identity_by: user.id, identity_at: sql<string>`clock_timestamp()` },
    })
    await audit('privacy_request', id, { checks: checks.length })
    return shown(db, storeId, id)
  },

  async data({ db, storeId, params: { id } }) {
    await known(db, storeId, id)
    return findData(db, storeId, await profilesOfRequest(db, storeId, id))
  },

  async copy({ core, db, storeId, user, params: { id }, fail, audit }) {
    const row = await lockRequest(db, storeId, id)
    if (row.identity_at === null || row.closed_at !== null) throw fail('request_step')
    const profile_ids = await profilesOfRequest(db, storeId, id)
    const job_id = await startCopy(core, db, storeId, user, { request: id, profile_ids })
    await audit('privacy_request', id, { job_id })
    return { job_id }
  },

  async download({ core, db, storeId, user, params: { id, format }, fail, audit }) {
    const files = await findCopy(db, storeId, id)
    if (!files) throw fail('not_found')
    const sensitive = (await fieldsOf(db, storeId, 'th')).filter((field) => field.sensitive)
    for (const profile of await profilesOfRequest(db, storeId, id))
      for (const field of sensitive) user.trace.note(field.id, profile)
    await audit('privacy_request', id, { format })
    return {
      file_name: `ruam-data-${id}.${format}`,
      content_type: format === 'json' ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      content: core.storage.read(files[format]),
    }
  },

  async decide({ core, db, storeId, user, params: { id }, body, audit }) {
    await decideRequest({ core, db, storeId, user }, await known(db, storeId, id), body)
    await audit('privacy_request', id, { decision: body.decision })
    return shown(db, storeId, id)
  },

  async approve({ core, db, storeId, user, params: { id }, audit }) {
    await approveErasure({ core, db, storeId, user }, await known(db, storeId, id))
    await audit('privacy_request', id)
    return shown(db, storeId, id)
  },

  async answer({ core, storeId, user, params: { id }, body, request }) {
    const prepared = await inStore(core.pool, storeId, async (db) =>
      prepareAnswer(db, storeId, await lockRequest(db, storeId, id), body),
    )
    if (prepared) await sendAnswer(core, storeId, id, prepared)
    return inStore(core.pool, storeId, async (db, client) => {
      await client.query(requestOrigin(request))
      await closeAnswered(db, storeId, user.id, id, body)
      const action = privacyRequests.answer.audit
      await auditOnce(db, storeId, user, { requestId: request.id, action })('privacy_request', id, { way: body.way })
      return shown(db, storeId, id)
    })
  },

  async extend({ db, storeId, user, params: { id }, body: { days, reason }, fail, audit }) {
    const row = await lockRequest(db, storeId, id)
    if (row.extended_at !== null || row.closed_at !== null) throw fail('request_step')
    await update(db, storeId, id, {
      ...{ extended_days: days, extension_reason: reason, extended_by: user.id, reminded: null },
      extended_at: sql<string>`clock_timestamp()`,
      due_at: sql<string>`due_at + make_interval(days => ${days}::int)`,
    })
    await audit('privacy_request', id, { days })
    return shown(db, storeId, id)
  },

  setting: ({ db, storeId }) => requestSetting(db, storeId),

  async saveSetting({ db, storeId, body, audit }) {
    await saveRequestSetting(db, storeId, body)
    await audit('store', storeId, { ...body })
    return requestSetting(db, storeId)
  },
})

/** Returns a request. Throws not_found. */
async function known(db: Db, storeId: number, id: number): Promise<RequestRow> {
  const row = await findRequest(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** The same, locked until the transaction ends. */
async function lockRequest(db: Db, storeId: number, id: number): Promise<RequestRow> {
  await db
    .selectFrom('privacy_request')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return known(db, storeId, id)
}

async function shown(db: Db, storeId: number, id: number) {
  const [request] = await viewRequests(db, storeId, [await known(db, storeId, id)])
  return request!
}

/** Returns the live profiles of these ids; a merged one is the one that stays. Throws not_found. */
async function liveIds(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  const survivors = await survivorsOf(db, storeId, ids)
  const now = [...new Set(ids.map((id) => survivors.get(id) ?? id))]
  if ((await profilesById(db, storeId, now)).length < now.length) throw new ApiError('not_found')
  return now
}

interface Named {
  assignee_id?: number | null | undefined
  purpose_ids?: readonly number[] | undefined
}

/** Throws not_found for an assignee who is no member, and for unknown purposes. */
async function refuseUnknown(db: Db, storeId: number, { assignee_id, purpose_ids = [] }: Named): Promise<void> {
  if (
    assignee_id &&
    !(await membersOf(db, storeId).select('u.id').where('m.user_id', '=', assignee_id).executeTakeFirst())
  )
    throw new ApiError('not_found')
  const wanted = [...new Set(purpose_ids)]
  const found = db
    .selectFrom('consent_purpose')
    .select('id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`id = any(${wanted}::int[])`)
  if (wanted.length > 0 && (await found.execute()).length < wanted.length) throw new ApiError('not_found')
}

/** Sets columns of a request that the caller has locked. */
async function update(
  db: Db,
  storeId: number,
  id: number,
  changes: UpdateObject<Tables, 'privacy_request'>,
): Promise<void> {
  await db
    .updateTable('privacy_request')
    .set({ ...changes, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
