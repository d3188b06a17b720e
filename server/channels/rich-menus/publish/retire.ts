import { testersOf } from '../../../broadcasts/calls/test-send.ts'
import { inStore } from '../../../database/db.ts'
import { isUnlinked, relinkFriends, relinkFriendsOfTab } from '../assign/free.ts'
import { aliasOf } from '../names.ts'
import { forgetObjects, type LineObject, retireObjects } from '../objects.ts'
import type { RichMenuRow } from '../queries.ts'
import type { Publishing } from './make.ts'

/** A trial is shown for this long. */
export const TRIAL_MS = 15 * 60_000

/** Retires objects of menus that are off, deleted, or have a newer object, and takes their alias away. Returns those that retire. */
export async function retireUnused(
  { core, storeId, channelId, line }: Publishing,
  objects: readonly LineObject[],
  menus: readonly RichMenuRow[],
): Promise<LineObject[]> {
  const isUsed = (id: number) => menus.some((menu) => menu.id === id && menu.status === 'in_use')
  const unused = objects.filter(({ state, rich_menu_id }) => state === 'ready' && !isUsed(rich_menu_id))
  for (const { rich_menu_id } of unused)
    await line.removeAlias(aliasOf({ secretKey: core.config.secretKey, storeId }, rich_menu_id))
  // Two servers may have made one version, or a version may have become older while it was made.
  const stale = objects.filter((one, index) => {
    if (one.state === 'trial') return one.age_ms > TRIAL_MS
    if (one.state !== 'creating') return false
    const menu = menus.find(({ id }) => id === one.rich_menu_id)
    const isSecond = objects
      .slice(0, index)
      .some((other) => other.rich_menu_id === one.rich_menu_id && other.version === one.version)
    return menu?.status !== 'in_use' || menu.version !== one.version || isSecond
  })
  const retired = [...unused, ...stale]
  const endsTrial = stale.some(({ state }) => state === 'trial')
  await inStore(core.pool, storeId, async (db) => {
    const of = { storeId, channelId }
    await retireObjects(
      db,
      of,
      retired.map(({ line_id }) => line_id),
    )
    // Their own menu comes back.
    if (endsTrial)
      await relinkFriends(
        db,
        of,
        (await testersOf(db, storeId, channelId)).map(({ external_id }) => external_id),
      )
  })
  return [...retired, ...objects.filter(({ state }) => state === 'retiring')]
}

/** Deletes retired objects at LINE that no friend has. Returns true if some are left. */
export async function deleteRetired(
  { core, storeId, channelId, line }: Publishing,
  retiring: readonly LineObject[],
  defaultId: string | null,
): Promise<boolean> {
  const of = { storeId, channelId }
  let isLeft = false
  for (const { line_id: lineId, rich_menu_id } of retiring) {
    const isShown = lineId === defaultId || !(await inStore(core.pool, storeId, (db) => isUnlinked(db, of, lineId)))
    if (isShown) isLeft = true
    else {
      await line.remove(lineId)
      await inStore(core.pool, storeId, async (db) => {
        await forgetObjects(db, of, [lineId])
        await relinkFriendsOfTab(db, of, rich_menu_id)
      })
    }
  }
  return isLeft
}
