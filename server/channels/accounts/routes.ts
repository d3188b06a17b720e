import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import { answerSetupRequests } from '../../access/roles/setup-requests.ts'
import { refuseInSandbox } from '../../access/stores/sandbox.ts'
import { ApiError } from '../../core/api-error.ts'
import { logFailure } from '../../core/log.ts'
import { forgetChecked, startAskingIfNew } from '../../customers/changes/line-friends.ts'
import { constraintError } from '../../database/constraint-errors.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Handler } from '../../http/handler.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { startListing } from '../friends/listing.ts'
import { actInStore } from './act-in-store.ts'
import { checkAccount } from './check.ts'
import { settleConnection } from './check-queries.ts'
import { renameScopes, settleProvider } from './providers.ts'
import {
  type AccountChange,
  type AccountRow,
  type AccountType,
  allAccounts,
  deleteAccount,
  findAccount,
  insertAccount,
  lineAccountById,
  listAccounts,
  refuseTaken,
  updateAccount,
  waitsToSend,
} from './queries.ts'
import { credentialsOf, newWebhookKey, sealCredentials } from './secrets.ts'
import { verifyCredentials } from './verify.ts'
import { viewAccounts } from './view.ts'

async function found(core: Core, db: Db, storeId: number, type: AccountType, id: number) {
  const account = await findAccount(db, storeId, type, id)
  if (!account) throw new ApiError('not_found')
  return (await viewAccounts(core, db, storeId, [account]))[0]!
}

/** Prepares, while an account is there, what its disconnection leaves to do at LINE. */
export type Leaving = (core: Core, storeId: number, account: AccountRow) => Promise<(() => Promise<void>) | undefined>

/** The calls that both kinds of accounts have. */
function accountCalls(type: AccountType, leaving: Leaving) {
  const list: Handler<typeof lineOa.list> = async ({ core, db, storeId, query }) => {
    const { data, total } = await listAccounts(db, storeId, type, query)
    return pageAnswer(
      { ...query, sort_by: 'name', sort_dir: 'asc' },
      await viewAccounts(core, db, storeId, data),
      total,
    )
  }

  const get: Handler<typeof lineOa.get> = ({ core, db, storeId, params }) => found(core, db, storeId, type, params.id)

  const create: Handler<typeof lineOa.create> = async ({ core, storeId, user, body, request }) => {
    const { channel_id, channel_secret, access_token, name, provider } = body
    await inStore(core.pool, storeId, (db) => refuseInSandbox(db, storeId))
    const credentials = { channelId: channel_id, secret: channel_secret, token: access_token }
    const { display_name, ...account } = await verifyCredentials(core, credentials)
    await refuseElsewhere(core, [channel_id, account.bot_user_id])
    const id = await actInStore({ core, storeId, user, request }, 'channel', async (db, act) => {
      const made = await insertAccount(db, storeId, {
        ...account,
        ...sealCredentials(core, storeId, credentials),
        ...newWebhookKey(core, storeId, channel_id),
        type,
        external_id: channel_id,
        name: name ?? display_name,
        provider,
        created_by: user.id,
      })
      await act('channel_connected', made)
      await forgetChecked(db, storeId)
      await startAskingIfNew(core, db, storeId, user)
      await answerSetupRequests(db, storeId, 'account')
      return made
    })
    await checkAccount(core, storeId, id, { asked: true, set: true })
    return inStore(core.pool, storeId, (db) => found(core, db, storeId, type, id))
  }

  const update: Handler<typeof lineOa.update> = async ({ core, storeId, user, params, body, request, stale }) => {
    const { origin_time, channel_secret, access_token, ...change } = body
    const account = await inStore(core.pool, storeId, (db) => findAccount(db, storeId, type, params.id))
    if (!account) throw new ApiError('not_found')
    let verified: AccountChange = {}
    if (channel_secret !== undefined || access_token !== undefined) {
      const before = credentialsOf(core, storeId, account)
      const credentials = {
        ...before,
        secret: channel_secret ?? before.secret,
        token: access_token === undefined ? before.token : access_token,
      }
      const { display_name: _, ...known } = await verifyCredentials(core, credentials)
      verified = { ...known, ...sealCredentials(core, storeId, credentials) }
    }
    const changed = actInStore({ core, storeId, user, request }, 'channel', async (db, act) => {
      const saved = await updateAccount(db, storeId, params.id, origin_time, { ...defined(change), ...verified })
      if (!saved) throw stale(await found(core, db, storeId, type, params.id))
      if (change.provider !== undefined && change.provider !== account.provider)
        await renameScopes(db, storeId, [params.id])
      await act('channel_changed', params.id)
    })
    await changed.catch(async (error: unknown) => {
      // The new keys are those of another account that is connected already.
      if (constraintError(error)?.errorName !== 'channel_taken') throw error
      const { bot_user_id = null } = verified
      await inStore(core.pool, storeId, (db) => refuseTaken(db, storeId, { type, external_id: '', bot_user_id }))
    })
    if (verified.secret) await checkAccount(core, storeId, params.id, { asked: true })
    return inStore(core.pool, storeId, (db) => found(core, db, storeId, type, params.id))
  }

  const remove: Handler<typeof lineOa.delete> = async ({ core, storeId, user, params: { id }, request, fail }) => {
    const account = await inStore(core.pool, storeId, (db) => findAccount(db, storeId, type, id))
    if (!account) throw fail('not_found')
    const leave = await leaving(core, storeId, account)
    await actInStore({ core, storeId, user, request }, 'channel', async (db, act) => {
      if (!(await findAccount(db, storeId, type, id))) throw fail('not_found')
      if (await waitsToSend(db, storeId, id)) throw fail('channel_in_use')
      await deleteAccount(db, storeId, id)
      await act('channel_disconnected', id)
    })
    // Nothing at LINE holds up a disconnection, not even keys that it refuses.
    await leave?.().catch(logFailure(request))
  }

  return { list, get, create, update, delete: remove }
}

/** Drops keys without a value: they were not sent. */
const defined = (change: AccountChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as AccountChange

/** Throws channel_taken if a store on another database server has the channel or its bot. Unique keys decide within a server. */
async function refuseElsewhere(core: Core, ids: readonly string[]): Promise<void> {
  const router = routerOf(core)
  if (!router.several) return
  for (const id of ids) {
    const there = await router.seek('line', Buffer.from(id))
    if (there && there !== core) throw new ApiError('channel_taken')
  }
}

/** Returns an official account or a module channel. Throws not_found. */
async function lineAccount(db: Db, storeId: number, id: number) {
  const account = await lineAccountById(db, storeId, id)
  if (!account) throw new ApiError('not_found')
  return { ...account, type: account.type as AccountType }
}

export const lineOaRoutes = (leaving: Leaving) =>
  implement(lineOa, {
    ...accountCalls('lineOA', leaving),

    async all({ db, storeId }) {
      return { data: await allAccounts(db, storeId, 'lineOA') }
    },

    async validateToken({ core, storeId, body }) {
      await inStore(core.pool, storeId, (db) => refuseInSandbox(db, storeId))
      const { channel_id, channel_secret, access_token } = body
      const account = await verifyCredentials(core, {
        channelId: channel_id,
        secret: channel_secret,
        token: access_token,
      })
      const { bot_user_id: _, ...shown } = account
      return shown
    },

    async updateStatus({ core, db, storeId, params, body, audit }) {
      const { type } = await lineAccount(db, storeId, params.id)
      await updateAccount(db, storeId, params.id, undefined, { status: body.status })
      await settleConnection(db, storeId, params.id)
      await audit('channel', params.id)
      return found(core, db, storeId, type, params.id)
    },

    async readFriends({ core, db, storeId, user, params, fail, audit }) {
      const { status } = await lineAccount(db, storeId, params.id)
      if (status !== 'active') throw fail('line_link_no_account')
      const job_id = await startListing(core, db, storeId, user, params.id)
      await audit('channel', params.id)
      return { job_id }
    },

    async settleProvider({ core, db, storeId, params, body, fail, audit }) {
      const settled = await settleProvider(db, storeId, { id: params.id, other: body.account_id, same: body.same })
      if (!settled) throw fail('not_found')
      await audit('channel', params.id)
      return found(core, db, storeId, (await lineAccount(db, storeId, params.id)).type, params.id)
    },

    async check({ core, storeId, user, params, body, request }) {
      const { type } = await inStore(core.pool, storeId, (db) => lineAccount(db, storeId, params.id))
      await checkAccount(core, storeId, params.id, { asked: true, set: body.set })
      return actInStore({ core, storeId, user, request }, 'channel', async (db, act) => {
        await act('channel_checked', params.id)
        return found(core, db, storeId, type, params.id)
      })
    },
  })

export const lineModuleRoutes = (leaving: Leaving) =>
  implement(
    lineModule,
    // The same calls below another path, which is part of a handler's type.
    accountCalls('lineModule', leaving) as unknown as Handlers<typeof lineModule>,
  )
