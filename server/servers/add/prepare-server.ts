import { randomInt } from 'node:crypto'
import pg from 'pg'
import { MAX_SERVERS } from '../../core/config.ts'
import { migrate } from '../../database/migrate.ts'
import { asOwner } from '../database-servers.ts'
import { reasonAgainst } from '../move/can-replicate.ts'

interface NewServer {
  home: { ownerUrl: string; powerUrl: string; embedded: boolean }
  /** Its owner's connection. */
  url: string
  /** Numbers of the further servers in the settings. */
  known: readonly number[]
  secretKey: string
  say: (line: string) => void
}

/** Namespace of the advisory locks that recognize home. */
const SAME = 46

/**
 * Prepares a database to be a further server: checks it, then migrates it with the ids of its number. Says which setting to add, and whether stores
 * can move there while they work. Returns the number. Throws sentences that say what to do; may be repeated.
 */
export async function prepareServer({ home, url, known, secretKey, say }: NewServer): Promise<number> {
  const faults = await faultsOf(url)
  await refuseHome(home.ownerUrl, url)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const id = await freeNumber(home.ownerUrl, known)
  await migrate(url, secretKey, { log: say, server: id })
  say(`This database is ready to be server ${id}. Give every process the setting, and restart them one by one:`)
  say(`DATABASE_URL_${id}=${url}`)
  const [one, other] = [
    { id: 1, powerUrl: home.powerUrl },
    { id, powerUrl: url },
  ]
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const reason = await reasonAgainst(from, to)
    if (home.embedded && reason?.startsWith('server 1 runs with wal_level'))
      say('Stores move from server 1 while they work once it has started with this setting.')
    else
      say(
        reason
          ? `Moves from server ${from.id} to server ${to.id} hold a store's writes while they copy it: ${reason}.`
          : `Stores move from server ${from.id} to server ${to.id} while they work.`,
      )
  }
  return id
}

interface State {
  version: number
  shown: string
  database: string
  role: string
  may_make_roles: boolean
  may_make_schemas: boolean
  may_make_tables: boolean
  utf8: boolean
  missing: string[] | null
  ours: boolean
  tables: number
}

const STATE = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
    current_database() as database, current_user as role, r.rolsuper or r.rolcreaterole as may_make_roles,
    has_database_privilege(current_database(), 'create') as may_make_schemas, has_schema_privilege('public', 'create') as may_make_tables,
    current_setting('server_encoding') = 'UTF8' as utf8,
    (select array_agg(wanted) from unnest(array['pg_trgm', 'btree_gin']) wanted
      where wanted not in (select name from pg_available_extensions)) as missing,
    to_regclass('public.migration') is not null as ours,
    (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))::int as tables
  from pg_roles r where r.rolname = current_user`

/** Sentences about what a database lacks. */
async function faultsOf(url: string): Promise<string[]> {
  const state = await asOwner(url, (client) => client.query<State>(STATE)).then(
    ({ rows }) => rows[0]!,
    (error: Error) => {
      throw new Error(`The database can't be reached: ${error.message}`)
    },
  )
  const role = pg.escapeIdentifier(state.role)
  const database = pg.escapeIdentifier(state.database)
  return [
    state.version < 150_000 && `PostgreSQL ${state.shown} is too old: Ruam needs version 15 or later.`,
    !state.may_make_roles &&
      `The role ${state.role} may not make roles: run \`alter role ${role} createrole\` as a superuser.`,
    !state.may_make_schemas &&
      `The role ${state.role} may not make schemas: run \`alter database ${database} owner to ${role}\` as a superuser.`,
    !state.may_make_tables &&
      `The role ${state.role} may not make tables: run \`grant create on schema public to ${role}\` as a superuser.`,
    !state.utf8 && `The database ${state.database} is not in UTF-8: make another one with \`encoding 'UTF8'\`.`,
    state.missing &&
      `The server lacks the extensions ${state.missing.join(' and ')}: install PostgreSQL's contrib package there.`,
    !state.ours &&
      state.tables > 0 &&
      `The database ${state.database} has tables of another program: make an empty one.`,
  ].filter((fault) => typeof fault === 'string')
}

/** Throws if the URL leads to the home database, by whatever address. */
async function refuseHome(homeUrl: string, url: string): Promise<void> {
  const number = randomInt(2 ** 31)
  await asOwner(homeUrl, async (client) => {
    await client.query('select pg_advisory_lock($1, $2)', [SAME, number])
    const there = await asOwner(url, (other) =>
      other.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [SAME, number]),
    )
    if (!there.rows[0]!.free) throw new Error('This is the database of server 1: make another one.')
  })
}

/** The lowest number that no server has or had. */
async function freeNumber(homeUrl: string, known: readonly number[]): Promise<number> {
  const { rows } = await asOwner(homeUrl, (client) => client.query<{ id: number }>('select id from database_server'))
  const taken = new Set([...known, ...rows.map(({ id }) => id)])
  for (let id = 2; id <= MAX_SERVERS; id++) if (!taken.has(id)) return id
  throw new Error(`There are ${MAX_SERVERS} database servers already.`)
}
