import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes } from '@ruam/contract/platform/scopes.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { implement } from '../../http/implement.ts'
import { deleteSource } from '../../imports/data-sources/delete-source.ts'
import {
  checkMapping,
  type MappingSource,
  markOwnMatchKeys,
  showMapping,
} from '../../imports/data-sources/mapping-step.ts'
import { dataSourceOf } from '../../imports/data-sources/one.ts'
import { openStreamsOf } from '../../imports/data-sources/open-streams.ts'
import { nameExists } from '../../imports/data-sources/queries.ts'
import { changeDataSource, insertDataSource, saveMapping } from '../../imports/data-sources/write-source.ts'
import { endStream } from '../../imports/run/end-stream.ts'
import { addExample, readExamplesAgain } from '../../ingest/connectors/examples.ts'
import { fieldsOfConnector } from '../../ingest/connectors/fields.ts'
import { isObject } from '../../ingest/connectors/flatten.ts'
import {
  findConnector,
  insertConnector,
  linkConnectorTokens,
  listConnectors,
  lockConnector,
  noteMapped,
  readConnector,
  removeConnector,
  switchConnector,
  touchConnector,
} from '../../ingest/connectors/queries.ts'
import { columnsOfFields } from '../../ingest/connectors/source.ts'
import { lockIngester } from '../../ingest/ingester/turn.ts'
import { unknownTokens } from '../open-apis/queries.ts'
import { connectorOf, viewConnector, viewConnectorDetail } from './view.ts'

/** Throws not_found for a token of another store, and beyond_rights for callers who may not send to connectors themselves. */
async function refuseTokens(db: Db, storeId: number, rights: Rights, tokens: readonly number[]): Promise<void> {
  if (tokens.length === 0) return
  const permission = rightsOfScopes(['event:write']).find((one) => !may(rights, one))
  if (permission) throw new ApiError('beyond_rights', { permission })
  if ((await unknownTokens(db, storeId, tokens)).length > 0) throw new ApiError('not_found')
}

/** Holds a connector. Throws not_found. */
async function held(db: Db, storeId: number, id: number) {
  await connectorOf(db, storeId, id)
  const connector = await lockConnector(db, storeId, id)
  if (!connector) throw new ApiError('not_found')
  return connector
}

/** The fields of a connector as the mapping step takes them. Throws example_missing. */
async function mappingSource(db: Db, storeId: number, id: number): Promise<MappingSource> {
  await connectorOf(db, storeId, id)
  const { facts, examples, mapping, each_path } = await readConnector(db, storeId, id).executeTakeFirstOrThrow()
  const fields = await fieldsOfConnector(db, storeId, id)
  if (fields.length === 0) throw new ApiError('example_missing')
  // An item that was cut into its rows has as many as its array.
  const rows = each_path === null ? (JSON.parse(examples) as unknown[]).length : 1
  const { updated_at } = await dataSourceOf(db, storeId, id)
  const read = columnsOfFields(fields, facts, mapping)
  return { read, rows: Math.max(1, rows), headerRow: 1, mapping, updated_at, sales: null }
}

export const connectorRoutes = implement(connectors, {
  async list({ db, storeId, query, ...viewer }) {
    const { data, total } = await listConnectors(db, storeId, query)
    return pageAnswer(
      query,
      data.map((row) => viewConnector(row, viewer)),
      total,
    )
  },

  async create({ body, fail, audit, ...viewer }) {
    const { db, storeId, user } = viewer
    const { description, token_ids, example } = body
    await refuseTokens(db, storeId, user.rights, token_ids)
    if (example !== undefined && !isObject(example)) throw fail('example_invalid')
    const { id } = await insertDataSource(db, storeId, user.id, {
      ...{ name: canonicalText(body.name), description, status: 'success', type: 'openapi' },
    })
    await insertConnector(db, storeId, id)
    await linkConnectorTokens(db, storeId, id, token_ids)
    if (example !== undefined) await addExample(db, storeId, id, await held(db, storeId, id), example)
    await audit('data_source', id)
    return viewConnectorDetail(viewer, id)
  },

  validate: async ({ db, storeId, params }) => ({
    exists: await nameExists(db, storeId, canonicalText(params.value)),
  }),

  get: ({ params, ...viewer }) => viewConnectorDetail(viewer, params.id),

  async update({ params, body, fail, stale, audit, ...viewer }) {
    const { db, storeId, user } = viewer
    const { id } = params
    await connectorOf(db, storeId, id)
    const { origin_time, token_ids, each, name, description } = body
    if (token_ids) await refuseTokens(db, storeId, user.rights, token_ids)
    if (each) {
      const { arrays } = await viewConnectorDetail(viewer, id)
      if (!arrays.includes(each)) throw fail('example_invalid')
    }
    const change = { ...(each !== undefined && { each_path: each }) }
    if (!(await touchConnector(db, storeId, id, origin_time, change)))
      throw stale(await viewConnectorDetail(viewer, id))
    const named = {
      ...(name !== undefined && { name: canonicalText(name) }),
      ...(description !== undefined && { description }),
    }
    if (Object.keys(named).length > 0) await changeDataSource(db, storeId, id, named)
    if (token_ids) await linkConnectorTokens(db, storeId, id, token_ids)
    if (each !== undefined) await readExamplesAgain(db, storeId, id, await held(db, storeId, id))
    await audit('data_source', id)
    return viewConnectorDetail(viewer, id)
  },

  async setStatus({ params, body, audit, ...viewer }) {
    const { db, storeId } = viewer
    await connectorOf(db, storeId, params.id)
    await switchConnector(db, storeId, params.id, body.status)
    await audit('data_source', params.id, { status: body.status })
    return viewConnectorDetail(viewer, params.id)
  },

  async delete({ core, db, storeId, user, params, query, fail, audit }) {
    if (!(await findConnector(db, storeId, params.id))) throw fail('not_found')
    // Ahead of all other locks, as the ingester takes it.
    await lockIngester(db, storeId)
    await deleteSource({ core, db, storeId, user }, params.id, query.confirm === 'true')
    for (const stream of await openStreamsOf(db, storeId, [params.id])) await endStream(core, db, storeId, stream)
    await removeConnector(db, storeId, params.id)
    await audit('data_source', params.id)
  },

  async addExample({ params, body, fail, audit, ...viewer }) {
    const { db, storeId } = viewer
    if (!isObject(body.example)) throw fail('example_invalid')
    await addExample(db, storeId, params.id, await held(db, storeId, params.id), body.example)
    await audit('data_source', params.id)
    return viewConnectorDetail(viewer, params.id)
  },

  async getMapping({ db, storeId, user, params, language }) {
    const source = await mappingSource(db, storeId, params.id)
    const fields = await fieldsOfConnector(db, storeId, params.id)
    const shown = await showMapping({ db, storeId, user, language }, source)
    // Programs retry unanswered requests: equal activities count once by default.
    const suggested = { ...shown.suggested, equal_activities: 'once' as const }
    return {
      ...shown,
      ...(!shown.saved && { equal_activities: 'once' as const }),
      suggested,
      source_schema: fields.map(({ no, path }) => ({ id: String(no), name: path })),
    }
  },

  async putMapping({ db, storeId, user, params, body, language, fail, audit }) {
    await held(db, storeId, params.id)
    const source = await mappingSource(db, storeId, params.id)
    const mapping = await checkMapping({ db, storeId, user, language }, source, body)
    if (!(await saveMapping(db, storeId, params.id, mapping))) throw fail('not_found')
    await noteMapped(db, storeId, params.id, JSON.stringify(source.read.facts))
    await markOwnMatchKeys(db, storeId, mapping, language)
    await audit('data_source', params.id)
  },
})
