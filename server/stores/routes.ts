import { ACCESS_TOKEN_SECONDS } from '@ruam/contract/constants.ts'
import { stores, users } from '@ruam/contract/stores.ts'
import { implement } from '../core/implement.ts'
import { hashOf, newToken } from '../core/tokens.ts'
import { enterStore, findStore, noteSeen, storesOf } from './queries.ts'

export const storeRoutes = implement(stores, {
  async token({ db, user, body, fail }) {
    const token = newToken()
    const entered = await enterStore(db, user.sessionId, user.id, body.id, hashOf(token), ACCESS_TOKEN_SECONDS)
    if (!entered) throw fail('not_found')
    await noteSeen(db, user.id, body.id)
    return { token, expires_in: ACCESS_TOKEN_SECONDS, ...entered }
  },

  async get({ db, storeId, user, params, fail }) {
    const store = params.id === storeId ? await findStore(db, storeId) : undefined
    if (!store) throw fail('not_found')
    return { ...store, roles: [...user.rights.roles], permissions: [...user.rights.permissions] }
  },
})

export const userRoutes = implement(users, {
  async stores({ db, user, params, fail }) {
    if (params.user_id !== user.id) throw fail('not_found')
    const found = await storesOf(db, user.id)
    return {
      data: found.map((row) => ({ id: row.store_id, store: { id: row.store_id, name: row.name }, roles: row.roles })),
      total: found.length,
    }
  },
})
