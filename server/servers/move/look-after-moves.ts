import type { TimedWork } from '../../core/clock.ts'
import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { finishMove } from './finish.ts'
import { acquireMoverLock } from './mover-lock.ts'
import { removeCopy } from './remove-copy.ts'
import { reopenStore } from './reopen.ts'
import { beginStep, readMove } from './state.ts'

const SECOND_MS = 1000

/**
 * Sees to moves whose process was killed or stands still: opens a store that it left held, completes a move that is decided, and removes the old
 * copy after a day. Copying goes on with the command.
 */
export async function lookAfterMoves(servers: DatabaseServers): Promise<void> {
  const { rows } = await servers.home.pool.query<{ store: number; step: string }>(
    'select store, step from auth.store_moves()',
  )
  for (const { store } of rows) {
    await endStandstill(servers, store)
    const lock = await acquireMoverLock(servers.home.ownerUrl, store)
    if (!lock) continue
    try {
      await lookAfter(servers, store)
    } finally {
      await lock.release()
    }
  }
}

async function lookAfter(servers: DatabaseServers, store: number): Promise<void> {
  // What was read before the lock was taken may be over.
  const move = await readMove(servers, store)
  if (!move) return
  if (move.step === 'held' || move.step === 'leaving') {
    if (await reopenStore({ servers, move })) await beginStep(servers, store, 'following')
    else await finishMove(servers, move)
  } else if (move.step === 'settling') {
    await finishMove(servers, move)
  } else if (move.step === 'moved' && move.over) {
    await removeCopy(servers.get(move.source).ownerUrl, store)
    await beginStep(servers, store, 'removed')
  }
}

/** Ends the connection of a process that has held a store for longer than it may: it is paused, and would wake up late. */
async function endStandstill({ home }: DatabaseServers, store: number): Promise<void> {
  await asOwner(home.ownerUrl, (client) =>
    client.query(
      `select pg_terminate_backend(l.pid) from pg_locks l, store_move m
       where l.locktype = 'advisory' and l.classid = 45 and l.objid = $1::int and l.database = (select oid from pg_database where datname = current_database())
         and m.store = $1::int and not m.by_copy and m.step in ('held', 'leaving') and m.changed_at < clock_timestamp() - interval '8 seconds'`,
      [store],
    ),
  )
}

/** Looks each second: a held store waits for it. */
export const lookAfterMovesSteadily = (servers: DatabaseServers): TimedWork => ({
  name: 'store-moves',
  everyMs: SECOND_MS,
  work: () => lookAfterMoves(servers),
})

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

/** Looks at the start and each hour. */
export const closeStraysHourly = (servers: DatabaseServers): TimedWork => ({
  name: 'store-strays',
  everyMs: HOUR_MS,
  async work() {
    await closeStrays(servers)
  },
})
