import { Readable } from 'node:stream'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { newToken } from '../../core/tokens.ts'
import { inStore } from '../../database/db.ts'
import { auditOnce } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { implement } from '../../http/implement.ts'
import { routerOf } from '../../servers/store-router.ts'
import { findMedia, insertMedia } from './queries.ts'
import { resizePicture } from './resize.ts'

const contentType = 'image/jpeg'

export const mediaRoutes = implement(media, {
  async upload({ core, storeId, user, upload, request, fail }) {
    if (!core.config.mediaUrl) throw fail('picture_address')
    const resized = await resizePicture(core.storage, upload.key)
    const put = (content: Buffer) => core.storage.put(storeId, Readable.from([content]), content.length)
    // Left behind by a failure, they are orphans of the purge.
    const [picture, preview] = [await put(resized.picture), await put(resized.preview)]
    const [name, preview_name] = [newToken(), newToken()]
    await inStore(core.pool, storeId, async (db, client) => {
      await client.query(requestOrigin(request))
      const id = await insertMedia(db, storeId, user.id, { name, contentType, stored: picture })
      await insertMedia(db, storeId, user.id, { name: preview_name, contentType, stored: preview })
      await auditOnce(db, storeId, user, { requestId: request.id, action: 'broadcast_picture_added' })(
        'broadcast_picture',
        id,
      )
    })
    await core.storage.remove(upload.key)
    return { name, preview_name }
  },

  async get({ core: home, params: { name }, fail }) {
    const found = await routerOf(home).atKey('media', Buffer.from(name), ({ pool }) => findMedia(pool, name))
    // Purged between both reads, or restored without its files.
    const size = found && (await home.storage.size(found.storage_key).catch(() => undefined))
    if (!found || size === undefined) throw fail('not_found')
    return {
      file_name: `${name}.jpg`,
      content_type: found.content_type,
      content: home.storage.read(found.storage_key),
      size,
      immutable: true,
    }
  },
})
