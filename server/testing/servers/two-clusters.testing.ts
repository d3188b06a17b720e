// Two real database servers for tests of moves: clusters of their own, which may be killed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { REPLICATING } from '../../database/database.ts'
import { createPool } from '../../database/db.ts'
import { appUrlOf, migrate } from '../../database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { readPidFile } from '../../database/postgres/process.ts'
import { type DatabaseServer, serversOf } from '../../servers/database-servers.ts'
import { databaseUrl, OWNER } from '../database.testing.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'

/** That of all tests: the roles of a given server have passwords that follow from it. */
export const secretKey = 'a secret for tests alone, thirty-two letters'

export interface Cluster extends DatabaseServer {
  folder: string
  /** As the superuser, past the wall. */
  admin: pg.Pool
  /** Kills the server by signal 9, and starts it again. */
  kill(): Promise<void>
}

/** Two servers; ended and removed at the end of the file. `settings` of both. */
export async function twoClusters(settings: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'ruam-move-'))
  const starting = startCluster(join(root, '1'), 1, settings)
  // A server makes one database at a time.
  if (process.env.TEST_DATABASE_URL) await starting
  const [one, two] = await Promise.all([starting, startCluster(join(root, '2'), 2, settings)])
  await one.admin.query('insert into database_server (id) values (2) on conflict do nothing')
  atEndOfFile(async () => {
    for (const cluster of [one, two]) await cluster.stop()
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  })
  return { one: one as Cluster, two: two as Cluster, servers: serversOf([one, two]) }
}

/** On the server that TEST_DATABASE_URL names, in place of one of its own: a database, which cannot be killed. */
async function openDatabase(
  superUrl: string,
  folder: string,
  id: number,
): Promise<Cluster & { stop(): Promise<void> }> {
  const name = `ruam_move_${process.pid}_${Date.now().toString(36)}_${id}`
  const root = createPool(superUrl, { max: 1 })
  await root.query(`create database ${name} owner ${OWNER}`)
  const ownerUrl = databaseUrl(superUrl, name, { name: OWNER, password: 'owner' })
  await migrate(ownerUrl, secretKey, { server: id })
  const powerUrl = databaseUrl(superUrl, name)
  const [pool, admin] = [createPool(appUrlOf(ownerUrl, secretKey), { max: 8 }), createPool(powerUrl, { max: 3 })]
  return {
    ...{ id, folder, ownerUrl, powerUrl, pool, admin },
    kill: () => Promise.reject(new Error('This server belongs to all tests.')),
    async stop() {
      await pool.end()
      await admin.end()
      await root.query(`drop database ${name} with (force)`)
      await root.end()
    },
  }
}

async function startCluster(folder: string, id: number, more: Record<string, string>) {
  const given = process.env.TEST_DATABASE_URL
  if (given) return openDatabase(given, folder, id)
  const settings = {
    ...REPLICATING,
    ...{ shared_buffers: '64MB', max_connections: '100', scram_iterations: '1', wal_receiver_status_interval: '1s' },
    // A worker that ended is started again at once, not after five seconds.
    wal_retrieve_retry_interval: '200ms',
    ...more,
  }
  const start = () => startEmbeddedPostgres({ folder, settings, samePort: started })
  let started = false
  let server: EmbeddedPostgres = await start()
  started = true
  await migrate(server.ownerUrl, secretKey, { server: id })
  const url = new URL(server.superUrl)
  url.pathname = '/ruam'
  const pool = createPool(appUrlOf(server.ownerUrl, secretKey), { max: 8 })
  const admin = createPool(url.href, { max: 3 })
  return {
    ...{ id, folder, ownerUrl: server.ownerUrl, powerUrl: url.href, pool, admin },
    async kill() {
      const file = await readPidFile(join(folder, 'cluster'))
      await server.leave()
      if (file) process.kill(file.pid, 'SIGKILL')
      server = await start()
    },
    async stop() {
      await pool.end()
      await admin.end()
      await server.stop()
    },
  }
}
