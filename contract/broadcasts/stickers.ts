import { z } from 'zod'
import { feature } from '../platform/endpoint.ts'
import { isSticker } from './sticker-packages.ts'

/** Pictures of LINE's stickers. Browsers load them from this server alone, which fetches each from LINE. */
export const stickers = feature({
  picture: {
    method: 'GET',
    path: '/media/sticker/{sticker_id}',
    summary: ['ดาวน์โหลดรูปสติกเกอร์', 'Download the picture of a sticker'],
    permission: 'public',
    outside: true,
    download: true,
    // Everybody may see it.
    audit: false,
    params: z.strictObject({ sticker_id: z.string().refine(isSticker) }),
    errors: ['not_found'],
  },
})
