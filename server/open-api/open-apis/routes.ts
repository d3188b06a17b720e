import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { ApiError } from '../../core/api-error.ts'
import { saveOpenApiList } from '../../customers/fields/access-lists.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { checkedFields, listedCountsOf } from '../keys/listed-fields.ts'
import { groupOf, programCalls, refuseCallsBeyond } from './calls.ts'
import {
  deleteOpenApi,
  findOpenApi,
  insertOpenApi,
  linkTokens,
  listOpenApis,
  switchOpenApi,
  tokensToChoose,
  unknownTokens,
  updateOpenApi,
} from './queries.ts'

async function found(db: Db, storeId: number, id: number) {
  const row = await findOpenApi(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Throws not_found if the store lacks one of the tokens. */
async function refuseForeign(db: Db, storeId: number, tokens: readonly number[]): Promise<void> {
  if ((await unknownTokens(db, storeId, tokens)).length > 0) throw new ApiError('not_found')
}

export const openApiRoutes = implement(openApis, {
  async list({ db, storeId, query }) {
    const { data, total } = await listOpenApis(db, storeId, query)
    return pageAnswer({ ...query, sort_by: 'name' }, data, total)
  },

  async create({ db, storeId, user, body: { token_ids, fields, ...written }, audit }) {
    refuseCallsBeyond(user.rights, written.calls)
    await checkedFields(db, storeId, user.rights, fields)
    await refuseForeign(db, storeId, token_ids)
    const id = await insertOpenApi(db, storeId, user.id, written)
    await saveOpenApiList(db, storeId, id, fields)
    await linkTokens(db, storeId, 'open_api_id', id, token_ids)
    await audit('open_api', id, { calls: written.calls.length, ...listedCountsOf(fields) })
    return found(db, storeId, id)
  },

  tokens: async ({ db, storeId }) => ({ data: await tokensToChoose(db, storeId) }),

  urls({ core, request }) {
    const origin = core.config.publicUrl ?? `${request.protocol}://${request.host}`
    const data = [...programCalls].map(([call, { method, path }]) => ({ call, method, url: `${origin}${path}` }))
    return { data }
  },

  get: ({ db, storeId, params }) => found(db, storeId, params.id),

  async update({ db, storeId, user, params, body: { token_ids, fields, origin_time, ...written }, stale, audit }) {
    const before = await found(db, storeId, params.id)
    refuseCallsBeyond(user.rights, written.calls)
    await checkedFields(db, storeId, user.rights, fields, before.fields)
    await refuseForeign(db, storeId, token_ids)
    if (!(await updateOpenApi(db, storeId, params.id, origin_time, written)))
      throw stale(await found(db, storeId, params.id))
    await saveOpenApiList(db, storeId, params.id, fields)
    await linkTokens(db, storeId, 'open_api_id', params.id, token_ids)
    await audit('open_api', params.id, { calls: written.calls.length, ...listedCountsOf(fields) })
    return found(db, storeId, params.id)
  },

  async delete({ db, storeId, params, fail, audit }) {
    if (!(await deleteOpenApi(db, storeId, params.id))) throw fail('not_found')
    await audit('open_api', params.id)
  },

  async setStatus({ db, storeId, params, body, fail, audit }) {
    if (!(await switchOpenApi(db, storeId, params.id, body.status))) throw fail('not_found')
    await audit('open_api', params.id, { status: body.status })
    return found(db, storeId, params.id)
  },

  groups() {
    const groups = Map.groupBy(programCalls.values(), groupOf)
    const data = [...groups].map(([group, calls]) => ({
      group,
      calls: calls.map((endpoint) => ({ call: titleOf(endpoint), scopes: [...scopesOf(endpoint)] })),
    }))
    return { data }
  },
})
