import { type FacebookPage, facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { refuseInSandbox } from '../../access/stores/sandbox.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { actInStore } from '../accounts/act-in-store.ts'
import {
  type AccountRow,
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  pageIds,
  updateAccount,
} from '../accounts/queries.ts'
import { friendCounts } from '../friends/queries.ts'
import { GraphError, GraphUnreachable, managedPages, subscribePage, unsubscribePage } from './graph-client.ts'
import { pageToken, sealPage } from './page-secrets.ts'

/** Pages that a store can have in one list. */
const ALL = { offset: 0, limit: 1000, keyword: '' }

/** Returns pages as staff see them: never with a token. */
async function viewPages(db: Db, storeId: number, rows: readonly AccountRow[]): Promise<FacebookPage[]> {
  const people = await friendCounts(
    db,
    storeId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, external_id, name, picture, status, error, keep_chat_text, created_at, updated_at }) => ({
    ...{ id, page_id: external_id, name, picture, status, keep_chat_text, created_at, updated_at },
    error: error as FacebookPage['error'],
    people: people.get(id)?.known ?? 0,
  }))
}

async function found(db: Db, storeId: number, id: number): Promise<FacebookPage> {
  const page = await findAccount(db, storeId, 'facebook', id)
  if (!page) throw new ApiError('not_found')
  return (await viewPages(db, storeId, [page]))[0]!
}

/** Translates what Facebook answered; anything else stays what it is. */
function refused(error: unknown): unknown {
  if (error instanceof GraphUnreachable) return new ApiError('facebook_unreachable', undefined, { cause: error })
  return error instanceof GraphError ? new ApiError('facebook_refused', undefined, { cause: error }) : error
}

const webhookUrl = ({ config }: Core) =>
  config.facebook
    ? `${config.publicUrl ?? `http://localhost:${config.port}`}/webhook/facebook/${config.facebook.appId}`
    : null

export const facebookSettingRoutes = implement(facebookSetting, {
  async list({ core, db, storeId }) {
    const { data } = await listAccounts(db, storeId, 'facebook', ALL)
    return { data: await viewPages(db, storeId, data), webhook_url: webhookUrl(core) }
  },

  async search({ db, storeId, query }) {
    const { data, total } = await listAccounts(db, storeId, 'facebook', query)
    return pageAnswer({ ...query, sort_by: 'name', sort_dir: 'asc' }, await viewPages(db, storeId, data), total)
  },

  get: ({ db, storeId, params }) => found(db, storeId, params.id),

  async connect({ core, storeId, user, body, request, fail }) {
    await inStore(core.pool, storeId, (db) => refuseInSandbox(db, storeId))
    const app = core.config.facebook
    if (!app) throw fail('facebook_not_set_up')
    try {
      const managed = await managedPages(app, body.access_token)
      const connected = new Set(await inStore(core.pool, storeId, (db) => pageIds(db, storeId)))
      const view = () =>
        managed.map(({ id, name, category }) => ({
          ...{ page_id: id, name, category: category ?? null },
          connected: connected.has(id),
        }))
      if (body.page_id === null) return { pages: view(), connected: null }
      const page = managed.find(({ id }) => id === body.page_id)
      if (!page) throw fail('not_found')
      const made = await actInStore({ core, storeId, user, request }, 'facebook_page', async (db, act) => {
        const id = await insertAccount(db, storeId, {
          ...sealPage(core, storeId, page.id, page.access_token),
          ...{ type: 'facebook', external_id: page.id, name: page.name || page.id, created_by: user.id },
          ...{ bot_user_id: null, basic_id: null, chat_mode: null, picture: null, provider: null },
          ...{ token: null, token_end: null },
        })
        // Within the transaction: a page whose events do not arrive is not connected.
        await subscribePage(app, page.id, page.access_token)
        await act('page_connected', id)
        return found(db, storeId, id)
      })
      connected.add(page.id)
      return { pages: view(), connected: made }
    } catch (error) {
      throw refused(error)
    }
  },

  async update({ db, storeId, params, body, audit, stale }) {
    const { origin_time, ...change } = body
    await found(db, storeId, params.id)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const saved = await updateAccount(db, storeId, params.id, origin_time, {
      ...given,
      ...(change.status && { error: null }),
    })
    const current = await found(db, storeId, params.id)
    if (!saved) throw stale(current)
    await audit('facebook_page', params.id)
    return current
  },

  async remove({ core, storeId, user, params, request, fail }) {
    const page = await actInStore({ core, storeId, user, request }, 'facebook_page', async (db, act) => {
      const there = await findAccount(db, storeId, 'facebook', params.id)
      if (!there) throw fail('not_found')
      await deleteAccount(db, storeId, params.id)
      await act('page_disconnected', params.id)
      return there
    })
    const app = core.config.facebook
    // Events of a page without a store are dropped, so a Facebook that cannot be reached does not keep the page here.
    if (app) await unsubscribePage(app, page.external_id, pageToken(core, storeId, page)).catch(() => undefined)
  },
})
