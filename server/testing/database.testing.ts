import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { BucketSettings } from '../core/config.ts'
import { migrate, settleRole } from '../database/migrate.ts'
import { startEmbeddedPostgres } from '../database/postgres/embedded.ts'
import type { NatsSettings } from '../push/nats.ts'
import { startAppPooler } from './pooler.testing.ts'
import { startNatsServer } from './push/nats-server.testing.ts'
import { openRunFolder } from './run-folder.ts'
import { startS3Server } from './s3-server.testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { superUrl: string; secretKey: string }
    /** Set where the files of tests lie on an S3 server. */
    s3: BucketSettings | undefined
    /** Set where events travel by NATS. */
    nats: NatsSettings | undefined
    /** Port of a pooler in front of the database; 0 without one. */
    poolerPort: number
    /** Seed for spreading stores over servers at random (TEST_SERVER=random). */
    seed: number
  }
}

/** Every test database is a copy of this one. */
export const TEMPLATE = 'ruam_test_template'
export const OWNER = 'ruam_owner'

/** The URL of another database of the same server, as its owner when `password` is given. */
export function databaseUrl(superUrl: string, database: string, owner?: { name: string; password: string }): string {
  const url = new URL(superUrl)
  url.pathname = `/${database}`
  if (owner) {
    url.username = owner.name
    url.password = owner.password
  }
  return url.href
}

/** One PostgreSQL for the whole test run: the embedded one, or the server that TEST_DATABASE_URL names as its superuser. */
export default async function setup(project: TestProject) {
  const secretKey = 'a secret for tests alone, thirty-two letters'
  const own = process.env.TEST_DATABASE_URL
  const { folder, close } = await openRunFolder()
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '256MB' },
    // Every file has connections of its own, and most of what one costs is the password.
    ...{ max_connections: '300', scram_iterations: '1' },
    // It would visit the databases of all files, most of which no test needs any more.
    autovacuum: 'off',
  }
  const embedded = own ? undefined : await startEmbeddedPostgres({ folder: join(folder, 'database'), settings })
  const superUrl = own ?? embedded!.superUrl
  const s3 = process.env.TEST_S3 ? await startS3Server() : undefined
  let pooler: Awaited<ReturnType<typeof startAppPooler>> | undefined
  const nats = process.env.TEST_NATS ? await startNatsServer(folder) : undefined
  const stop = async () => {
    await nats?.kill()
    await pooler?.stop()
    await embedded?.stop()
    await s3?.stop()
    await close()
  }
  try {
    await makeTemplate(superUrl, secretKey)
    if (process.env.TEST_POOLER) {
      await settleRole(databaseUrl(superUrl, TEMPLATE), { pooled: true })
      pooler = await startAppPooler(superUrl, secretKey)
    }
  } catch (error) {
    // Vitest runs the teardown only after a set-up that succeeded.
    await stop()
    throw error
  }
  project.provide('database', { superUrl, secretKey })
  project.provide('s3', s3?.settings)
  project.provide('nats', nats?.settings)
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
  if (process.env.TEST_SERVER === 'random') console.log(`Stores lie on servers drawn by TEST_SEED=${seed}`)
  project.provide('seed', seed)
  project.provide('poolerPort', pooler ? Number(new URL(pooler.urlOf(superUrl)).port) : 0)
  return stop
}

async function makeTemplate(superUrl: string, secretKey: string) {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  try {
    const password = 'owner'
    const { rows } = await client.query<{ there: boolean; thai: boolean }>(
      'select exists (select from pg_roles where rolname = $1) as there',
      [OWNER],
    )
    const locale = "locale 'C.UTF-8' template template0"
    await client.query(
      rows[0]!.there
        ? `alter role ${OWNER} password '${password}'`
        : `create role ${OWNER} login createrole password '${password}'`,
    )
    const left = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'ruam_test_%'",
    )
    for (const { datname } of left.rows)
      await client.query(`drop database ${pg.escapeIdentifier(datname)} with (force)`)
    // The embedded server's own locale is made for Thai letters; another server's may not be.
    await client.query(`create database ${TEMPLATE} owner ${OWNER} ${process.env.TEST_DATABASE_URL ? locale : ''}`)
    await migrate(databaseUrl(superUrl, TEMPLATE, { name: OWNER, password }), secretKey, { wholly: true })
  } finally {
    await client.end()
  }
}
