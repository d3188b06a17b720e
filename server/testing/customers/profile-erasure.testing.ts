import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { jobEnded } from '../jobs.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { storedFiles } from '../stored.testing.ts'

/** Erases a profile and waits until that is done. */
export async function erase(store: TestStore, profileId: number) {
  const sent = { params: { id: String(profileId) }, body: { confirm: true as const } }
  const { job_id } = await store.call(profileErasure.erase, sent)
  return jobEnded<unknown>(store.storeId, job_id)
}

/** The id of the one profile with this phone, as it is kept. */
export async function profileWith(store: TestStore, phone: string): Promise<number> {
  const { admin } = await testServer()
  const text = 'select id from profile where store_id = $1 and phone = $2'
  return (await admin.query<{ id: number }>(text, [store.storeId, phone])).rows[0]!.id
}

/** Finds values in every row of every table, in the planner's samples, and in every stored byte. */
export async function rowsContaining(values: string[]): Promise<string[]> {
  return [...(await tablesWith(values)), ...(await filesWith(values))]
}

async function tablesWith(values: string[]): Promise<string[]> {
  const { admin } = await testServer()
  const tables = await admin.query<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema <> 'information_schema'`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await admin.query<{ planted: string }>(
      `select w.planted from unnest($1::text[]) w (planted) where exists (select from ${name} t where position(w.planted in t::text) > 0)`,
      [values],
    )
    found.push(...rows.map(({ planted }) => `${name}: ${planted}`))
  }
  return found
}

async function filesWith(values: string[]): Promise<string[]> {
  const { core } = await testServer()
  const found: string[] = []
  for await (const { name, bytes } of storedFiles(core)) {
    for (const value of values) {
      const forms = [Buffer.from(value), Buffer.from(value, 'utf16le'), Buffer.from(value, 'utf16le').swap16()]
      if ([...forms, thaiBytes(value)].some((form) => bytes.includes(form))) found.push(`${name}: ${value}`)
    }
  }
  return found
}

/** As windows-874 writes Thai letters. */
export const thaiBytes = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => (letter < '\u0e00' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x0e00 + 0xa0)),
  )

/** Writes what a note of the profile is written with, by its newest note. */
export async function noteIn(db: Db, storeId: number, profileId: number): Promise<void> {
  await sql`update profile set updated_at = ${risenUpdatedAt} where store_id = ${storeId} and id = ${profileId}`.execute(
    db,
  )
  await sql`insert into activity (store_id, profile_id, type_id, activity_at, fields)
    select store_id, profile_id, type_id, now(), fields from activity
    where store_id = ${storeId} and profile_id = ${profileId} order by id desc limit 1`.execute(db)
}
