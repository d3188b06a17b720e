import { onConnection, transaction } from '../core/db.ts'
import type { Core } from '../core/implement.ts'
import { type NewOwner, setUp } from './queries.ts'

/** Makes the first owner and the first store; sample data for it is made by a job. */
export function setUpStore({ pool, jobs }: Pick<Core, 'pool' | 'jobs'>, owner: NewOwner, sample: boolean) {
  return transaction(pool, 'begin', async (client) => {
    const made = (await setUp(client, owner))!
    if (made.outcome === 'made' && sample) {
      await jobs.enqueue(onConnection(client), 'sample-store', { store_id: made.store_id, user_id: made.user_id })
    }
    return made
  })
}
