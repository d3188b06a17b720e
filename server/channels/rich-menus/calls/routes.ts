import type { RichMenuContent } from '@ruam/contract/channels/rich-menu.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { retainMedia } from '../../../broadcasts/media/queries.ts'
import { ApiError } from '../../../core/api-error.ts'
import { labelNamesById } from '../../../customers/labels/queries.ts'
import type { Db } from '../../../database/db.ts'
import { implement } from '../../../http/implement.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { friendCounts } from '../../friends/queries.ts'
import { countFriendsOfMenus, type MenuCount, type Progress, progressOf } from '../assign/counts.ts'
import { markMenusDue } from '../due.ts'
import { formerOrder, orderRichMenus, undoOrder } from '../order.ts'
import {
  deleteRichMenu,
  findRichMenu,
  insertRichMenu,
  listRichMenus,
  putInUse,
  type RichMenuRow,
  recreateRichMenu,
  switchOffRichMenu,
  updateRichMenu,
  writtenContent,
} from '../queries.ts'
import { refuseIncomplete } from './complete.ts'
import { storeMenuPicture } from './pictures.ts'
import { countReached } from './reached.ts'
import { tryOut } from './try-out.ts'
import { type FriendsOfMenus, viewRichMenu, viewSummaries } from './view.ts'

const emptyContent: RichMenuContent = {
  ...{ chat_bar_text: '', opens: true, size: 'large', picture: null, areas: [] },
  ...{ label_ids: [], starts_at: null, ends_at: null },
}

async function requireAccount(db: Db, storeId: number, id: number): Promise<void> {
  if (!(await lineAccountById(db, storeId, id))) throw new ApiError('not_found')
}

async function found(db: Db, storeId: number, id: number): Promise<RichMenuRow> {
  const row = await findRichMenu(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

async function viewList(db: Db, storeId: number, rights: Rights, channelId: number) {
  const rows = await listRichMenus(db, storeId, channelId)
  const friends = (await friendCounts(db, storeId, [channelId])).get(channelId) ?? { known: 0, unknown: 0 }
  const all = friends.known + friends.unknown
  const counts = await countFriendsOfMenus(db, { storeId, channelId })
  return {
    menus: await viewSummaries(db, storeId, rights, rows, withDefault(rows, counts, all)),
    friends: all,
    unknown_friends: friends.unknown,
    ...withUnmade(await progressOf(db, { storeId, channelId }), counts),
    can_undo: (await formerOrder(db, storeId, channelId)) !== null,
  }
}

/** Adds friends of menus that LINE does not have yet, who wait too. */
function withUnmade(progress: Progress, counts: readonly MenuCount[]): Progress {
  const unmade = counts.reduce((sum, { friends, ready }) => sum + (ready ? 0 : friends), 0)
  return unmade > 0 ? { waiting: progress.waiting + unmade, settled_at: null } : progress
}

/** Adds the default menu, which all others get. */
function withDefault(rows: readonly RichMenuRow[], counts: readonly MenuCount[], all: number): FriendsOfMenus {
  const others = all - counts.reduce((sum, { friends }) => sum + friends, 0)
  const counted = new Map<number, { friends: number; fits: number }>(
    counts.map(({ id, friends, fits }) => [id, { friends, fits }]),
  )
  const everybody = rows.find(({ is_default, status }) => is_default && status === 'in_use')
  return everybody ? counted.set(everybody.id, { friends: others, fits: others }) : counted
}

/** Keeps the picture of a menu from the purge. Throws not_found for a file that the store does not have. */
async function retainPicture(db: Db, storeId: number, { picture }: RichMenuContent): Promise<void> {
  if (picture && (await retainMedia(db, storeId, [picture.name])).length === 0) throw new ApiError('not_found')
}

/** Throws not_found for an added label that the store does not have. A deleted one may stay. */
async function requireLabels(db: Db, storeId: number, content: RichMenuContent, before: RichMenuContent) {
  const added = [...new Set(content.label_ids)].filter((id) => !before.label_ids.includes(id))
  if ((await labelNamesById(db, storeId, added)).size < added.length) throw new ApiError('not_found')
}

export const richMenuRoutes = implement(richMenus, {
  async list({ db, storeId, user, params: { id } }) {
    await requireAccount(db, storeId, id)
    return viewList(db, storeId, user.rights, id)
  },

  async create({ db, storeId, user, params, body: { name, copy_of }, fail, audit }) {
    await requireAccount(db, storeId, params.id)
    const copied = copy_of === null ? undefined : await found(db, storeId, copy_of)
    if (copied && copied.channel_id !== params.id) throw fail('not_found')
    const content = copied ? writtenContent(copied) : emptyContent
    const id = await insertRichMenu(db, storeId, { channelId: params.id, name, content, userId: user.id })
    if (id === undefined) throw fail('rich_menu_limit')
    await audit('rich_menu', id)
    return viewRichMenu(db, storeId, user.rights, await found(db, storeId, id))
  },

  async order({ db, storeId, user, params: { id }, body, fail, audit }) {
    await requireAccount(db, storeId, id)
    if (!(await orderRichMenus(db, storeId, id, body))) throw fail('rich_menu_order_changed')
    await markMenusDue(db, storeId, id)
    await audit('channel', id)
    return viewList(db, storeId, user.rights, id)
  },

  async undoOrder({ db, storeId, user, params: { id }, fail, audit }) {
    await requireAccount(db, storeId, id)
    if (!(await undoOrder(db, storeId, id))) throw fail('rich_menu_order_changed')
    await markMenusDue(db, storeId, id)
    await audit('channel', id)
    return viewList(db, storeId, user.rights, id)
  },

  uploadPicture: storeMenuPicture,

  async get({ db, storeId, user, params: { id } }) {
    const row = await found(db, storeId, id)
    return { ...(await viewRichMenu(db, storeId, user.rights, row)), reached: await countReached(db, storeId, row) }
  },

  async update({ db, storeId, user, params: { id }, body, stale, audit }) {
    const row = await found(db, storeId, id)
    const { origin_time, name = row.name, ...changes } = body
    const content = { ...writtenContent(row), ...changes } as RichMenuContent
    await retainPicture(db, storeId, content)
    await requireLabels(db, storeId, content, writtenContent(row))
    const isSaved = await updateRichMenu(db, storeId, row, origin_time, { name, content })
    const saved = await found(db, storeId, id)
    if (!isSaved) throw stale(await viewRichMenu(db, storeId, user.rights, saved))
    await audit('rich_menu', id)
    return viewRichMenu(db, storeId, user.rights, saved)
  },

  async publish({ db, storeId, user, params: { id }, body: { origin_time }, stale, audit }) {
    const row = await found(db, storeId, id)
    await refuseIncomplete(db, storeId, row)
    const isUsed = await putInUse(db, storeId, row, origin_time)
    const used = await found(db, storeId, id)
    if (!isUsed) throw stale(await viewRichMenu(db, storeId, user.rights, used))
    await markMenusDue(db, storeId, row.channel_id)
    await audit('rich_menu', id)
    return viewRichMenu(db, storeId, user.rights, used)
  },

  async switchOff({ db, storeId, user, params: { id }, audit }) {
    const row = await found(db, storeId, id)
    await switchOffRichMenu(db, storeId, row)
    await markMenusDue(db, storeId, row.channel_id)
    await audit('rich_menu', id)
    return viewRichMenu(db, storeId, user.rights, await found(db, storeId, id))
  },

  async recreate({ db, storeId, user, params: { id }, audit }) {
    const row = await found(db, storeId, id)
    await recreateRichMenu(db, storeId, id)
    await markMenusDue(db, storeId, row.channel_id)
    await audit('rich_menu', id)
    return viewRichMenu(db, storeId, user.rights, await found(db, storeId, id))
  },

  tryOut,

  async delete({ db, storeId, params: { id }, audit }) {
    const row = await found(db, storeId, id)
    // The audit log names it, as long as it is there.
    await audit('rich_menu', id)
    await deleteRichMenu(db, storeId, id)
    await markMenusDue(db, storeId, row.channel_id)
  },
})
