import pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import { failedWith } from '../../core/sqlstate.ts'
import { createPool } from '../../database/db.ts'
import { type Roles, readRoles } from '../../database/role-names.ts'
import { provisionLogins, removeLogins } from './provision.ts'
import { endLargeSessions, endLongSessions, recordSessions } from './sessions.ts'

/** Functions of PostgreSQL that any role may call and that do more than read: large objects, locks, messages in the log of changes. */
const WRITING =
  '^(lo_creat|lo_create|lo_from_bytea|lo_put|lowrite|pg_(try_)?advisory_.*lock.*|pg_logical_emit_message)$'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

interface Options {
  enabled: boolean
  ownerUrl: string
  /** The superuser of the embedded server, or the owner again. */
  superUrl: string
  onEnded: (role: string) => void
}

/**
 * Keeps SQL logins as the stores want them and watches over their sessions, each second; without SQL access it removes all logins. Works as
 * the owner of the database.
 */
export function syncSqlLogins({ enabled, ownerUrl, superUrl, onEnded }: Options): TimedWork {
  let owner: pg.Pool | undefined
  let hardened = false

  async function keep(pool: pg.Pool) {
    if (!hardened) {
      // Once: the database may not let Ruam do it. Each login is checked when it is made.
      hardened = true
      await hardenDatabase(ownerUrl, superUrl)
    }
    await recordSessions(pool)
    for (const role of await endLongSessions(pool)) onEnded(role)
    // Of the embedded server, which runs on this machine.
    if (superUrl !== ownerUrl) for (const role of await endLargeSessions(pool)) onEnded(role)
    const [error] = await provisionLogins(pool)
    if (error) throw error
  }

  return {
    name: 'sql-logins',
    everyMs: enabled ? SECOND_MS : HOUR_MS,
    async work(signal) {
      if (!owner) {
        const pool = createPool(ownerUrl, { max: 2 })
        owner = pool
        const close = () => {
          owner = undefined
          void pool.end()
        }
        signal.addEventListener('abort', close, { once: true })
      }
      await (enabled ? keep(owner) : removeLogins(owner))
    },
  }
}

/**
 * Takes from every role what only Ruam's own roles need, so that SQL logins cannot do it: temporary tables as the owner, and further rights
 * as the superuser, if `ownerUrl` is not the only connection there is.
 */
export async function hardenDatabase(ownerUrl: string, superUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ database: string; owner: string }>(
      'select current_database() as database, current_user as owner',
    )
    const database = pg.escapeIdentifier(rows[0]!.database)
    const roles = await readRoles(client)
    const { app, auth, backup, views } = roles
    await client
      .query(`grant temporary on database ${database} to ${app}, ${auth};
      revoke temporary on database ${database} from public`)
      .catch(unlessNotOwned)
    await client
      .query(`grant usage on schema public to ${app}, ${auth}, ${backup}, ${views};
      revoke all on schema public from public`)
      .catch(unlessNotOwned)
    await withClient(superUrl, (admin) => hardenAsSuperuser(admin, pg.escapeIdentifier(rows[0]!.owner), roles))
  })
}

/** Some databases of one's own, or their schema public, belong to another role. */
function unlessNotOwned(error: unknown): void {
  if (!failedWith(error, 'insufficientPrivilege')) throw error
}

async function hardenAsSuperuser(client: pg.Client, owner: string, { app, auth, backup }: Roles): Promise<void> {
  const { rows } = await client.query<{ fn: string | null }>(
    `select string_agg(oid::regprocedure::text, ', ') as fn from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace and proname ~ $1 and (select rolsuper from pg_roles where rolname = current_user)`,
    [WRITING],
  )
  if (!rows[0]!.fn) return
  await client.query(`grant execute on function ${rows[0]!.fn} to ${owner}, ${app}, ${auth}, ${backup};
    revoke execute on function ${rows[0]!.fn} from public;
    grant set on parameter temp_file_limit to ${owner};
    revoke connect on database postgres, template1 from public`)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
