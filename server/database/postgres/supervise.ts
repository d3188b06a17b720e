import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { sessionLocks } from './locks.ts'

interface KeptPostgres {
  /** Connection string of the owner role; it stays the same when the server is brought up again. */
  ownerUrl: string
  /** The same of the superuser. */
  superUrl: string
  /** Stops the server, unless another process of ours still works with it. Close pools before. A second call does nothing. */
  stop(): Promise<void>
}

/** Held, shared, by every process that works with the server: the one that gets it alone is the last. */
const PRESENCE_LOCK = sessionLocks.presence
/** Pauses before each next try to have a server; the last one for all further tries. */
const PAUSES_MS = [0, 200, 1000, 3000, 10_000, 30_000]
/** A server that dies sooner than this is brought up ever more slowly. */
const STEADY_MS = 60_000
/** The last process before us may be stopping the server that we have just found: more tries than that find another fault. */
const FIRST_TRIES = 4

/**
 * The embedded server on `folder` for as long as this process works with it: brought up again, on the same port, whenever it
 * dies under us, by whichever of our processes notices first. Throws what `startEmbeddedPostgres` throws.
 */
export async function supervisePostgres(
  folder: string,
  log: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<KeptPostgres> {
  const stopping = new AbortController()
  let postgres: EmbeddedPostgres | undefined
  let presence: pg.Client | undefined
  let tries = 0
  let reviving: Promise<void> | undefined

  const enter = async (samePort: boolean) => {
    await postgres?.leave()
    postgres = await startEmbeddedPostgres({ folder, log, samePort, settings })
    const client = new pg.Client({
      connectionString: postgres.ownerUrl,
      keepAlive: true,
      application_name: 'ruam presence',
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (client === presence && !stopping.signal.aborted) reviving = revive()
    })
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
    presence = client
    return Date.now()
  }
  const pause = () => sleep(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)], undefined, { signal: stopping.signal })

  let entered = 0
  const revive = async () => {
    const gone = Date.now()
    if (gone - entered > STEADY_MS) tries = 0
    let said = ''
    while (!stopping.signal.aborted) {
      try {
        await pause()
        entered = await enter(true)
        log(
          `The database server had ended unexpectedly; it runs again after ${((entered - gone) / 1000).toFixed(1)} s.`,
        )
        return
      } catch (error) {
        const { message } = error as Error
        if (!stopping.signal.aborted && message !== said)
          log(`The database server can't be brought up again yet: ${message}`)
        said = message
      }
    }
  }

  while (!presence) {
    await pause()
    try {
      entered = await enter(false)
    } catch (error) {
      await postgres?.leave()
      // Only a server that was there and went away is worth another look.
      if (!postgres || tries === FIRST_TRIES) throw error
    }
  }
  tries = 0

  const isLast = async () => {
    await presence!.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
    const { rows } = await presence!.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      PRESENCE_LOCK,
    ])
    return rows[0]!.last
  }
  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    await reviving
    try {
      // A server that does not answer is gone; stopping it then does nothing, also when another process has brought up a new one.
      const last = await isLast().catch(() => true)
      await (last ? postgres!.stop() : postgres!.leave())
    } finally {
      await presence!.end().catch(() => {})
    }
  }
  return { ownerUrl: postgres!.ownerUrl, superUrl: postgres!.superUrl, stop }
}
