import { richMenuInsight } from '@ruam/contract/channels/rich-menu-insight.ts'
import { ApiError } from '../../../core/api-error.ts'
import { databaseNow } from '../../../core/now.ts'
import { inStore } from '../../../database/db.ts'
import { implement } from '../../../http/implement.ts'
import { LineError, LineUnreachable } from '../../accounts/line-client.ts'
import { lineDay } from '../../accounts/line-month.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { credentialsOf } from '../../accounts/secrets.ts'
import { listObjects } from '../objects.ts'
import { lineMenus } from '../publish/line-calls.ts'
import { contentOf, findRichMenu } from '../queries.ts'

const DAY = 86_400_000
const daysAgo = (days: number) => lineDay(new Date(databaseNow() - days * DAY))

export const richMenuInsightRoutes = implement(richMenuInsight, {
  async get({ core, storeId, params: { id }, fail }) {
    const { menu, account, lineIds } = await inStore(core.pool, storeId, async (db) => {
      const row = await findRichMenu(db, storeId, id)
      if (!row) throw fail('not_found')
      const objects = await listObjects(db, storeId, row.channel_id)
      return {
        menu: row,
        account: await lineAccountById(db, storeId, row.channel_id),
        // A trial is no use of customers.
        lineIds: objects.flatMap(({ rich_menu_id, version, line_id }) =>
          rich_menu_id === id && version > 0 ? [line_id] : [],
        ),
      }
    })
    if (account?.status !== 'active' || lineIds.length === 0) return { areas: null }
    const line = lineMenus(core, credentialsOf(core, storeId, account))
    try {
      const counted = await Promise.all(lineIds.map((lineId) => line.taps(lineId, daysAgo(30), daysAgo(1))))
      const clicks = counted.flatMap((clicks) => clicks ?? [])
      if (clicks.length === 0) return { areas: null }
      // The former version may have had the area elsewhere.
      const of = (area: { x: number; y: number; width: number; height: number }) =>
        clicks.filter(({ bounds }) =>
          (['x', 'y', 'width', 'height'] as const).every((side) => bounds[side] === area[side]),
        )
      return {
        areas: contentOf(menu).areas.map((area) => ({
          letter: area.letter,
          taps: of(area).reduce((sum, { metrics }) => sum + metrics.count, 0),
        })),
      }
    } catch (error) {
      if (error instanceof LineError || error instanceof LineUnreachable)
        throw new ApiError('channel_unreachable', undefined, { cause: error })
      throw error
    }
  },
})
