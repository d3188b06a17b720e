import { databaseNow } from '../../../core/now.ts'
import { inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import { LineError, LineUnreachable } from '../../accounts/line-client.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { credentialsOf } from '../../accounts/secrets.ts'
import { type Claimed, claim, setDue } from '../due.ts'
import { readObjectName } from '../names.ts'
import { forgetObjects, insertObject, type LineObject, listObjects, noteFault } from '../objects.ts'
import { listRichMenus, type RichMenuRow } from '../queries.ts'
import { compareLists } from './compare.ts'
import { lineMenus } from './line-calls.ts'
import { makeVersion, type Publishing } from './make.ts'
import { deleteRetired, retireUnused, TRIAL_MS } from './retire.ts'

/** Seconds between two looks for friends of retired objects. */
const RETIRED = 15
/** Seconds; LINE's list is compared daily, for a menu may be deleted there. */
const DAILY = 86_400
/** Seconds of the longest wait after failed tries. */
const LONGEST = 900

/** Makes the menus of an account at LINE what they are here. Each step can be cut off, and the next call goes on with it. */
export async function syncMenus(core: Core, storeId: number, channelId: number): Promise<void> {
  const claimed = await inStore(core.pool, storeId, (db) => claim(db, { storeId, channelId }))
  if (!claimed) return
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channelId))
  // Its keys are checked meanwhile; a switched-off account gets its menus once it is on again.
  if (account?.status !== 'active') return postpone(core, storeId, channelId, claimed)
  const line = lineMenus(core, credentialsOf(core, storeId, account))
  try {
    const seconds = await sync({ core, storeId, channelId, line })
    await inStore(core.pool, storeId, (db) => setDue(db, { storeId, channelId }, claimed, { seconds, tries: 0 }))
  } catch (error) {
    if (!(error instanceof LineError || error instanceof LineUnreachable)) throw error
    await postpone(core, storeId, channelId, claimed)
  }
}

const postpone = (core: Core, storeId: number, channelId: number, claimed: Claimed) =>
  inStore(core.pool, storeId, (db) =>
    setDue(db, { storeId, channelId }, claimed, {
      seconds: Math.min(5 * 2 ** Math.min(claimed.tries, 10), LONGEST),
      tries: claimed.tries,
    }),
  )

interface State {
  menus: RichMenuRow[]
  objects: LineObject[]
}

const read = ({ core, storeId, channelId }: Publishing): Promise<State> =>
  inStore(core.pool, storeId, async (db) => ({
    menus: await listRichMenus(db, storeId, channelId),
    objects: await listObjects(db, storeId, channelId),
  }))

/** Does all that is due. Returns the seconds until it looks again; null: not before the next change. */
async function sync(publishing: Publishing): Promise<number | null> {
  await reconcile(publishing)
  const { menus, objects } = await read(publishing)
  for (const menu of menus)
    if (menu.status === 'in_use' && menu.fault === null && menu.line_version !== menu.version) {
      const begun = objects.find(
        (one) => one.state === 'creating' && one.rich_menu_id === menu.id && one.version === menu.version,
      )
      await makeVersion(publishing, menu, begun?.line_id)
    }
  const made = await read(publishing)
  const defaultId = await showDefault(publishing, made)
  const retiring = await retireUnused(publishing, made.objects, made.menus)
  const isLeft = await deleteRetired(publishing, retiring, defaultId)
  if (isLeft) return RETIRED
  const trials = made.objects.filter(({ state }) => state === 'trial').map(({ age_ms }) => (TRIAL_MS - age_ms) / 1000)
  const main = made.menus.find(({ is_default }) => is_default)
  const bounds = [main?.starts_at, main?.ends_at].flatMap((at) => (at ? (Date.parse(at) - databaseNow()) / 1000 : []))
  const waits = [...trials, ...bounds].filter((seconds) => seconds > 0).map((seconds) => seconds + 1)
  return made.menus.length + made.objects.length === 0 ? null : Math.min(DAILY, ...waits)
}

/** Compares LINE's list with ours: goes on with what a cut-off call made, deletes orphans, and notes menus that were deleted at LINE. */
async function reconcile(publishing: Publishing): Promise<void> {
  const { core, storeId, channelId, line } = publishing
  const of = { storeId, channelId }
  const naming = { secretKey: core.config.secretKey, storeId }
  const listed = (await line.list()).map(({ richMenuId, name }) => ({
    lineId: richMenuId,
    named: readObjectName(naming, name),
  }))
  const { menus, objects } = await read(publishing)
  const { adopted, orphans, missing } = compareLists(listed, objects, menus)
  for (const lineId of orphans) await line.remove(lineId)
  await inStore(core.pool, storeId, async (db) => {
    for (const one of adopted) await insertObject(db, of, { ...one, state: 'creating' })
    for (const { state, rich_menu_id, version } of missing)
      if (state === 'ready') await noteFault(db, of, { id: rich_menu_id, version }, 'deleted_at_line')
    await forgetObjects(
      db,
      of,
      missing.map(({ line_id }) => line_id),
    )
  })
}

/**
 * Shows the default menu to everybody without another one, within its time. Otherwise none of ours; one that the shop made elsewhere
 * stays. Returns the object that is LINE's default.
 */
async function showDefault({ line }: Publishing, { menus, objects }: State): Promise<string | null> {
  const main = menus.find(({ is_default }) => is_default)
  const now = databaseNow()
  const isShown =
    main?.status === 'in_use' &&
    (main.starts_at === null || Date.parse(main.starts_at) <= now) &&
    (main.ends_at === null || Date.parse(main.ends_at) > now)
  const wanted = isShown
    ? objects.find(({ state, rich_menu_id }) => state === 'ready' && rich_menu_id === main.id)?.line_id
    : undefined
  const shown = await line.defaultId()
  if (wanted !== undefined && wanted !== shown) {
    await line.setDefault(wanted)
    return wanted
  }
  const isOurs = objects.some(({ line_id }) => line_id === shown)
  if (wanted === undefined && isOurs && !isShown) {
    await line.cancelDefault()
    return null
  }
  return shown
}
