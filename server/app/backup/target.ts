import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { hasCluster, preparePostgresFolder } from '../../database/postgres/files.ts'
import { postmasterState, readPidFile } from '../../database/postgres/process.ts'

/** Entries of the data folder that a backup holds or replaces. */
export const entries = ['postgres', 'files', 'secret-key', 'erasures', 'audit-seals.json'] as const

/** Thrown before anything is touched; the message says what to do. */
export class RefusedRestore extends Error {}

const isFilled = (path: string) => existsSync(path) && readdirSync(path).some((name) => !name.startsWith('.backup-'))

/** Throws RefusedRestore unless the data folder may take a restored database and files. `replace`: what it holds is moved aside. */
export async function assertFolderIsFree(dataFolder: string, { replace }: { replace: boolean }): Promise<void> {
  const postgres = join(dataFolder, 'postgres')
  const cluster = existsSync(postgres) && (await hasCluster(await preparePostgresFolder(postgres)))
  if (cluster) await assertNotServed(postgres, dataFolder)
  if ((cluster || isFilled(join(dataFolder, 'files'))) && !replace) {
    throw new RefusedRestore(
      `The data folder ${dataFolder} is not empty: name an empty one in RUAM_DATA, or run \`npm run restore <file> -- --replace\`, which moves what is there aside.`,
    )
  }
}

/** Ends a database server that a killed Ruam left on the folder. Throws if a Ruam works with it. */
async function assertNotServed(postgres: string, dataFolder: string): Promise<void> {
  const { cluster } = await preparePostgresFolder(postgres)
  const file = await readPidFile(cluster)
  if (!file || (await postmasterState(file.pid, cluster)) === 'gone') return
  if ((await postmasterState(file.pid, cluster)) === 'other') return
  const server = await startEmbeddedPostgres({ folder: postgres })
  const client = new pg.Client({ connectionString: server.ownerUrl })
  client.on('error', () => {})
  await client.connect()
  const served = await isServed(client).finally(() => client.end())
  if (!served) return void (await server.stop())
  await server.leave()
  throw new RefusedRestore(`Ruam is running on ${dataFolder}: stop it first, then restore.`)
}

async function isServed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ served: boolean }>(
    'select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null) as served',
  )
  return rows[0]!.served
}

/** Throws RefusedRestore unless the database has no data, at most tables that these migrations make. */
export async function assertDatabaseIsFree(url: string, migrations: ReadonlySet<string>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new RefusedRestore(`The database that DATABASE_URL names can't be reached: ${error.message}`)
  })
  try {
    if (await isServed(client))
      throw new RefusedRestore('The database that DATABASE_URL names is in use: stop Ruam and what else uses it first.')
    const { rows } = await client.query<{ ours: boolean; tables: number }>(`
      select to_regclass('public.migration') is not null as ours, count(*)::int as tables
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
    const { ours, tables } = rows[0]!
    if (tables === 0) return
    const again = 'Make a new database, and name it in DATABASE_URL.'
    if (!ours) throw new RefusedRestore(`The database that DATABASE_URL names is not empty. ${again}`)
    const ran = await client.query<{ name: string }>('select name from migration')
    const unknown = ran.rows.find(({ name }) => !migrations.has(name))
    if (unknown)
      throw new RefusedRestore(
        `The database that DATABASE_URL names belongs to another version than the backup. ${again}`,
      )
    for (const table of ['users', 'store']) {
      const filled = await client.query<{ filled: boolean }>(
        `select coalesce((select c.relpages > 0 or pg_relation_size(c.oid) > 0 from pg_class c where c.oid = to_regclass($1)), false) as filled`,
        [`public.${table}`],
      )
      if (filled.rows[0]!.filled)
        throw new RefusedRestore(`The database that DATABASE_URL names is not empty. ${again}`)
    }
  } finally {
    await client.end()
  }
}
