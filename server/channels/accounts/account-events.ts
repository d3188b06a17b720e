import { sql } from 'kysely'
import type pg from 'pg'
import { inStore } from '../../database/db.ts'
import { checkSoon, settleConnection } from './check-queries.ts'

type EventFault = 'suspended' | 'deactivated' | 'detached'

interface HeardEvent {
  type: string
  timestamp: number
  mode?: unknown
  module?: unknown
}

/** Events by which LINE says that an account stopped, or works again. */
const faultOf: Readonly<Record<string, EventFault | null>> = {
  botSuspended: 'suspended',
  botResumed: null,
  deactivated: 'deactivated',
  activated: null,
}

const isAttachment = (module: unknown): module is { type: string } =>
  typeof module === 'object' && module !== null && 'type' in module

function faultBy({ type, module, mode }: HeardEvent): EventFault | null | undefined {
  if (type in faultOf) return faultOf[type]
  if (type === 'module' && isAttachment(module)) return module.type === 'detached' ? 'detached' : null
  // LINE sends events of customers in this mode only to an account that works.
  return mode === 'active' ? null : undefined
}

/**
 * Notes what events say about the account itself, by LINE's time, and has it checked. `isStopped`: an event of a customer then says that
 * it works again.
 */
export async function hearEvents(
  pool: pg.Pool,
  { storeId, channelId, isStopped }: { storeId: number; channelId: number; isStopped: boolean },
  events: readonly HeardEvent[],
): Promise<void> {
  const said = events.filter(({ type }) => isStopped || type in faultOf || type === 'module')
  const last = said
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .findLast((one) => faultBy(one) !== undefined)
  if (!last) return
  const fault = faultBy(last)!
  await inStore(pool, storeId, async (db) => {
    // A clock that is ahead never wins for ever.
    const { rows } = await sql`
      update channel set event_fault = ${fault}, event_fault_at = least(to_timestamp(${last.timestamp} / 1000.0), clock_timestamp())
      where store_id = ${storeId} and id = ${channelId} and event_fault is distinct from ${fault}
        and (event_fault_at is null or event_fault_at < least(to_timestamp(${last.timestamp} / 1000.0), clock_timestamp()))
      returning 1`.execute(db)
    if (rows.length === 0) return
    await settleConnection(db, storeId, channelId)
    await checkSoon(db, storeId, channelId)
  })
}
