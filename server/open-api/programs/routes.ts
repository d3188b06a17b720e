import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import { programKinds, programs } from '@ruam/contract/open-api/programs.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { openBody } from '../../http/request-log.ts'
import { programSource } from '../../imports/data-sources/program-sources.ts'
import { findReceipt } from '../../ingest/receipts/receipts.ts'
import { personReader } from '../sending/result-reader.ts'
import { viewResult } from '../sending/view-results.ts'
import { connectorsOf, findProgram, listPrograms } from './list.ts'
import { maskBody } from './mask-body.ts'
import { findRequest, hasRun, listRequests, type RequestRow } from './requests.ts'
import { resendRequest } from './resend.ts'
import { sightOf, visibleProgram } from './visible.ts'

async function requestOf(db: Db, storeId: number, { id, request }: { id: number; request: number }) {
  const row = await findRequest(db, storeId, id, request)
  if (!row) throw new ApiError('not_found')
  return row
}

/** A request as calls show it. */
export function viewRequest({ receipt_id: _, ...row }: RequestRow, language: Language) {
  return { ...row, message: row.error && sentenceOf(row.error, language) }
}

/** Sentence of an error, without the words that its details fill. */
const sentenceOf = (error: string, language: Language) =>
  errors[error as ErrorName]?.[language].replace(/\{\w+\}/g, '…') ?? error

export const programRoutes = implement(programs, {
  async list({ db, storeId, user, query }) {
    const { rows, total, all, key, token, concern, items, failed } = await listPrograms(
      db,
      storeId,
      sightOf(user.rights),
      {
        ...query,
        limit: rowsOf(query.limit),
      },
    )
    return { ...pageAnswer(query, rows, total), counts: { all, key, token, concern }, today: { items, failed } }
  },

  async get({ db, storeId, user, params }) {
    return {
      ...(await visibleProgram(db, storeId, user.rights, params.id)),
      connectors: await connectorsOf(db, storeId, params.id),
    }
  },

  async requests({ db, storeId, user, params, query, language }) {
    await visibleProgram(db, storeId, user.rights, params.id)
    if (query.run_id !== undefined && !(await hasRun(db, storeId, query.run_id))) throw new ApiError('not_found')
    const { rows, total } = await listRequests({ db, storeId, user }, params.id, {
      ...query,
      limit: rowsOf(query.limit),
    })
    const page = pageAnswer(
      query,
      rows.map((row) => viewRequest(row, language)),
      Math.min(total, COUNT_CAP),
    )
    return { ...page, sort_by: 'at', order: 'desc' as const, ...(total > COUNT_CAP && { total_capped: true }) }
  },

  async request({ core, db, storeId, user, params, language }) {
    await visibleProgram(db, storeId, user.rights, params.id)
    const { body, ...row } = await requestOf(db, storeId, params)
    const receipt = row.receipt_id === null ? undefined : await findReceipt(db, storeId, row.receipt_id)
    const reader = personReader(user, await fieldsOf(db, storeId, language))
    return {
      ...viewRequest(row, language),
      body: body && maskBody(openBody(core.config.secretKey, storeId, params.id, body)),
      results: receipt?.results?.map((result) => viewResult(reader, result, language)) ?? null,
    }
  },

  async body({ core, db, storeId, user, params, fail, audit }) {
    const { body } = await requestOf(db, storeId, params)
    if (!body) throw fail('request_body_gone')
    await audit('data_source', await programSource(db, storeId, params.id), { request: params.request })
    user.trace.note(null, null)
    return { body: openBody(core.config.secretKey, storeId, params.id, body) }
  },

  async resend({ core, storeId, user, params, language, fail }) {
    const { row, program } = await inStore(core.pool, storeId, async (db) => ({
      row: await requestOf(db, storeId, params),
      program: (await findProgram(db, storeId, { kinds: programKinds, seesSensitive: false }, params.id))!,
    }))
    const results =
      row.body && (await resendRequest({ core, storeId, user, language }, program, { ...row, body: row.body }))
    if (!results) throw fail('request_body_gone')
    return { results }
  },
})
