import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { followChanges } from '../../open-api/changes/follow.ts'
import type { Core } from '../../servers/core.ts'
import type { World } from '../records/world.ts'
import { followStream } from './changes.ts'
import { openChecks } from './checks.ts'
import { enterByDates } from './dates.ts'
import { takeDue } from './due.ts'
import { letGoOn } from './hindrances.ts'
import { enterInside } from './inside.ts'
import { acquireLease, endLease, LostLease, withLease } from './lease.ts'
import { moveToNewest } from './move.ts'
import type { Work } from './work.ts'
import { productWorld } from './world.ts'

/** Does what the automations of a store have to do now. Returns at once if another worker has them. */
export async function workStore(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  const follows = await isFollowing(core, storeId)
  const lease = await acquireLease(core.pool, storeId, randomUUID())
  if (!lease) return
  const work: Work = {
    storeId,
    checks: openChecks(),
    transaction: (act) =>
      withLease(core.pool, lease, async (db, now) => act(await productWorld(core, db, storeId), now)),
  }
  try {
    while (!signal.aborted && (await workOnce(work, follows)));
  } catch (error) {
    if (!(error instanceof LostLease)) throw error
  } finally {
    await endLease(core.pool, lease).catch(() => {})
  }
}

/** False while a transaction from before the first read is open: its changes are read later. */
async function isFollowing({ pool }: Core, storeId: number): Promise<boolean> {
  try {
    await followChanges(pool, storeId)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'changes_starting') return false
    throw error
  }
}

/** Does a part of each kind of work, so that none waits for another. Returns true if there is more. */
export async function workOnce(work: Work, follows: boolean): Promise<boolean> {
  const todo = await work.transaction(lookAt)
  let more = follows && todo.stream && (await followStream(work))
  if (todo.looks) {
    const further = await work.transaction(({ db, storeId }) => letGoOn(db, storeId))
    await moveToNewest(work)
    await enterByDates(work)
    more ||= further
  }
  if (todo.inside) more = (await enterInside(work)) || more
  if (todo.due || todo.looks || todo.stream || todo.inside) more = (await takeDue(work)) || more
  return more
}

interface Todo {
  stream: boolean
  looks: boolean
  inside: boolean
  due: boolean
}

/** Looks for work without doing any. */
async function lookAt({ db, storeId }: World, now: string): Promise<Todo> {
  const { rows } = await sql<Todo>`
    select r.position > e.position or r.epoch is distinct from e.epoch
        or exists (select from change c where c.store_id = ${storeId} and c.position is null) as stream,
      coalesce(e.looks_at <= ${now}::timestamptz, false) or exists (select from automation a
        where a.store_id = ${storeId} and a.status = 'active' and (a.looks_at is null or a.looks_at <= ${now}::timestamptz)) as looks,
      exists (select from automation a
        where a.store_id = ${storeId} and a.status = 'active' and a.inside_after is not null) as inside,
      exists (select from automation_run d where d.store_id = ${storeId} and d.ended_at is null
        and (d.waits_for is null or d.waits_for in ('quiet_hours', 'quota')) and d.due_at <= ${now}::timestamptz) as due
    from automation_engine e left join change_reader r on r.store_id = e.store_id
    where e.store_id = ${storeId}`.execute(db)
  return rows[0]!
}
