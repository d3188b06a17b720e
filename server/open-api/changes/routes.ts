import { openApiChanges } from '@ruam/contract/open-api/changes.ts'
import { inStore } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { ALL_EVENTS, type ChangeCursor, readCursor, writeCursor } from './cursor.ts'
import { eventsAfter, viewEvent } from './events.ts'
import { followChanges } from './follow.ts'
import { givePositions, type Reach } from './positions.ts'
import { readableTo } from './readable.ts'

/** True if no change after the cursor is deleted. */
const reaches = ({ epoch, deleted_to }: Reach, after: ChangeCursor): boolean =>
  after.epoch === epoch && (after.position > deleted_to || (after.position === deleted_to && after.nth === ALL_EVENTS))

export const openApiChangesRoutes = implement(openApiChanges, {
  async changes({ core, storeId, user, query, fail }) {
    const { secretKey } = core.config
    const after = query.after === undefined ? undefined : readCursor(secretKey, storeId, query.after)
    await followChanges(core.pool, storeId)
    return inStore(core.pool, storeId, async (db) => {
      const reach = await givePositions(db, storeId)
      if (!reach || (after && !reaches(reach, after))) throw fail('changes_gone')
      const { epoch, position: until } = reach
      const end = writeCursor(secretKey, storeId, { epoch, position: until, nth: ALL_EVENTS })
      if (!after) return { data: [], next_cursor: end, has_more: false }
      const readable = await readableTo(db, storeId, user)
      const rows = await eventsAfter(db, storeId, readable, { after, until, limit: query.limit + 1 })
      const page = rows.slice(0, query.limit)
      const has_more = rows.length > page.length
      return {
        data: page.map((row) => viewEvent(secretKey, storeId, row, readable)),
        next_cursor: has_more ? writeCursor(secretKey, storeId, { epoch, ...page.at(-1)! }) : end,
        has_more,
      }
    })
  },
})
