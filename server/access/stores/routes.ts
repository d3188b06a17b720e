import { setTimeout as sleep } from 'node:timers/promises'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { ACCESS_TOKEN_SECONDS } from '@ruam/contract/platform/constants.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { tokenHash } from '../../core/tokens.ts'
import { implement } from '../../http/implement.ts'
import { pipelinedRead } from '../../http/pipelined-read.ts'
import { serverNumber } from '../../servers/core.ts'
import { newStoreToken, routerOf } from '../../servers/store-router.ts'
import { allStoresOf, enterElsewhere, makeStoreOnServer, restoreElsewhere } from './other-servers.ts'
import { readPhoto } from './photo.ts'
import {
  agreementRow,
  agreementStatus,
  enterStore,
  findStore,
  homeOf,
  homeRow,
  lockStore,
  lockStoreRow,
  recordVisit,
  restoreStore,
  setPhoto,
  updateStore,
} from './queries.ts'
import { lacksSecondFactor } from './second-factor.ts'
import { readStoreSettings } from './settings.ts'

/** Attempts to open a store that is open nowhere: at the end of a move, some tenths of a second. */
const MOVING_TRIES = 10
const MOVING_PAUSE_MS = 200

/** Name of a sandbox, which its owner can change. */
const sandboxName = { th: 'ร้านทดลอง', en: 'Sandbox store' } as const

export const storeRoutes = implement(stores, {
  async token({ core, db, user, body, fail }) {
    if (await lacksSecondFactor(core, db, user.id, user.sessionId)) throw fail('passkey_required')
    const router = routerOf(core)
    for (let tries = 1; ; tries++) {
      const server = router.serverOf(body.id)
      const token = newStoreToken(server)
      const entering = { userId: user.id, sessionId: user.sessionId, storeId: body.id, access: tokenHash(token) }
      const entered =
        server === serverNumber(core)
          ? await enterStore(db, user.sessionId, user.id, body.id, entering.access, ACCESS_TOKEN_SECONDS)
          : await enterElsewhere(core, db, { ...entering, seconds: ACCESS_TOKEN_SECONDS })
      if (entered) {
        if (server === serverNumber(core)) await recordVisit(db, user.id, body.id)
        return { token, expires_in: ACCESS_TOKEN_SECONDS, ...entered }
      }
      // It may have moved since the directory was read, or be open nowhere at this moment.
      const wasMoving = router.isMoving(body.id)
      await router.refresh()
      const isMoving = router.isMoving(body.id)
      if (!wasMoving && !isMoving && router.serverOf(body.id) === server) throw fail('not_found')
      if (tries === MOVING_TRIES) throw new ApiError('store_moving', { seconds: 1 })
      if (isMoving) await sleep(MOVING_PAUSE_MS)
    }
  },

  async get({ core, db, storeId, user, params, fail }) {
    const store = params.id === storeId ? await findStore(db, storeId) : undefined
    if (!store) throw fail('not_found')
    const { roles, permissions } = user.rights
    const [dpa_status, home] = [await agreementStatus(db), await homeOf(db, storeId, user.id)]
    const flags = { ...core.config.flags, sandbox: store.sandbox_of !== null }
    return { ...store, roles: [...roles], permissions: [...permissions], home, dpa_status, flags }
  },

  rights: pipelinedRead(stores.rights, {
    reads: ({ storeId, userId }) => ({ agreement: agreementRow(), home: homeRow(storeId, userId) }),
    answer({ agreement: [agreement], home: [member] }, { storeId, user: { rights }, params, fail }) {
      if (params.id !== storeId) throw fail('not_found')
      return { roles: [...rights.roles], permissions: [...rights.permissions], ...agreement!, ...member! }
    },
  }),

  async update({ db, storeId, body: { origin_time, ...body }, fail, stale, audit }) {
    const change = readStoreSettings(body)
    if (!(await updateStore(db, storeId, origin_time, change))) {
      const current = await findStore(db, storeId)
      if (!current) throw fail('not_found')
      throw stale(current)
    }
    // Names the changed settings without values: a name and a tax id may be personal.
    await audit('store', storeId, { fields: Object.keys(change).toSorted().join(',') })
    return (await findStore(db, storeId))!
  },

  async create({ core, db, user, body: { name }, request, fail }) {
    const made = { userId: user.id, name, requestId: request.id }
    const id = await makeStoreOnServer(core, db, { ...made, sandbox: false })
    if (id === null) throw fail('stores_for_owners')
    return { id, name }
  },

  async sandbox({ core, db, user, language, request, fail }) {
    const name = sandboxName[language]
    const made = { userId: user.id, name, requestId: request.id }
    const id = await makeStoreOnServer(core, db, { ...made, sandbox: true })
    if (id === null) throw fail('stores_for_owners')
    return { id, name }
  },

  async delete({ db, storeId, user, params, body: { name }, fail, audit }) {
    // Under the lock that a change of its owners takes.
    const store = params.id === storeId ? await lockStoreRow(db, storeId, user.id) : undefined
    if (!store) throw fail('not_found')
    if (!store.owned) throw fail('forbidden', { permission: OWNER })
    if (store.name !== name.trim().normalize('NFC')) throw fail('store_name_wrong')
    if (!(await lockStore(db))) throw fail('not_found')
    await audit('store', storeId)
  },

  async restore({ core, db, user, params, request, fail }) {
    const restored = routerOf(core).isHere(params.id)
      ? await restoreStore(db, user.id, params.id, request.id)
      : await restoreElsewhere(core, user.id, params.id, request.id)
    if (!restored) throw fail('not_found')
  },

  async photo({ core, db, storeId, upload, audit }) {
    const photo = await readPhoto(core.storage, upload)
    await setPhoto(db, storeId, photo)
    await audit('store', storeId)
    return { photo }
  },
})

export const userRoutes = implement(users, {
  async stores({ core, db, user, params, fail }) {
    if (params.user_id !== user.id) throw fail('not_found')
    const found = await allStoresOf(core, db, user.id)
    return {
      data: found.map(({ store_id: id, name, roles, deleted_at, away, sandbox }) => ({
        ...{ id, store: { id, name }, roles, deleted_at },
        ...(away && { away }),
        ...(sandbox && { sandbox }),
      })),
      total: found.length,
    }
  },
})
