import type pg from 'pg'
import { forgetNames } from '../../access/stores/names-version.ts'
import type { TimedWork } from '../../core/clock.ts'
import { lastListedAt } from '../../decisions/write.ts'
import { readyPart } from '../../metrics/ready.ts'
import { type Core, serverNumber } from '../../servers/core.ts'
import { afterRestore, type Say } from './after-restore.ts'

/** Milliseconds between two looks while no connection is made. */
const EVERY_MS = 10_000

type Client = Pick<pg.ClientBase, 'query'>
type Served = Pick<Core, 'pool' | 'readPool' | 'sessions'>

/** A database that went back while this process worked with it. Its code makes callers and jobs wait, as in an outage. */
class OlderDatabase extends Error {
  code = '57P03'
}

/** Throws OlderDatabase while the database lacks decisions of the list. Notes the newest one that it has. */
type Look = (client: Client) => Promise<void>

const looks = new WeakMap<pg.Pool, Look>()

/**
 * Applies the lists outside the database, then watches that it never becomes older than a decision that this process has seen in it. A
 * new connection to an older database is not used until the lists are applied to it: `npm run restore`, pgBackRest, pg_dump and a
 * snapshot of a disk all end here. Returns a function that removes its part of `/readyz`.
 */
export async function watchDatabaseAge(core: Core, ownerUrl: string, say: Say): Promise<() => void> {
  /** Newest listed decision that this process has seen in the database. */
  let known: string | null = null
  let applying: Promise<void> | undefined
  /** Resolves when the database is found to be older. */
  let older = Promise.withResolvers<void>()
  let hasFailed = false
  const sentence = `The database of server ${serverNumber(core)} is older than its list of decisions`

  /** Open to everyone: what went wrong may name an address, and is in the log. */
  const refused = () =>
    `${sentence}. ${hasFailed ? "It can't be applied: the log says why." : 'It is brought up to date first.'}`

  /** Resolves when the lists are applied. What follows needs connections, which wait for this. */
  function apply(): Promise<void> {
    applying ??= new Promise<void>((resolve, reject) => {
      const end = () => {
        applying = undefined
        older = Promise.withResolvers()
      }
      const onApplied = () => {
        end()
        hasFailed = false
        known = null
        // Its versions may be given to other names now.
        forgetNames()
        resolve()
      }
      say(`${sentence}: it is brought up to date before it is used.`)
      older.resolve()
      afterRestore(core, ownerUrl, say, onApplied).catch((error: Error) => {
        end()
        hasFailed = true
        say(`${sentence}, which can't be applied: ${error.message}`)
        reject(new OlderDatabase(refused()))
      })
    })
    return applying
  }

  async function look(client: Client): Promise<void> {
    if (applying) await applying
    const { rows } = await client.query<{ newest: string | null; has_known: boolean }>(
      'select * from auth.database_state($1)',
      [[...new Set([known, lastListedAt(core.pool)].filter((id) => id != null))]],
    )
    const { newest, has_known } = rows[0]!
    if (has_known) known = newest ?? known
    else await apply()
  }

  const refusal = () =>
    Promise.race([
      older.promise.then(refused),
      look(core.pool).then(
        () => undefined,
        (error: Error) => (error instanceof OlderDatabase ? error.message : undefined),
      ),
    ])

  await afterRestore(core, ownerUrl, say)
  await look(core.pool)
  for (const pool of poolsOf(core)) {
    pool.options.verify = (client, done) => look(client).then(() => done(), done)
  }
  looks.set(core.pool, look)
  const server = serverNumber(core)
  return readyPart(server === 1 ? 'decisions' : `decisions_${server}`, refusal)
}

const poolsOf = ({ pool, readPool, sessions }: Served) => new Set([pool, readPool, sessions])

/** Looks for processes whose connections a restore leaves alone, as behind a pooler. */
export const watchAgeSteadily = (core: Core): TimedWork => ({
  name: 'database-age',
  everyMs: EVERY_MS,
  everyProcess: true,
  work: async () => looks.get(core.pool)?.(core.pool),
})
