import { buffer } from 'node:stream/consumers'
import { inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import { isBusy, LineError } from '../../accounts/line-client.ts'
import { myDataAddress } from '../../accounts/my-data-address.ts'
import { trackLinks } from '../links.ts'
import { aliasOf } from '../names.ts'
import { forgetObjects, insertObject, makeReady, noteFault } from '../objects.ts'
import { contentOf, type RichMenuRow } from '../queries.ts'
import type { LineMenus } from './line-calls.ts'
import { lineObject } from './line-object.ts'

export interface Publishing {
  core: Core
  storeId: number
  channelId: number
  line: LineMenus
}

/** True if LINE refuses what was sent, which a later try would not change. Another status says nothing about the menu. */
export const isRefusal = (error: unknown): error is LineError =>
  error instanceof LineError && !isBusy(error) && error.status !== 401 && error.status !== 403

/** Returns the picture of a menu as it is stored, or undefined if its file is gone. */
export async function pictureOf(core: Core, storeId: number, name: string): Promise<Buffer | undefined> {
  const file = await inStore(core.pool, storeId, (db) =>
    db
      .selectFrom('media')
      .select('storage_key')
      .where('store_id', '=', storeId)
      .where('name', '=', name)
      .where('width', 'is', null)
      .executeTakeFirst(),
  )
  if (!file) return undefined
  // Restored without its files.
  return buffer(core.storage.read(file.storage_key)).catch(() => undefined)
}

/** Returns the object of a version of a menu as LINE takes it, and stores its links. Version 0 is a trial. */
export function objectOf({ core, storeId }: Publishing, row: RichMenuRow, version: number, content = contentOf(row)) {
  const naming = { secretKey: core.config.secretKey, storeId }
  return inStore(core.pool, storeId, async (db) => {
    const linkOf = await trackLinks(db, naming, core.config.mediaUrl, { id: row.id, areas: content.areas })
    const myDataUrl = await myDataAddress(core, db, storeId)
    return lineObject({ id: row.id, version, content }, { ...naming, linkOf, myDataUrl })
  })
}

/**
 * Makes the version of a menu in use at LINE: creates it, or goes on with the object of a try that was cut off, uploads its picture, leads
 * its alias there, and only then gives it to friends. Whatever LINE refuses is noted as the menu's fault.
 */
export async function makeVersion(publishing: Publishing, row: RichMenuRow, begun: string | undefined): Promise<void> {
  const { core, storeId, channelId, line } = publishing
  const of = { storeId, channelId }
  const picture = row.picture && (await pictureOf(core, storeId, row.picture.name))
  const fail = (fault: Parameters<typeof noteFault>[3]) =>
    inStore(core.pool, storeId, (db) => noteFault(db, of, row, fault))
  if (!picture) return fail('picture_refused')
  const lineId = begun ?? (await create(publishing, row))
  if (lineId === undefined) return fail('refused')
  try {
    if (begun === undefined || !(await line.hasPicture(lineId))) await line.upload(lineId, picture)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await line.remove(lineId)
    await inStore(core.pool, storeId, (db) => forgetObjects(db, of, [lineId]))
    return fail('picture_refused')
  }
  const alias = aliasOf({ secretKey: core.config.secretKey, storeId }, row.id)
  await line.moveAlias(alias, lineId)
  await inStore(core.pool, storeId, (db) =>
    makeReady(db, of, { line_id: lineId, rich_menu_id: row.id, version: row.version }, alias),
  )
}

async function create(publishing: Publishing, row: RichMenuRow): Promise<string | undefined> {
  const { core, storeId, channelId, line } = publishing
  try {
    const lineId = await line.create(await objectOf(publishing, row, row.version))
    await inStore(core.pool, storeId, (db) =>
      insertObject(db, { storeId, channelId }, { lineId, menuId: row.id, version: row.version, state: 'creating' }),
    )
    return lineId
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
