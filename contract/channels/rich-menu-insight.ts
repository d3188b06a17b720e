import { z } from 'zod'
import { byId } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** LINE's own counts of menus. A feature of its own: no change of a menu has LINE asked again, which answers few such calls. */
export const richMenuInsight = feature({
  /** Reads what LINE counted in the last 30 days, until yesterday. */
  get: {
    method: 'GET',
    path: '/rich-menu/{id}/insight',
    summary: ['อ่านจำนวนการแตะเมนูจาก LINE', 'Read taps that LINE counted'],
    permission: 'cdp-core.setting-line.read',
    // Calls LINE.
    transaction: false,
    limit: 'search',
    params: byId,
    response: z.object({
      /** Taps by area in use. Null if LINE has none to show: it hides counts of fewer than 20 people. */
      areas: z.array(z.object({ letter: z.string(), taps: z.int() })).nullable(),
    }),
    errors: ['channel_unreachable'],
  },
})
