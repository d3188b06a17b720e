import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes, type Scope } from '@ruam/contract/platform/scopes.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Db } from '../../platform/core/db.ts'
import { implement } from '../../platform/core/implement.ts'
import { pageAnswer, pageRows } from '../../platform/core/page.ts'
import {
  credentialNameExists,
  filteredCredentials,
  insertCredential,
  orderedCredentials,
  rotateSecret,
} from './credentials.ts'
import { findKey, holdKey, keyColumns, revokeKey } from './queries.ts'
import { newSecret } from './secret.ts'

async function found(db: Db, storeId: number, id: number) {
  const key = await findKey(db, storeId, id)
  if (!key) throw new ApiError('not_found')
  return key
}

/** Throws if the caller lacks a right that one of the scopes grants. */
function refuseBeyond(rights: Rights, scopes: readonly Scope[]): void {
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
    const { name, expired_at: expiredAt } = body
    const scopes = [...new Set(body.scopes)]
    refuseBeyond(user.rights, scopes)
    if (expiredAt !== undefined && Date.parse(expiredAt) <= Date.now())
      throw fail('invalid_input', { fields: ['body.expired_at'] })
    const { id, shown } = await insertCredential(db, storeId, {
      ...{ kind: 'key' as const, name, description: '', scopes, expiredAt },
      userId: user.id,
    })
    await audit('api_key', id, { scopes: scopes.join(' ') })
    return { ...(await found(db, storeId, id)), key: shown }
  },

  nameAvailable: async ({ db, storeId, query }) => ({
    exists: await credentialNameExists(db, storeId, 'key', query.keyword),
  }),

  get: ({ db, storeId, params }) => found(db, storeId, params.id),

  async revoke({ db, storeId, user, params, fail, audit }) {
    await found(db, storeId, params.id)
    if (!(await revokeKey(db, storeId, params.id, user.id))) throw fail('key_not_active')
    await audit('api_key', params.id)
    return found(db, storeId, params.id)
  },

  async rotate({ db, storeId, user, params, body, fail, audit }) {
    const key = await holdKey(db, storeId, params.id)
    if (!key) throw fail('not_found')
    if (key.status === 'revoked') throw fail('key_not_active')
    // A new secret is as good as a new key.
    refuseBeyond(user.rights, key.scopes)
    const secret = newSecret('key', params.id)
    await rotateSecret(db, storeId, params.id, secret, body.overlap_hours)
    await audit('api_key', params.id, { overlap_hours: body.overlap_hours })
    return { ...(await found(db, storeId, params.id)), key: secret.shown }
  },
})
