import { join } from 'node:path'
import type { Config, ServerSettings } from '../core/config.ts'
import { appUrlOf, migrate, settleRole } from './migrate.ts'
import { supervisePostgres } from './postgres/supervise.ts'
import { type Roles, rolesAt } from './role-names.ts'

export interface Database {
  /** The application role's connection: all that the server works with once it has started. Leads through the pooler, if there is one. */
  appUrl: string
  /** The same role's connection without the pooler, for what needs a session: LISTEN, the queue, imports. */
  directAppUrl: string
  /** For the command line, and for the roles of SQL logins. */
  ownerUrl: string
  /** For the rewrite of pages, and to take rights from every role: the superuser of the embedded server, the owner of another. */
  rewriteUrl: string
  /** Ends the embedded server, unless another process of ours still works with it. */
  stop(): Promise<void>
}

/** Brings up the embedded PostgreSQL, or uses the server that DATABASE_URL names, and migrates it as its owner. */
export async function startDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  const embedded = config.databaseUrl
    ? undefined
    : await supervisePostgres(join(config.dataFolder, 'postgres'), log, settingsOf(config))
  const ownerUrl = config.databaseUrl ?? embedded!.ownerUrl
  let roles: Roles
  try {
    roles = await migrate(ownerUrl, config.secretKey, { log })
    await settleRole(ownerUrl, { pooled: config.pooledUrl !== undefined })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  return {
    appUrl: config.appUrl ?? appUrlOf(config.pooledUrl ?? ownerUrl, config.secretKey, roles),
    directAppUrl: directAppUrlOf(config, ownerUrl),
    ownerUrl,
    rewriteUrl: embedded ? inDatabaseOf(ownerUrl, embedded.superUrl) : ownerUrl,
    stop: async () => embedded?.stop(),
  }
}

/** Additional settings of the embedded server: with several servers, stores are moved by logical replication. */
const settingsOf = ({ servers }: Config): Record<string, string> => (servers.length > 0 ? REPLICATING : {})

/** A move has a slot for its changes and a few for tables that are being copied. */
export const REPLICATING = {
  ...{ wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20' },
  ...{ max_worker_processes: '16', max_logical_replication_workers: '8', max_sync_workers_per_subscription: '3' },
}

/** Connection settings of one server. */
export type ServerUrls = Pick<ServerSettings, 'databaseUrl' | 'pooledUrl' | 'appUrl'>

/** The application role's connection to a further server: through its pooler, if there is one. */
export const appUrlOfServer = ({ databaseUrl, pooledUrl, appUrl }: ServerUrls, secretKey: string): string =>
  appUrl ?? appUrlOf(pooledUrl ?? databaseUrl, secretKey, rolesAt(databaseUrl))

function directAppUrlOf({ appUrl, pooledUrl, secretKey }: Config, ownerUrl: string): string {
  if (!appUrl) return appUrlOf(ownerUrl, secretKey)
  if (!pooledUrl) return appUrl
  const url = new URL(ownerUrl)
  ;({ username: url.username, password: url.password } = new URL(appUrl))
  return url.href
}

/** URL of the superuser, in the database of the owner. */
export function inDatabaseOf(ownerUrl: string, superUrl: string): string {
  const url = new URL(superUrl)
  url.pathname = new URL(ownerUrl).pathname
  return url.href
}
