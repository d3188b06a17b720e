import { sql } from 'kysely'
import type pg from 'pg'
import { inStore } from '../../database/db.ts'
import { checkSoon, settleConnection } from './check-queries.ts'

type Told = 'suspended' | 'deactivated' | 'detached'

interface HeardEvent {
  type: string
  timestamp: number
  mode?: unknown
  module?: unknown
}

/** Events by which LINE says that an account stopped, or works again. */
const tells: Readonly<Record<string, Told | null>> = {
  botSuspended: 'suspended',
  botResumed: null,
  deactivated: 'deactivated',
  activated: null,
}

const isAttachment = (module: unknown): module is { type: string } =>
  typeof module === 'object' && module !== null && 'type' in module

function toldBy({ type, module, mode }: HeardEvent): Told | null | undefined {
  if (type in tells) return tells[type]
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
  const said = events.filter(({ type }) => isStopped || type in tells || type === 'module')
  const last = said
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .findLast((one) => toldBy(one) !== undefined)
  if (!last) return
  const told = toldBy(last)!
  await inStore(pool, storeId, async (db) => {
    // A clock that is ahead never wins for ever.
    const { rows } = await sql`
      update channel set told = ${told}, told_at = least(to_timestamp(${last.timestamp} / 1000.0), clock_timestamp())
      where store_id = ${storeId} and id = ${channelId} and told is distinct from ${told}
        and (told_at is null or told_at < least(to_timestamp(${last.timestamp} / 1000.0), clock_timestamp()))
      returning 1`.execute(db)
    if (rows.length === 0) return
    await settleConnection(db, storeId, channelId)
    await checkSoon(db, storeId, channelId)
  })
}
