import { type Db, inStore } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import type { Payload, QueueHandlers } from '../work/queue.ts'
import type { TimeSlice } from '../work/time-slice.ts'

/** Queues whose work adds data. */
type Growing = 'file-load' | 'data-source-run' | 'export'

/** Seconds until a paused job looks again for room. */
export const ROOM_SECONDS = 15

interface Paused<N extends Growing> {
  handle: QueueHandlers[N]
  /** Notes what the job waits for. Returns false if the job must begin all the same, such as one that was cancelled. */
  note(db: Db, payload: Payload<N>): Promise<boolean>
}

/** Lets a job that adds data wait in its queue while the disk is almost full. */
export function whenRoom<N extends Growing>(core: Core, name: N, { handle, note }: Paused<N>): QueueHandlers[N] {
  const paused = async (payload: Payload<N>, signal: AbortSignal, turn: TimeSlice) => {
    const waits =
      (await core.disk?.isFull()) &&
      (await inStore(core.pool, payload.store_id, async (db) => {
        if (!(await note(db, payload))) return false
        const options = { patient: name === 'export', afterSeconds: ROOM_SECONDS }
        await core.jobs.enqueue(db, name, payload, options)
        await turn.leave(db)
        return true
      }))
    if (!waits) await handle(payload as never, signal, turn)
  }
  return paused as QueueHandlers[N]
}
