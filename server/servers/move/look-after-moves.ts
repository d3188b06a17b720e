import type { TimedWork } from '../../core/clock.ts'
import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { withEnds } from './connect.ts'
import { finishMove } from './finish.ts'
import { reopenStore } from './hold.ts'
import { removeLeftovers } from './leftovers.ts'
import { acquireMoverLock, isMoverThere } from './mover-lock.ts'
import { removeCopy } from './remove-copy.ts'
import { stopReplication } from './replicate.ts'
import { beginStep, readMove } from './state.ts'

const SECOND_MS = 1000
/** Time in which an interrupted move can be continued without copying again. */
const GRACE_MS = 30_000

/** Moves without a mover, by store: since when in milliseconds of this process; infinite once their slot was dropped. */
type Unattended = Map<number, number>

/**
 * Sees to moves whose process was killed or stands still: opens a store that it left held, completes a move that is decided, drops the slot of one that
 * nobody continues, and removes the old copy after a day. Copying goes on with the command.
 */
export async function lookAfterMoves(
  servers: DatabaseServers,
  { unattended = new Map(), graceMs = GRACE_MS }: { unattended?: Unattended; graceMs?: number } = {},
): Promise<void> {
  const { rows } = await servers.home.pool.query<{ store: number; step: string }>(
    'select store, step from auth.store_moves()',
  )
  for (const { store, step } of rows) {
    if (step === 'copying' || step === 'following') {
      if (!(await isLongUnattended(servers, store, unattended, graceMs))) continue
    } else if (step !== 'moved') await endStandstill(servers, store)
    const lock = await acquireMoverLock(servers.home.ownerUrl, store)
    if (!lock) continue
    try {
      await lookAfter(servers, store)
      if (unattended.has(store)) unattended.set(store, Number.POSITIVE_INFINITY)
    } finally {
      await lock.release()
    }
  }
}

async function isLongUnattended(
  servers: DatabaseServers,
  store: number,
  unattended: Unattended,
  graceMs: number,
): Promise<boolean> {
  if (await isMoverThere(servers.home, store)) {
    unattended.delete(store)
    return false
  }
  const since = unattended.get(store) ?? performance.now()
  unattended.set(store, since)
  return performance.now() - since >= graceMs
}

async function lookAfter(servers: DatabaseServers, store: number): Promise<void> {
  // What was read before the lock was taken may be over.
  const move = await asOwner(servers.home.ownerUrl, (home) => readMove(home, store))
  if (!move) return
  await withEnds(servers, move, async (ends) => {
    if (move.step === 'held' || move.step === 'leaving') {
      if (await reopenStore(ends, move)) await beginStep(ends.home, store, 'following')
      else await finishMove(servers, ends, move)
    } else if (move.step === 'settling') {
      await finishMove(servers, ends, move)
    } else if (move.step === 'copying' || move.step === 'following') {
      await stopReplication(servers.get(move.source), servers.get(move.target), store)
    } else if (move.step === 'moved' && move.over) {
      await removeCopy(servers.get(move.source).ownerUrl, store)
      await beginStep(ends.home, store, 'removed')
    }
  })
}
/** Ends the connection of a process that has held a store for longer than it may: it is paused, and would wake up late. */
async function endStandstill({ home }: DatabaseServers, store: number): Promise<void> {
  await asOwner(home.ownerUrl, (client) =>
    client.query(
      `select pg_terminate_backend(l.pid) from pg_locks l, store_move m
       where l.locktype = 'advisory' and l.classid = 45 and l.objid = $1::int and l.database = (select oid from pg_database where datname = current_database())
         and m.store = $1::int and not m.by_copy and m.step in ('held', 'leaving') and m.changed_at < clock_timestamp() - interval '6 seconds'`,
      [store],
    ),
  )
}

/** Looks each second: a held store waits for it. */
export function lookAfterMovesSteadily(servers: DatabaseServers): TimedWork {
  const unattended: Unattended = new Map()
  return { name: 'store-moves', everyMs: SECOND_MS, work: () => lookAfterMoves(servers, { unattended }) }
}

const HOUR_MS = 3_600_000

/** Closes copies of stores that lie elsewhere and came back with a restored backup of their server. Returns how many. */
export async function closeStrays(servers: DatabaseServers): Promise<number> {
  let closed = 0
  for (const server of servers.all) {
    // Before the directory: what is open now and elsewhere by then was left in between.
    const { rows } = await server.pool.query<{ store: number }>('select auth.open_stores() as store')
    const strays = await placedElsewhere(
      servers,
      server.id,
      rows.map(({ store }) => store),
    )
    for (const store of strays) {
      const lock = await acquireMoverLock(servers.home.ownerUrl, store)
      if (!lock) continue
      try {
        // No move is under way: the directory is right.
        const [still] = await placedElsewhere(servers, server.id, [store])
        if (still) closed += await closeStray(server.ownerUrl, store)
      } finally {
        await lock.release()
      }
    }
  }
  return closed
}

async function placedElsewhere({ home }: DatabaseServers, server: number, stores: number[]): Promise<number[]> {
  const { rows } = await asOwner(home.ownerUrl, (client) =>
    client.query<{ store: number }>(
      'select store from store_directory where store = any($1::int[]) and server <> $2 order by store',
      [stores, server],
    ),
  )
  return rows.map(({ store }) => store)
}

const closeStray = (ownerUrl: string, store: number) =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(44, $1)', [store])
    const { rowCount } = await client.query(
      "insert into store_closed (store, state) values ($1, 'moved') on conflict (store) do nothing",
      [store],
    )
    await client.query('commit')
    return rowCount ?? 0
  })

/** Closes such copies, and removes what moves left, at the start and each hour. `say`: names what was removed. */
export const closeStraysHourly = (servers: DatabaseServers, say: (line: string) => void): TimedWork => ({
  name: 'store-strays',
  everyMs: HOUR_MS,
  async work() {
    await closeStrays(servers)
    for (const line of await removeLeftovers(servers)) say(line)
  },
})
