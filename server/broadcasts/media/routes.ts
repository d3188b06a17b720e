import { Readable } from 'node:stream'
import { IMAGEMAP_WIDTH, imagemapHeights } from '@ruam/contract/broadcasts/imagemap.ts'
import { media, pictureWidths } from '@ruam/contract/broadcasts/media.ts'
import { imageSize } from 'image-size'
import { newToken } from '../../core/tokens.ts'
import { inStore } from '../../database/db.ts'
import { auditOnce } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Context } from '../../http/handler.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import type { Stored } from '../../storage/storage.ts'
import { findMedia, insertMedia } from './queries.ts'
import { type Resizing, resizePicture } from './resize.ts'

const contentType = 'image/jpeg'

/** Pixels of the longer side. LINE refuses a preview over 1 MB. */
const SIDES = [2048, 720]
const { least, most } = imagemapHeights
const RICH = { widths: pictureWidths, shape: { least: least / IMAGEMAP_WIDTH, most: most / IMAGEMAP_WIDTH } }

type Uploading = Pick<Context<(typeof media)['upload']>, 'core' | 'storeId' | 'user' | 'upload' | 'request' | 'fail'>

/** Stores an uploaded picture in several sizes, under the names that `named` returns. */
async function store(
  { core, storeId, user, upload, request, fail }: Uploading,
  resizing: Resizing,
  named: (index: number) => { name: string; width?: number },
): Promise<Buffer[]> {
  if (!core.config.mediaUrl) throw fail('picture_address')
  const pictures = await resizePicture(core.storage, upload.key, resizing)
  const stored: Stored[] = []
  // Left behind by a failure, they are orphans of the purge.
  for (const content of pictures) stored.push(await core.storage.put(storeId, Readable.from([content]), content.length))
  await inStore(core.pool, storeId, async (db, client) => {
    await client.query(requestOrigin(request))
    const ids: number[] = []
    for (const [index, file] of stored.entries())
      ids.push(await insertMedia(db, storeId, user.id, { ...named(index), contentType, stored: file }))
    const audit = auditOnce(db, storeId, user, { requestId: request.id, action: 'broadcast_picture_added' })
    await audit('broadcast_picture', ids[0]!)
  })
  await core.storage.remove(upload.key)
  return pictures
}

/** Returns a file with its headers, or undefined if it is not there. */
async function open(home: Core, name: string, width: number | null) {
  const found = await routerOf(home).atKey('media', Buffer.from(name), ({ pool }) => findMedia(pool, name, width))
  // Purged between both reads, or restored without its files.
  const size = found && (await home.storage.size(found.storage_key).catch(() => undefined))
  if (!found || size === undefined) return undefined
  return {
    file_name: `${name}.jpg`,
    content_type: found.content_type,
    content: home.storage.read(found.storage_key),
    size,
    immutable: true,
  }
}

export const mediaRoutes = implement(media, {
  async upload(uploading) {
    const names = SIDES.map(newToken)
    await store(uploading, { sides: SIDES }, (index) => ({ name: names[index]! }))
    return { name: names[0]!, preview_name: names[1]! }
  },

  async uploadRich(uploading) {
    const name = newToken()
    const [widest] = await store(uploading, RICH, (index) => ({ name, width: pictureWidths[index]! }))
    return { name, height: imageSize(widest!).height }
  },

  async get({ core, params: { name }, fail }) {
    const file = await open(core, name, null)
    if (!file) throw fail('not_found')
    return file
  },

  async getWidth({ core, params: { name, width }, fail }) {
    const file = await open(core, name, Number(width))
    if (!file) throw fail('not_found')
    return file
  },
})
