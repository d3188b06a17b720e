import type { ListedField } from '@ruam/contract/open-api/credentials.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes, type Scope } from '@ruam/contract/platform/scopes.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { lockFields, saveKeyList, storeListOf } from '../../customers/fields/access-lists.ts'
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
} from './credentials.ts'
import { checkedFields, listedCountsOf, opensMore } from './listed-fields.ts'
import { findKey, keyColumns, keyList, lockKey, revokeKey, setScopes } from './queries.ts'

async function found(db: Db, storeId: number, id: number) {
  const key = await findKey(db, storeId, id)
  if (!key) throw new ApiError('not_found')
  return key
}

const withList = async (db: Db, storeId: number, id: number) => ({
  ...(await found(db, storeId, id)),
  fields: await keyList(db, storeId, id),
})

/** What the store's list opens now and is not sensitive, as far as the scopes read and write profiles. */
async function usualList(db: Db, storeId: number, scopes: readonly Scope[]): Promise<ListedField[]> {
  const fields = await lockFields(db, storeId)
  const { reads, writes } = await storeListOf(db, storeId)
  return fields
    .filter(({ sensitive }) => !sensitive)
    .map(({ id, formula }) => ({
      field_id: id,
      read: scopes.includes('profile:read') && reads.has(id),
      write: scopes.includes('profile:write') && writes.has(id) && !formula ? 'overwrite' : null,
    }))
}

/** Throws if the caller lacks a right that one of the scopes grants. */
export function refuseKeyBeyond(rights: Rights, scopes: readonly Scope[]): void {
  const beyond = scopes.find((scope) => !may(rights, ...rightsOfScopes([scope])))
  if (beyond) throw new ApiError('scope_beyond_rights', { scope: beyond })
}

export const apiKeyRoutes = implement(apiKeys, {
  async list({ db, storeId, query }) {
    const { data, total } = await pageRows(filteredCredentials(db, storeId, 'key', query), query, (keys) =>
      orderedCredentials(keys, query).select(keyColumns),
    )
    return pageAnswer(query, data, total)
  },

  async create({ db, storeId, user, body, fail, audit }) {
    const { name, expired_at: expiredAt, succeeds } = body
    const scopes = [...new Set(body.scopes)]
    refuseKeyBeyond(user.rights, scopes)
    if (expiredAt !== undefined && Date.parse(expiredAt) <= databaseNow())
      throw fail('invalid_input', { fields: ['body.expired_at'] })
    if (body.fields) await checkedFields(db, storeId, user.rights, body.fields)
    const { id, shown } = await insertCredential(db, storeId, {
      ...{ kind: 'key' as const, name, description: '', scopes, expiredAt },
      userId: user.id,
      succeeds,
    })
    const fields = body.fields ?? (await usualList(db, storeId, scopes))
    await saveKeyList(db, storeId, id, fields)
    await audit('api_key', id, { scopes: scopes.join(' '), ...listedCountsOf(fields) })
    return { ...(await withList(db, storeId, id)), key: shown }
  },

  nameAvailable: async ({ db, storeId, query }) => ({
    exists: await credentialNameExists(db, storeId, 'key', query.keyword),
  }),

  get: ({ db, storeId, params }) => withList(db, storeId, params.id),

  async setAccess({ db, storeId, user, params: { id }, body, stale, fail, audit }) {
    const key = await lockKey(db, storeId, id)
    if (!key) throw fail('not_found')
    if (key.status === 'revoked') throw fail('key_not_active')
    const scopes = [...new Set(body.scopes)]
    const before = await keyList(db, storeId, id)
    await checkedFields(db, storeId, user.rights, body.fields, before)
    // Anybody who may make keys may narrow one.
    const widens = scopes.some((scope) => !key.scopes.includes(scope)) || opensMore(body.fields, before)
    if (widens) refuseKeyBeyond(user.rights, scopes)
    if (!(await setScopes(db, storeId, id, body.origin_time, scopes))) throw stale(await withList(db, storeId, id))
    await saveKeyList(db, storeId, id, body.fields)
    await audit('api_key', id, { scopes: scopes.join(' '), ...listedCountsOf(body.fields) })
    return withList(db, storeId, id)
  },

  async revoke({ db, storeId, user, params, fail, audit }) {
    await found(db, storeId, params.id)
    if (!(await revokeKey(db, storeId, params.id, user.id))) throw fail('key_not_active')
    await audit('api_key', params.id)
    return found(db, storeId, params.id)
  },

  async rotate({ db, storeId, user, params, body, fail, audit }) {
    const key = await lockKey(db, storeId, params.id)
    if (!key) throw fail('not_found')
    if (key.status === 'revoked') throw fail('key_not_active')
    // A new secret is as good as a new key.
    refuseKeyBeyond(user.rights, key.scopes)
    const secret = await secretOf(db, storeId, 'key', params.id)
    await rotateSecret(db, storeId, params.id, { ...secret, userId: user.id }, body.overlap_hours)
    await audit('api_key', params.id, { overlap_hours: body.overlap_hours })
    return { ...(await withList(db, storeId, params.id)), key: secret.shown }
  },
})
