import { z } from 'zod'
import { feature } from './endpoint.ts'

/** Shipping providers (spec section 9). */
export const wms = feature({
  providers: {
    method: 'GET',
    path: '/wms/providers',
    summary: ['อ่านรายการผู้ให้บริการขนส่ง', 'List shipping providers'],
    permission: 'member',
    response: z.object({
      data: z.array(z.object({ key: z.string(), name: z.string(), name_th: z.string() })),
      total: z.int(),
    }),
  },
})
