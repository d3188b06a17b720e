import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import { endOldStreams } from '../../imports/run/end-stream.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { warnOfLetters } from '../connectors/state.ts'
import { lockIngester } from '../ingester/turn.ts'

/** Ends the streams of days that are over, warns of failed items, and deletes old receipts, idempotency keys and dead letters. */
export const endStreamsHourly = (core: Core): TimedWork => ({
  name: 'end streams',
  everyMs: 3_600_000,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>('select auth.stores_with_old_streams() as store_id')
    await eachStore(rows, async ({ store_id: storeId }) => {
      if (signal.aborted) return
      await inStore(core.pool, storeId, async (db) => {
        await lockIngester(db, storeId)
        await endOldStreams(core, db, storeId)
      })
    })
    const failing = await core.pool.query<{ store_id: number }>('select auth.stores_with_dead_letters() as store_id')
    await eachStore(failing.rows, ({ store_id }) => inStore(core.pool, store_id, (db) => warnOfLetters(db, store_id)))
    for (const purge of ['purge_receipts', 'purge_requests', 'purge_connectors', 'purge_set_aside'])
      for (let gone = 1; gone > 0 && !signal.aborted; ) {
        const { rows } = await core.pool.query<{ gone: number }>(`select auth.${purge}() as gone`)
        gone = rows[0]!.gone
      }
  },
})
