import type pg from 'pg'
import { followPresets } from '../access/roles/queries.ts'
import type { ServerSettings } from '../core/config.ts'
import { assertTransactions } from '../database/assert-transactions.ts'
import { appUrlOfServer } from '../database/database.ts'
import { createPool } from '../database/db.ts'
import { assertRowSecurity, assertSettled, migrate, settleRole } from '../database/migrate.ts'
import { createReadPool } from '../database/read-pool.ts'
import { recordDecisions } from '../decisions/write.ts'
import type { Core } from '../servers/core.ts'
import { type Jobs, startJobs } from '../work/queue.ts'
import { watchDatabaseAge } from './restored/database-age.ts'

/** Milliseconds until a further server that does not answer counts as away. */
const ANSWER_MS = 5000

interface Urls {
  /** Through the pooler, if there is one. */
  appUrl: string
  directAppUrl: string
  pooled: boolean
}

interface Connections extends Pick<Core, 'pool' | 'readPool' | 'sessions'> {
  jobs: Jobs
  close(): Promise<void>
}

/** Opens the connections and the queue of one database server, and checks that its role is behind the wall. */
export async function openConnections(
  { appUrl, directAppUrl, pooled }: Urls,
  onError: (error: unknown) => void,
  options: pg.PoolConfig = {},
): Promise<Connections> {
  const pool = createPool(appUrl, { ...options, ...(pooled && { options: undefined }) })
  const readPool = createReadPool(appUrl, { ...options, pooled })
  const sessions = pooled ? createPool(directAppUrl, options) : pool
  const closing = async () => {
    await Promise.all([...new Set([pool, readPool, sessions])].map((one) => one.end()))
  }
  try {
    await assertRowSecurity(pool)
    if (pooled) {
      await assertSettled(pool)
      await assertTransactions(pool)
    }
    const jobs = await startJobs(directAppUrl, onError)
    const close = async () => {
      await jobs.stop()
      await closing()
    }
    return { pool, readPool, sessions, jobs, close }
  } catch (error) {
    await closing()
    throw error
  }
}

/** Connection past a pooler of the application role to a further server. */
export const directUrlOf = (server: ServerSettings, secretKey: string) => {
  const { databaseUrl, pooledUrl, appUrl } = server
  if (!pooledUrl || !appUrl) return appUrlOfServer({ databaseUrl, pooledUrl: undefined, appUrl }, secretKey)
  const url = new URL(databaseUrl)
  ;({ username: url.username, password: url.password } = new URL(appUrl))
  return url.href
}

/** Brings a further server up to date and opens it: its schema, its number at home, the agreement, roles, and earlier erasures. */
export async function openFurtherServer(
  home: Core,
  server: ServerSettings,
  say: (line: string) => void,
  onError: (error: unknown) => void,
): Promise<{ core: Core; jobs: Jobs; close(): Promise<void> }> {
  const { config } = home
  const { id, databaseUrl, pooledUrl } = server
  await migrate(databaseUrl, config.secretKey, { log: (line) => say(`Server ${id}: ${line}`), server: id })
  await settleRole(databaseUrl, { pooled: pooledUrl !== undefined })
  const urls = {
    appUrl: appUrlOfServer(server, config.secretKey),
    directAppUrl: directUrlOf(server, config.secretKey),
    pooled: pooledUrl !== undefined,
  }
  const { close, jobs, ...pools } = await openConnections(urls, onError, { connectionTimeoutMillis: ANSWER_MS })
  try {
    await home.pool.query('select auth.name_server($1)', [id])
    const core: Core = { ...home, ...pools, jobs, server: id, config: { ...config, sqlHost: server.sqlHost } }
    await copyAgreements(home.pool, core.pool)
    recordDecisions(core)
    await watchDatabaseAge(core, databaseUrl, (line) => say(`Server ${id}: ${line}`))
    await followPresets(core.pool)
    return { core, jobs, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Brings the texts of the agreement to a server, with the numbers that they have at home: a store that moves keeps its notices. */
export async function copyAgreements(home: pg.Pool, there: pg.Pool): Promise<void> {
  type Agreement = { id: number; version: string; document: unknown; document_hash: string }
  const { rows } = await home.query<Agreement>('select * from auth.agreements()')
  for (const { id, version, document, document_hash } of rows)
    await there.query('select auth.receive_agreement($1, $2, $3, $4)', [
      id,
      version,
      JSON.stringify(document),
      document_hash,
    ])
}
