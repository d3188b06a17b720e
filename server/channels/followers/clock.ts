import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { takeDueList } from '../accounts/queries.ts'
import { startListing } from '../friends/listing.ts'

/** Milliseconds until the list of a new account is begun. */
const EVERY_MS = 15_000
/** Accounts of one look: after an update of an installation all of them are due. */
const MOST = 20

/** Starts the jobs that read LINE's lists of friends: once after connecting, then daily. */
export const listFollowersSteadily = (core: Core): TimedWork => ({
  name: 'lists of friends',
  everyMs: EVERY_MS,
  async work() {
    const { rows } = await core.pool.query<{ store_id: number; channel_id: number }>(
      'select store_id, channel_id from auth.channels_to_list($1)',
      [MOST],
    )
    await eachStore(rows, ({ store_id, channel_id }) =>
      inStore(core.pool, store_id, async (db) => {
        if (await takeDueList(db, store_id, channel_id)) await startListing(core, db, store_id, null, channel_id)
      }),
    )
  },
})
