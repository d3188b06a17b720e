import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../../database/db.ts'
import { provisionLogins } from '../../open-api/profile-api/provision.ts'
import { hardenDatabase } from '../../open-api/profile-api/steadily.ts'
import { databaseUrl, OWNER } from '../database.testing.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'

let owner: Promise<pg.Pool> | undefined

/** The owner's connections to this file's database, which it owns, hardened as the server does. */
export function ownerPool(): Promise<pg.Pool> {
  owner ??= start()
  return owner
}

async function start() {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  const { superUrl } = inject('database')
  await admin.query(`alter database ${pg.escapeIdentifier(rows[0]!.name)} owner to ${OWNER}`)
  const ownerUrl = databaseUrl(superUrl, rows[0]!.name, { name: OWNER, password: 'owner' })
  await hardenDatabase(ownerUrl, databaseUrl(superUrl, rows[0]!.name))
  const pool = createPool(ownerUrl, { max: 2 })
  atEndOfFile(async () => {
    // Roles belong to the server of all test files, not to this database.
    await pool.query('delete from sql_login')
    await provisionLogins(pool)
    await pool.end()
    owner = undefined
  })
  return pool
}

/** Provisions all logins, and fails if one fails. */
export async function provision(): Promise<void> {
  const [error] = await provisionLogins(await ownerPool())
  if (error) throw error
}

/** Makes the login of a store, and returns its name and password. */
export async function makeLogin(store: TestStore): Promise<{ user: string; password: string }> {
  await ownerPool()
  const { password, sql } = await store.call(profileApi.createLogin, { body: {} })
  await provision()
  return { user: sql.login!.user, password }
}

/** A session of a SQL login, as a program opens it. It ends with the file. */
export async function sessionOf({ user, password }: { user: string; password: string }): Promise<pg.Client> {
  const { admin } = await testServer()
  const url = new URL(admin.options.connectionString!)
  url.username = user
  url.password = password
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {})
  await client.connect()
  atEndOfFile(() => client.end())
  return client
}
