import { sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import type { QueueHandlers } from '../../work/queue.ts'
import type { TimeSlice } from '../../work/time-slice.ts'

/** Queues of what works with the data of a store. */
type Held = 'file-load' | 'data-source-run' | 'segment-calculate' | 'export' | 'store-job'

/** Until a job looks again whether its store has accepted the agreement. */
const WAIT_SECONDS = 15

/** True if the store has accepted the agreement in force. Imports check between batches, without an open store. */
export async function isAgreed(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ agreed: boolean }>`select auth.is_agreed(${storeId}) as agreed`.execute(db)
  return rows[0]!.agreed
}

/**
 * Works a store's jobs only while it has accepted the agreement: one that begins without it waits in the queue, and one that is at work
 * leaves its place after the block in which the acceptance ended.
 */
export function requireAgreement<N extends Held>(core: Core, name: N, handle: QueueHandlers[N]): QueueHandlers[N] {
  const held = async (payload: { store_id: number }, signal: AbortSignal, turn: TimeSlice) => {
    const waits = await inStore(core.pool, payload.store_id, async (db) => {
      if (await isAgreed(db, payload.store_id)) return false
      const options = { patient: name !== 'file-load' && name !== 'data-source-run', afterSeconds: WAIT_SECONDS }
      await core.jobs.enqueue(db, name, payload as never, options)
      await turn.leave(db)
      return true
    })
    if (waits) return
    const isOver = async (db: Db) => !(await isAgreed(db, payload.store_id)) || turn.isOver(db)
    await handle(payload as never, signal, { ...turn, isOver })
  }
  return held
}
