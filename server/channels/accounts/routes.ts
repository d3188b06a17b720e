import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import { ApiError } from '../../core/api-error.ts'
import { forgetChecked, startAskingIfNew } from '../../customers/changes/line-friends.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Handler } from '../../http/handler.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { actInStore } from './act-in-store.ts'
import { checkAccount, noteFault } from './check.ts'
import { LineError, LineUnreachable } from './line-client.ts'
import { renameScopes, settleProvider } from './providers.ts'
import {
  type AccountChange,
  type AccountType,
  allAccounts,
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
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

/** The calls that both kinds of accounts have. */
function accountCalls(type: AccountType) {
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
    const credentials = { channelId: channel_id, secret: channel_secret, token: access_token }
    const { display_name, ...account } = await verifyCredentials(core, credentials)
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
      return made
    })
    await check(core, storeId, type, id, true)
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
      verified = { ...known, ...sealCredentials(core, storeId, credentials), status: 'active', error: null }
    }
    return actInStore({ core, storeId, user, request }, 'channel', async (db, act) => {
      const saved = await updateAccount(db, storeId, params.id, origin_time, { ...defined(change), ...verified })
      const current = await found(core, db, storeId, type, params.id)
      if (!saved) throw stale(current)
      if (change.provider !== undefined && change.provider !== account.provider)
        await renameScopes(db, storeId, [params.id])
      await act('channel_changed', params.id)
      return current
    })
  }

  const remove: Handler<typeof lineOa.delete> = async ({ db, storeId, params, fail, audit }) => {
    if (!(await findAccount(db, storeId, type, params.id))) throw fail('not_found')
    if (await waitsToSend(db, storeId, params.id)) throw fail('channel_in_use')
    await deleteAccount(db, storeId, params.id)
    await audit('channel', params.id)
  }

  return { list, get, create, update, delete: remove }
}

/** Drops keys without a value: they were not sent. */
const defined = (change: AccountChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as AccountChange

/** Returns an official account or a module channel. Throws not_found. */
async function lineAccount(db: Db, storeId: number, id: number) {
  const account = (await findAccount(db, storeId, 'lineOA', id)) ?? (await findAccount(db, storeId, 'lineModule', id))
  if (!account) throw new ApiError('not_found')
  return { ...account, type: account.type as AccountType }
}

/** Checks an account with LINE. Throws channel_unreachable, or notes that LINE refused it. */
async function check(core: Core, storeId: number, type: AccountType, id: number, set: boolean): Promise<void> {
  const account = await inStore(core.pool, storeId, (db) => findAccount(db, storeId, type, id))
  if (!account) throw new ApiError('not_found')
  try {
    await checkAccount(core, storeId, account, set)
    if (account.status === 'error')
      await inStore(core.pool, storeId, (db) =>
        updateAccount(db, storeId, id, undefined, { status: 'active', error: null }),
      )
  } catch (error) {
    if (!(error instanceof LineError || error instanceof LineUnreachable)) throw error
    const noted = await inStore(core.pool, storeId, (db) => noteFault(db, storeId, account, error))
    if (!noted) throw new ApiError('channel_unreachable', undefined, { cause: error })
  }
}

const officialAccounts = accountCalls('lineOA')

export const lineOaRoutes = implement(lineOa, {
  ...officialAccounts,

  async all({ db, storeId }) {
    return { data: await allAccounts(db, storeId, 'lineOA') }
  },

  async validateToken({ core, body }) {
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
    await updateAccount(db, storeId, params.id, undefined, { status: body.status, error: null })
    await audit('channel', params.id)
    return found(core, db, storeId, type, params.id)
  },

  async settleProvider({ core, db, storeId, params, body, fail, audit }) {
    const settled = await settleProvider(db, storeId, { id: params.id, other: body.account_id, same: body.same })
    if (!settled) throw fail('not_found')
    await audit('channel', params.id)
    return found(core, db, storeId, (await lineAccount(db, storeId, params.id)).type, params.id)
  },

  async check({ core, storeId, user, params, body, request }) {
    const { type } = await inStore(core.pool, storeId, (db) => lineAccount(db, storeId, params.id))
    await check(core, storeId, type, params.id, body.set)
    return actInStore({ core, storeId, user, request }, 'channel', async (db, act) => {
      await act('channel_checked', params.id)
      return found(core, db, storeId, type, params.id)
    })
  },
})

export const lineModuleRoutes = implement(
  lineModule,
  // The same calls below another path, which is part of a handler's type.
  accountCalls('lineModule') as unknown as Handlers<typeof lineModule>,
)
