import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import { liveProfile } from '../../customers/profiles/one.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { mayRecordConsents } from '../../imports/consents/consent-mapping.ts'
import { fieldsHiddenFrom } from '../../imports/data-sources/hidden-columns.ts'
import { dataSourceOf } from '../../imports/data-sources/one.ts'
import { listRuns, runById } from '../../imports/data-sources/runs.ts'
import { viewRun } from '../../imports/data-sources/view.ts'
import { saveAnswers } from '../../imports/run/match-answers.ts'
import { discardLetters, requestReplays } from '../../ingest/connectors/dead-letters.ts'
import { letterGroups, lettersPending, listLetters } from '../../ingest/connectors/letter-lists.ts'
import { findRequest, hoursOf, listRequests, payloadOf, type RequestRow } from '../../ingest/connectors/requests.ts'
import { tryReplay } from '../../ingest/receipts/try-replay.ts'
import type { Core } from '../../servers/core.ts'
import { personReader } from '../sending/result-reader.ts'
import { messageOf, viewResult } from '../sending/view-results.ts'
import { faultsOfConnector } from './letter-faults.ts'
import { mendLetters } from './mend-letters.ts'
import { sendRecords } from './send-records.ts'
import { testRecords } from './test-records.ts'
import { connectorOf, letterSourceOf, visibleDeadLetters } from './view.ts'
import { checkFilter, pathsOf, viewLetters } from './view-letters.ts'

function viewRequest({ results: _, failed, unmapped, ...row }: RequestRow) {
  const status = row.done_at === null ? ('waiting' as const) : ('done' as const)
  return { ...row, status, failed: failed ?? 0, unmapped: unmapped ?? [] }
}

/** Has marked dead letters processed once the caller's transaction is committed. */
const wake = (core: Pick<Core, 'jobs'>, db: Db, storeId: number) =>
  core.jobs.enqueue(db, 'ingest', { store_id: storeId }, { once: true })

/** Returns the paths that a reader may see. Throws field_closed for letters chosen by a value that they may not. */
async function choiceOf(
  viewer: Parameters<typeof pathsOf>[0],
  connector: number,
  body: Parameters<typeof requestReplays>[3],
) {
  const paths = await pathsOf(viewer, connector)
  if ('group' in body) checkFilter(paths, body.group)
  return paths
}

export const connectorItemRoutes = implement(connectorItems, {
  sendRecords,

  async test({ core, storeId, user, params, body, language }) {
    const fields = await inStore(core.pool, storeId, async (db) => {
      await connectorOf(db, storeId, params.id)
      return fieldsOf(db, storeId, language)
    })
    const reader = personReader(user, fields)
    const tester = { core, storeId, language, fields, reader, recordsConsents: mayRecordConsents(user.rights) }
    return (await testRecords(tester, params.id, body.items)).tested
  },

  async hours({ db, storeId, params, query }) {
    await connectorOf(db, storeId, params.id)
    const { from, to } = await inInstants(db, storeId, query)
    return { data: await hoursOf(db, storeId, params.id, from, to) }
  },

  async requests({ db, storeId, params }) {
    await connectorOf(db, storeId, params.id)
    return { data: (await listRequests(db, storeId, params.id)).map(viewRequest) }
  },

  async request({ db, storeId, user, params, language, fail }) {
    await connectorOf(db, storeId, params.id)
    const row = await findRequest(db, storeId, params.id, params.receipt_id)
    if (!row) throw fail('not_found')
    const reader = personReader(user, await fieldsOf(db, storeId, language))
    const results = row.results?.map((result) => viewResult(reader, result, language)) ?? null
    return { ...viewRequest(row), results }
  },

  async payload({ db, storeId, user, params, fail, audit }) {
    await connectorOf(db, storeId, params.id)
    if (!(await findRequest(db, storeId, params.id, params.receipt_id))) throw fail('not_found')
    await audit('data_source', params.id, { receipt_id: params.receipt_id })
    user.trace.note(null, null)
    return { payload: await payloadOf(db, storeId, params.receipt_id) }
  },

  async deadLetterGroups({ params, ...viewer }) {
    const { db, storeId, language } = viewer
    const connector = await letterSourceOf(db, storeId, params.id)
    const { open } = await pathsOf(viewer, params.id)
    const groups = await letterGroups(db, storeId, params.id, open)
    const data = groups.map((group) => ({ ...group, message: messageOf(group.error, language) }))
    return { data, total: visibleDeadLetters(connector, viewer.user.rights) }
  },

  async deadLetters({ params, query, ...viewer }) {
    const { db, storeId } = viewer
    await letterSourceOf(db, storeId, params.id)
    const paths = await pathsOf(viewer, params.id)
    checkFilter(paths, query)
    const { data, total } = await listLetters(db, storeId, params.id, paths.open, query)
    const faultAt = await faultsOfConnector(db, storeId, params.id, viewer.language)
    const page = pageAnswer(query, await viewLetters(viewer, paths, data, faultAt), total)
    return { ...page, order: 'desc' as const }
  },

  async replay({ params, body, fail, audit, ...viewer }) {
    const { core, db, storeId } = viewer
    await letterSourceOf(db, storeId, params.id)
    const { open } = await choiceOf(viewer, params.id, body)
    const marked = await requestReplays(db, storeId, params.id, body, open === null)
    if ('ids' in body && marked.length === 0) throw fail('not_found')
    if (marked.length > 0) await wake(core, db, storeId)
    await audit('data_source', params.id, { items: marked.length })
    return { replaying: marked.length }
  },

  async tryReplay({ params, body, fail, ...viewer }) {
    const { core, storeId, language } = viewer
    const { open } = await inStore(core.pool, storeId, async (db) => {
      await letterSourceOf(db, storeId, params.id)
      return choiceOf({ ...viewer, db }, params.id, body)
    })
    const { passed, failed } = await tryReplay(core, storeId, params.id, body, open === null)
    if ('ids' in body && passed.length + failed.length === 0) throw fail('not_found')
    return { passed, failed: failed.map((one) => ({ ...one, message: messageOf(one.error, language) })) }
  },

  async mend({ params, fail, audit, ...mending }) {
    await letterSourceOf(mending.db, mending.storeId, params.id)
    const done = await mendLetters(mending, params.id, () => fail('not_found'))
    await audit('data_source', params.id, { items: done.mended })
    return done
  },

  async discard({ params, body, fail, audit, ...viewer }) {
    const { db, storeId } = viewer
    await letterSourceOf(db, storeId, params.id)
    const { open } = await choiceOf(viewer, params.id, body)
    const discarded = await discardLetters(db, storeId, params.id, body, open === null)
    if ('ids' in body && discarded === 0) throw fail('not_found')
    await audit('data_source', params.id, { items: discarded })
    return { discarded }
  },

  async answer({ core, db, storeId, user, params, body, language, fail, audit }) {
    await letterSourceOf(db, storeId, params.id)
    const seesSensitive = maySeeSensitive(user.rights)
    const pending = await lettersPending(db, storeId, params.id, body.ids, seesSensitive)
    if (pending.size === 0) throw fail('not_found')
    if (body.profile_id !== undefined) await liveProfile(db, storeId, body.profile_id)
    const hidden = await fieldsHiddenFrom(user.rights, db, storeId, language)
    let answered = 0
    for (const [run, letters] of pending)
      answered += await saveAnswers(db, storeId, {
        run: await runById(db, storeId, run),
        ...{ userId: user.id, answer: body.answer, group: null, person: body.profile_id ?? null, hidden },
        records: letters.map(({ record_no }) => record_no!),
      })
    const ids = [...pending.values()].flat().map(({ id }) => id)
    const marked = answered === 0 ? [] : await requestReplays(db, storeId, params.id, { ids }, seesSensitive)
    if (marked.length > 0) await wake(core, db, storeId)
    await audit('data_source', params.id, { answer: body.answer, items: answered })
    return { answered, replaying: marked.length }
  },

  async days({ db, storeId, params, query, language }) {
    await letterSourceOf(db, storeId, params.id)
    const source = await dataSourceOf(db, storeId, params.id)
    const { data, total } = await listRuns(db, storeId, params.id, { ...query, limit: rowsOf(query.limit) })
    const page = pageAnswer(
      query,
      data.map((run) => viewRun(run, source.version, language)),
      total,
    )
    return { ...page, sort_by: 'created_at', order: 'desc' as const }
  },
})
