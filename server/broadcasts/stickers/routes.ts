import { Readable } from 'node:stream'
import { stickers } from '@ruam/contract/broadcasts/stickers.ts'
import { implement } from '../../http/implement.ts'
import { stickerPicture } from './pictures.ts'

export const stickerRoutes = implement(stickers, {
  async picture({ core, params: { sticker_id }, fail }) {
    const picture = await stickerPicture(core, sticker_id)
    if (!picture) throw fail('not_found')
    return {
      file_name: `${sticker_id}.png`,
      content_type: 'image/png',
      content: Readable.from([picture]),
      size: picture.length,
      immutable: true,
    }
  },
})
