import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../../database/db.ts'
import { appUrlOf, migrate } from '../../database/migrate.ts'
import { type DatabaseServer, type DatabaseServers, serversOf } from '../../servers/database-servers.ts'
import { databaseUrl, OWNER, TEMPLATE } from '../database.testing.ts'

let made = 0

export interface TestServers extends DatabaseServers {
  /** Connections of the superuser, past the wall, in the order of the servers. */
  admins: readonly pg.Pool[]
  close(): Promise<void>
}

/**
 * Database servers of one test file: home and a second one, which are two databases of one cluster, for locks, tables and notifications belong
 * to a database. `others`: URLs of superusers of further clusters, in place of the second database.
 */
export async function testServers(others: readonly string[] = []): Promise<TestServers> {
  const { superUrl, secretKey } = inject('database')
  const clusters = [superUrl, ...(others.length > 0 ? others : [superUrl])]
  const all: (DatabaseServer & { admin: pg.Pool })[] = []
  for (const [place, cluster] of clusters.entries()) {
    const name = `ruam_test_${process.pid}_${Date.now().toString(36)}_${++made}`
    await makeDatabase(cluster, name, cluster === superUrl)
    const ownerUrl = databaseUrl(cluster, name, { name: OWNER, password: 'owner' })
    await migrate(ownerUrl, secretKey, { server: place + 1 })
    const pool = createPool(appUrlOf(ownerUrl, secretKey), { max: 8 })
    const powerUrl = databaseUrl(cluster, name)
    all.push({ id: place + 1, ownerUrl, powerUrl, pool, admin: createPool(powerUrl, { max: 2 }) })
  }
  for (const { id } of all)
    await all[0]!.admin.query('insert into database_server (id) values ($1) on conflict do nothing', [id])
  return {
    ...serversOf(all),
    admins: all.map(({ admin }) => admin),
    async close() {
      await Promise.all(all.flatMap(({ pool, admin }) => [pool.end(), admin.end()]))
    },
  }
}

async function makeDatabase(superUrl: string, name: string, fromTemplate: boolean) {
  const root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  try {
    if (!fromTemplate) {
      const { rows } = await root.query('select from pg_roles where rolname = $1', [OWNER])
      if (rows.length === 0) await root.query(`create role ${OWNER} login createrole password 'owner'`)
    }
    await root.query(`create database ${name} owner ${OWNER} ${fromTemplate ? `template ${TEMPLATE}` : ''}`)
  } finally {
    await root.end()
  }
}
