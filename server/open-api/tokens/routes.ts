import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer, pageRows } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import {
  credentialNameExists,
  filteredCredentials,
  insertCredential,
  orderedCredentials,
  rotateSecret,
  secretOf,
} from '../keys/credentials.ts'
import { checkedFields } from '../keys/listed-fields.ts'
import { refuseCallsBeyond } from '../open-apis/calls.ts'
import { findOpenApi, linkTokens } from '../open-apis/queries.ts'
import { deleteToken, findToken, switchToken, tokenColumns, updateToken } from './queries.ts'

async function found(db: Db, storeId: number, id: number) {
  const token = await findToken(db, storeId, id)
  if (!token) throw new ApiError('not_found')
  return token
}

/** Throws if an open API is unknown, or opens what the caller lacks a right to. */
export async function refuseTokenBeyond(
  db: Db,
  storeId: number,
  rights: Rights,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    const api = await findOpenApi(db, storeId, id)
    if (!api) throw new ApiError('not_found')
    refuseCallsBeyond(rights, api.calls)
    // A token for an open API opens its fields.
    await checkedFields(db, storeId, rights, api.fields)
  }
}

export const apiTokenRoutes = implement(apiTokens, {
  async list({ db, storeId, query }) {
    const { data, total } = await pageRows(filteredCredentials(db, storeId, 'token', query), query, (tokens) =>
      orderedCredentials(tokens, query).select(tokenColumns),
    )
    return pageAnswer(query, data, total)
  },

  async create({ db, storeId, user, body, fail, audit }) {
    const { name, description, expired_at: expiredAt, open_api_ids, succeeds } = body
    if (expiredAt !== undefined && Date.parse(expiredAt) <= databaseNow())
      throw fail('invalid_input', { fields: ['body.expired_at'] })
    await refuseTokenBeyond(db, storeId, user.rights, open_api_ids)
    const made = { kind: 'token' as const, name, description, scopes: [], expiredAt, userId: user.id, succeeds }
    const { id, shown } = await insertCredential(db, storeId, made)
    await linkTokens(db, storeId, 'token_id', id, open_api_ids)
    await audit('api_token', id)
    return { ...(await found(db, storeId, id)), token: shown }
  },

  async token({ db, storeId, user, body: { id, overlap_hours }, audit }) {
    const { open_apis } = await found(db, storeId, id)
    const ids = open_apis.map((api) => api.id)
    await refuseTokenBeyond(db, storeId, user.rights, ids)
    const secret = await secretOf(db, storeId, 'token', id)
    await rotateSecret(db, storeId, id, { ...secret, userId: user.id }, overlap_hours)
    await audit('api_token', id, { overlap_hours })
    return { ...(await found(db, storeId, id)), token: secret.shown }
  },

  validate: async ({ db, storeId, params }) => ({
    exists: await credentialNameExists(db, storeId, 'token', params.value),
  }),

  get: ({ db, storeId, params }) => found(db, storeId, params.id),

  async update({ db, storeId, user, params, body: { origin_time, open_api_ids, ...change }, stale, audit }) {
    await found(db, storeId, params.id)
    if (open_api_ids) await refuseTokenBeyond(db, storeId, user.rights, open_api_ids)
    if (!(await updateToken(db, storeId, params.id, origin_time, change)))
      throw stale(await found(db, storeId, params.id))
    if (open_api_ids) await linkTokens(db, storeId, 'token_id', params.id, open_api_ids)
    await audit('api_token', params.id)
    return found(db, storeId, params.id)
  },

  async setStatus({ db, storeId, params, body, fail, audit }) {
    if (!(await switchToken(db, storeId, params.id, body.status))) throw fail('not_found')
    await audit('api_token', params.id, { status: body.status })
    return found(db, storeId, params.id)
  },

  async delete({ db, storeId, params, fail, audit }) {
    if (!(await deleteToken(db, storeId, params.id))) throw fail('not_found')
    await audit('api_token', params.id)
  },
})
