import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from './config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { appUrlOf, migrate } from './migrate.ts'

export interface Database {
  /** The application role's connection: all that the server works with once it has started. */
  appUrl: string
  /** For the command line alone. */
  ownerUrl: string
  /** Ends the embedded server, unless another process of ours still works with it. */
  stop(): Promise<void>
}

/** Brings up the embedded PostgreSQL, or uses the server that DATABASE_URL names, and migrates it as its owner. */
export async function startDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await keepEmbedded(join(config.dataFolder, 'postgres'), log)
  const ownerUrl = config.databaseUrl ?? embedded!.ownerUrl
  try {
    await migrate(ownerUrl, config.secretKey, log)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  return {
    appUrl: config.appUrl ?? appUrlOf(ownerUrl, config.secretKey),
    ownerUrl,
    stop: async () => embedded?.stop(),
  }
}

/** Held, shared, by every process that works with the embedded server: whoever can have it alone is the last. */
const PRESENCE_LOCK = 7_282_638
const RETRY_MS = [0, 200, 1000, 3000]

/** The embedded server, brought up again whenever it dies under us, and stopped by the last of our processes to leave. */
async function keepEmbedded(
  folder: string,
  log: (line: string) => void,
): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  let postgres!: EmbeddedPostgres
  let presence!: pg.Client
  let stopping = false

  const join = async () => {
    postgres = await startEmbeddedPostgres({ folder, log })
    const client = new pg.Client({ connectionString: postgres.ownerUrl, keepAlive: true })
    client.on('error', () => {})
    client.on('end', () => {
      if (!stopping && client === presence) void revive()
    })
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
    presence = client
  }
  const joinWithPatience = async () => {
    for (const [attempt, pause] of RETRY_MS.entries()) {
      await sleep(pause)
      try {
        return await join()
      } catch (error) {
        // The last process before us may be stopping the server that we had just found.
        if (attempt === RETRY_MS.length - 1) throw error
      }
    }
  }
  const revive = async () => {
    log('The database server is gone; starting it again.')
    while (!stopping) {
      try {
        return await join()
      } catch (error) {
        log((error as Error).message)
        await sleep(3000)
      }
    }
  }

  await joinWithPatience()
  return {
    ownerUrl: postgres.ownerUrl,
    async stop() {
      stopping = true
      try {
        await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
        const { rows } = await presence.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
          PRESENCE_LOCK,
        ])
        if (rows[0]!.last) await postgres.stop()
      } finally {
        await presence.end().catch(() => {})
      }
    },
  }
}
