import { stores, users } from '@ruam/contract/access/stores.ts'
import { ACCESS_TOKEN_SECONDS } from '@ruam/contract/platform/constants.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { implement } from '../../platform/core/implement.ts'
import { pipelinedRead } from '../../platform/core/pipelined-read.ts'
import { hashOf, newToken } from '../../platform/core/tokens.ts'
import { readPhoto } from './photo.ts'
import {
  agreementRow,
  agreementStatus,
  enterStore,
  findStore,
  holdStore,
  lockStore,
  makeStore,
  noteSeen,
  restoreStore,
  setPhoto,
  storesOf,
  updateStore,
} from './queries.ts'
import { readSettings } from './settings.ts'

export const storeRoutes = implement(stores, {
  async token({ db, user, body, fail }) {
    const token = newToken()
    const entered = await enterStore(db, user.sessionId, user.id, body.id, hashOf(token), ACCESS_TOKEN_SECONDS)
    if (!entered) throw fail('not_found')
    await noteSeen(db, user.id, body.id)
    return { token, expires_in: ACCESS_TOKEN_SECONDS, ...entered }
  },

  async get({ core, db, storeId, user, params, fail }) {
    const store = params.id === storeId ? await findStore(db, storeId) : undefined
    if (!store) throw fail('not_found')
    const { roles, permissions } = user.rights
    const dpa_status = await agreementStatus(db)
    return { ...store, roles: [...roles], permissions: [...permissions], dpa_status, flags: core.config.flags }
  },

  rights: pipelinedRead(stores.rights, {
    reads: () => ({ agreement: agreementRow() }),
    answer({ agreement: [agreement] }, { storeId, user: { rights }, params, fail }) {
      if (params.id !== storeId) throw fail('not_found')
      return { roles: [...rights.roles], permissions: [...rights.permissions], ...agreement! }
    },
  }),

  async update({ db, storeId, body: { origin_time, ...body }, fail, stale, audit }) {
    const change = readSettings(body)
    if (!(await updateStore(db, storeId, origin_time, change))) {
      const current = await findStore(db, storeId)
      if (!current) throw fail('not_found')
      throw stale(current)
    }
    // Names the changed settings without values: a name and a tax id may be personal.
    await audit('store', storeId, { fields: Object.keys(change).toSorted().join(',') })
    return (await findStore(db, storeId))!
  },

  async create({ db, user, body: { name }, request, fail }) {
    const id = await makeStore(db, user.id, name, request.id)
    if (id === null) throw fail('stores_for_owners')
    return { id, name }
  },

  async delete({ db, storeId, user, params, body: { name }, fail, audit }) {
    // Under the lock that a change of its owners takes.
    const store = params.id === storeId ? await holdStore(db, storeId, user.id) : undefined
    if (!store) throw fail('not_found')
    if (!store.owned) throw fail('forbidden', { permission: OWNER })
    if (store.name !== name.trim().normalize('NFC')) throw fail('store_name_wrong')
    if (!(await lockStore(db))) throw fail('not_found')
    await audit('store', storeId)
  },

  async restore({ db, user, params, request, fail }) {
    if (!(await restoreStore(db, user.id, params.id, request.id))) throw fail('not_found')
  },

  async photo({ core, db, storeId, upload, audit }) {
    const photo = await readPhoto(core.storage, upload)
    await setPhoto(db, storeId, photo)
    await audit('store', storeId)
    return { photo }
  },
})

export const userRoutes = implement(users, {
  async stores({ db, user, params, fail }) {
    if (params.user_id !== user.id) throw fail('not_found')
    const found = await storesOf(db, user.id)
    return {
      data: found.map(({ store_id: id, name, roles, deleted_at }) => ({ id, store: { id, name }, roles, deleted_at })),
      total: found.length,
    }
  },
})
