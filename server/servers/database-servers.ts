import pg from 'pg'
import type { Config } from '../core/config.ts'
import { appUrlOfServer, type ServerUrls, startDatabase } from '../database/database.ts'
import { createPool } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'

/** Runs statements on one connection, or on one of a pool. */
export interface Statements {
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<T>>
}

/** A database server, for commands: its number (1 is home), the owner's connection and those of the application role. */
export interface DatabaseServer {
  id: number
  ownerUrl: string
  /** For replication: of the superuser of the embedded server, of the owner of another. */
  powerUrl: string
  pool: pg.Pool
}

export interface DatabaseServers {
  /** Home first. */
  all: readonly DatabaseServer[]
  home: DatabaseServer
  /** Throws if there is no such server. */
  get(id: number): DatabaseServer
}

/** The servers of an installation, by their numbers. */
export function serversOf(all: readonly DatabaseServer[]): DatabaseServers {
  return {
    all,
    home: all[0]!,
    get(id) {
      const found = all.find((server) => server.id === id)
      if (!found) throw new Error(`There is no database server ${id}: set DATABASE_URL_${id}.`)
      return found
    },
  }
}

/** Opens all servers for a command, and migrates them. */
export async function openServers(
  config: Config,
  log: (line: string) => void,
): Promise<DatabaseServers & { close(): Promise<void> }> {
  const database = await startDatabase(config, log)
  const all: DatabaseServer[] = [
    {
      id: 1,
      ownerUrl: database.ownerUrl,
      powerUrl: database.rewriteUrl,
      pool: createPool(database.directAppUrl, { max: 4 }),
    },
  ]
  const close = async () => {
    await Promise.all(all.map(({ pool }) => pool.end()))
    await database.stop()
  }
  try {
    for (const server of config.servers) {
      await migrate(server.databaseUrl, config.secretKey, { log, server: server.id })
      const pool = createPool(directAppUrlOfServer(server, config.secretKey), { max: 4 })
      all.push({ id: server.id, ownerUrl: server.databaseUrl, powerUrl: server.databaseUrl, pool })
      await nameServer(database.ownerUrl, server.id)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ...serversOf(all), close }
}

/** The servers of a process that has started, for work at the owner's connections. Home is open already. */
export function runningServers(config: Config, home: DatabaseServer): DatabaseServers & { close(): Promise<unknown> } {
  const pools = new Map<string, pg.Pool>()
  const others = config.servers.map((server) => ({
    ...{ id: server.id, ownerUrl: server.databaseUrl, powerUrl: server.databaseUrl },
    // Not before it is used: the roles of a server that is away are unknown.
    get pool() {
      const url = directAppUrlOfServer(server, config.secretKey)
      const pool = pools.get(url) ?? createPool(url, { max: 2 })
      pools.set(url, pool)
      return pool
    },
  }))
  return { ...serversOf([home, ...others]), close: () => Promise.all([...pools.values()].map((pool) => pool.end())) }
}

/** Writes a server down at home, so that stores can lie on it. */
async function nameServer(homeUrl: string, id: number): Promise<void> {
  await asOwner(homeUrl, (client) =>
    client.query('insert into database_server (id) values ($1) on conflict do nothing', [id]),
  )
}

const directAppUrlOfServer = (server: ServerUrls, secretKey: string) =>
  appUrlOfServer({ ...server, pooledUrl: undefined }, secretKey)

/** Runs statements on one connection of a database's owner. */
export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
