import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { failedWith } from '../../core/sqlstate.ts'

/** A database server by its number, with the connection of its owner. */
interface PointServer {
  id: number
  url: string
}

interface OpenServer {
  id: number
  client: pg.Client
}

interface RestorePoint {
  servers: { id: number; walFile: string }[]
  /** Milliseconds for which no store could be written. */
  stoppedMs: number
}

/** PostgreSQL allows 63 bytes. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._:-]{0,62}$/
/** Writers that are waited for on each server; new ones wait behind it. */
const WRITERS_MS = 1000
/** PostgreSQL ends the stop by itself after this time if the command is paused. */
const IDLE_MS = 5000
const TRIES = 20
const PAUSE_MS = 500

/**
 * Makes a restore point of this name on all servers while no store is written and none changes its server: one instant of all. Home comes first, so news
 * from there arrives twice at worst. Throws sentences that say what to do.
 */
export async function makeRestorePoint(servers: readonly PointServer[], name: string): Promise<RestorePoint> {
  if (!NAME.test(name))
    throw new Error('A name has at most 63 letters, figures, spaces and . _ : - and begins with a letter or figure.')
  return withServers(servers, async (open) => {
    const faults = (await Promise.all(open.map(faultsOf))).flat()
    if (faults.length > 0) throw new Error(faults.join('\n'))
    for (let tries = 1; ; tries++) {
      const made = await tryOnce(open, name)
      if (typeof made !== 'string') return made
      if (tries === TRIES) throw new Error(`${made} No restore point was made: run the command again.`)
      await sleep(PAUSE_MS)
    }
  })
}

async function withServers<T>(
  servers: readonly PointServer[],
  work: (open: readonly OpenServer[]) => Promise<T>,
): Promise<T> {
  const open: OpenServer[] = []
  try {
    for (const { id, url } of servers) {
      const client = new pg.Client({ connectionString: url, application_name: 'ruam restore point' })
      client.on('error', () => {})
      await client.connect().catch((error: Error) => {
        throw new Error(`Server ${id} can't be reached: ${error.message}. No restore point was made.`)
      })
      open.push({ id, client })
    }
    return await work(open)
  } finally {
    for (const { client } of open) await client.end().catch(() => {})
  }
}

/** Sentences about what keeps a server from being restored to a point. */
async function faultsOf({ id, client }: OpenServer): Promise<string[]> {
  const { rows } = await client.query<{ archives: boolean; may: boolean; ours: boolean; role: string }>(
    `select current_setting('archive_mode') <> 'off' as archives, to_regclass('public.store_closed') is not null as ours, current_user as role,
       has_function_privilege('pg_create_restore_point(text)', 'execute') and has_function_privilege('pg_switch_wal()', 'execute') as may`,
  )
  const { archives, may, ours, role } = rows[0]!
  return [
    !archives && `Server ${id} archives nothing (archive_mode is off): it could not be restored to a point.`,
    !ours && `Server ${id} has no tables of Ruam yet: start Ruam once.`,
    !may &&
      `The role ${role} may not make restore points: run \`grant execute on function pg_create_restore_point(text), pg_switch_wal() to ${pg.escapeIdentifier(role)}\` in its database on server ${id}, as a superuser.`,
  ].filter((fault) => typeof fault === 'string')
}

/** Returns a sentence if writers or a move were in the way. */
async function tryOnce(open: readonly OpenServer[], name: string): Promise<RestorePoint | string> {
  const [home, ...others] = open
  const everywhere = (text: string, values: unknown[] = [], on = open) =>
    Promise.all(on.map(({ client }) => client.query(text, values)))
  let begun = false
  const start = performance.now()
  try {
    await everywhere(
      `begin; set local lock_timeout = ${WRITERS_MS}; set local idle_in_transaction_session_timeout = ${IDLE_MS}`,
    )
    // A move changes this table before it holds a store and after it opened the new copy.
    await home!.client.query('lock table store_directory in share mode')
    const { rowCount } = await home!.client.query("select from store_directory where state = 'held' limit 1")
    if (rowCount) return 'A store is changing its server.'
    // Each transaction that writes in a store reads this table (auth.write_in).
    await everywhere('lock table store_closed in access exclusive mode')
    begun = true
    await everywhere('select pg_create_restore_point($1)', [name], [home!])
    await everywhere('select pg_create_restore_point($1)', [name], others)
    // Throws if PostgreSQL has ended the stop meanwhile.
    await everywhere('select from store_closed limit 1')
    await everywhere('commit')
    const stoppedMs = performance.now() - start
    const servers: RestorePoint['servers'] = []
    for (const { id, client } of open) {
      const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
      servers.push({ id, walFile: rows[0]!.file })
    }
    return { servers, stoppedMs }
  } catch (error) {
    if (begun)
      throw new Error(
        `The restore point '${name}' is not on all servers: ${(error as Error).message}. Run the command again with another name.`,
      )
    if (failedWith(error, 'lockNotAvailable', 'deadlock')) return 'Writers did not end within a second.'
    throw error
  } finally {
    for (const { client } of open) await client.query('rollback').catch(() => {})
  }
}

/** Waits until every server has archived its point. Throws a sentence about the servers that have not after `patienceMs`. */
export async function waitForArchives(
  servers: readonly PointServer[],
  point: RestorePoint,
  patienceMs: number,
): Promise<void> {
  await withServers(servers, async (open) => {
    for (const until = performance.now() + patienceMs; ; await sleep(200)) {
      const left: number[] = []
      for (const { id, client } of open) {
        const { rows } = await client.query<{ last: string | null }>(
          'select last_archived_wal as last from pg_stat_archiver',
        )
        const { walFile } = point.servers.find((server) => server.id === id)!
        if ((rows[0]!.last ?? '') < walFile) left.push(id)
      }
      if (left.length === 0) return
      if (performance.now() >= until)
        throw new Error(
          `The point is made, but server ${left.join(' and ')} has not archived it yet: see the log of PostgreSQL there for what archive_command says.`,
        )
    }
  })
}
