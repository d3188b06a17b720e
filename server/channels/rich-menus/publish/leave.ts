import { inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import type { AccountRow } from '../../accounts/queries.ts'
import type { Leaving } from '../../accounts/routes.ts'
import { credentialsOf } from '../../accounts/secrets.ts'
import { aliasOf, readObjectName } from '../names.ts'
import { listObjects } from '../objects.ts'
import { listRichMenus } from '../queries.ts'
import { lineMenus } from './line-calls.ts'

/** Milliseconds for all calls: the disconnection waits for them. */
const WITHIN = 15_000

/** Returns what deletes the menus of an account at LINE, if it may have some. */
export const leaveWithMenus: Leaving = async (core, storeId, account) => {
  const mayHave = await inStore(core.pool, storeId, async (db) => {
    const menus = await listRichMenus(db, storeId, account.id)
    return menus.length > 0 || (await listObjects(db, storeId, account.id)).length > 0
  })
  return mayHave ? () => removeMenusAtLine(core, storeId, account) : undefined
}

/**
 * Deletes what this server made for an account at LINE, with the keys that the account had. Menus made elsewhere stay. Throws where LINE
 * fails: the rest stays there.
 */
async function removeMenusAtLine(core: Core, storeId: number, account: AccountRow): Promise<void> {
  const late = AbortSignal.timeout(WITHIN)
  const naming = { secretKey: core.config.secretKey, storeId }
  const line = lineMenus(core, credentialsOf(core, storeId, account))
  const ours = (await line.list()).flatMap(({ richMenuId, name }) => {
    const named = readObjectName(naming, name)
    return named ? [{ lineId: richMenuId, menuId: named.menuId }] : []
  })
  const shown = await line.defaultId()
  if (ours.some(({ lineId }) => lineId === shown)) await line.cancelDefault()
  for (const { lineId, menuId } of ours) {
    late.throwIfAborted()
    await line.remove(lineId)
    await line.removeAlias(aliasOf(naming, menuId))
  }
}
