import type { consentOperations } from '@ruam/contract/customers/consents.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'

type Operation = (typeof consentOperations)[number]

/**
 * Counts live profiles whose latest entry for a purpose p has this status, up to one past the cap. OFFSET 0 keeps index probes, whatever
 * the statistics say.
 */
const people = (storeId: number, status: Operation) => sql<number>`(select count(*) from (
  select from consent_entry e
  where e.store_id = ${storeId} and e.purpose_id = p.id and e.status = ${status}
    and not exists (select from consent_entry n where n.store_id = ${storeId} and n.profile_id = e.profile_id
      and n.purpose_id = p.id and (n.at, n.id) > (e.at, e.id) offset 0)
    and exists (select from profile x where x.store_id = ${storeId} and x.id = e.profile_id and ${isLive('x')} offset 0)
  limit ${sql.lit(COUNT_CAP + 1)}) found)`

const purposesOf = (db: Db, storeId: number) =>
  db
    .selectFrom('consent_purpose as p')
    .select(['p.id', 'p.name', 'p.description', 'p.created_at', 'p.updated_at'])
    .where('p.store_id', '=', storeId)

type Purposes = ReturnType<typeof purposesOf>

const byName = sql`p.name collate "th-x-icu"`

const withPeople = (db: Db, storeId: number, purposes: Purposes) =>
  db
    .selectFrom(purposes.as('p'))
    .selectAll('p')
    .select([people(storeId, 'granted').as('granted'), people(storeId, 'withdrawn').as('withdrawn')])

interface PageQuery {
  offset: number
  limit: number
}

const pageOfPurposes = (db: Db, storeId: number, { offset, limit }: PageQuery) =>
  purposesOf(db, storeId).orderBy(byName).orderBy('p.id').offset(offset).limit(rowsOf(limit))

/** The purposes of a store, by name. */
export const listPurposes = (db: Db, storeId: number, page: PageQuery) => pageOfPurposes(db, storeId, page).execute()

/** The same with how many said yes and no. */
export const listPurposesWithPeople = (db: Db, storeId: number, page: PageQuery) =>
  withPeople(db, storeId, pageOfPurposes(db, storeId, page))
    .orderBy(byName)
    .orderBy('p.id')
    .execute()

export async function countPurposes(db: Db, storeId: number): Promise<number> {
  const { total } = await db
    .selectFrom('consent_purpose')
    .select(sql<number>`count(*)`.as('total'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return total
}

/** Undefined when the store has none. */
export const findPurpose = (db: Db, storeId: number, id: number) =>
  purposesOf(db, storeId).where('p.id', '=', id).executeTakeFirst()

export const findPurposeWithPeople = (db: Db, storeId: number, id: number) =>
  withPeople(db, storeId, purposesOf(db, storeId).where('p.id', '=', id)).executeTakeFirst()

export type PurposeRow = NonNullable<Awaited<ReturnType<typeof findPurpose>>>
export type PurposeWithPeople = NonNullable<Awaited<ReturnType<typeof findPurposeWithPeople>>>

interface PurposeValues {
  name: string
  description: string
}

/** Throws on a name that is taken (index consent_purpose_name). */
export async function insertPurpose(db: Db, storeId: number, purpose: PurposeValues): Promise<number> {
  const { id } = await db
    .insertInto('consent_purpose')
    .values({ ...purpose, store_id: storeId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves over the version that was seen; false when there is a newer one, or none. Throws on a name that is taken. */
export async function updatePurpose(db: Db, storeId: number, id: number, seen: string, purpose: PurposeValues) {
  const updated = await db
    .updateTable('consent_purpose')
    .set({ ...purpose, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Up to `limit` entries of a profile for each of these purposes, the newest first. */
export async function newestEntries(
  db: Db,
  storeId: number,
  profileId: number,
  purposeIds: readonly number[],
  limit: number,
) {
  return db
    .selectFrom(sql<{ id: number }>`(select unnest(${purposeIds}::int[]) as id)`.as('purpose'))
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('consent_entry')
          .select(['purpose_id', 'id', 'status', 'at', 'source', 'note'])
          .select(sql<number | null>`runs[1]`.as('run'))
          .select(sql<number | null>`coalesce(created_by, credential_id)`.as('source_id'))
          .where('store_id', '=', storeId)
          .where('profile_id', '=', profileId)
          .whereRef('purpose_id', '=', 'purpose.id')
          .orderBy('at', 'desc')
          .orderBy('consent_entry.id', 'desc')
          .limit(limit)
          .as('entry'),
      (join) => join.onTrue(),
    )
    .select([
      'entry.purpose_id',
      'entry.status',
      'entry.at',
      'entry.source',
      'entry.source_id',
      'entry.note',
      'entry.run',
    ])
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
}

/** Locks a live profile until the transaction ends. Returns false if it is not live. */
export async function lockProfile(db: Db, storeId: number, id: number): Promise<boolean> {
  const held = await db
    .selectFrom('profile')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** True if at least so many live profiles have granted a purpose. */
export async function hasGrants(db: Db, storeId: number, purposeId: number, atLeast: number): Promise<boolean> {
  const { rows } = await sql<{ granted: number }>`
    select count(*)::int as granted from (
      select from (select distinct on (e.profile_id) e.profile_id, e.status from consent_entry e
        where e.store_id = ${storeId} and e.purpose_id = ${purposeId} order by e.profile_id, e.at desc, e.id desc) newest
      join profile x on x.store_id = ${storeId} and x.id = newest.profile_id and ${isLive('x')}
      where newest.status = 'granted' limit ${atLeast}) found`.execute(db)
  return rows[0]!.granted >= atLeast
}

/** True if the store has any consent entry. */
export async function hasEntries(db: Db, storeId: number): Promise<boolean> {
  const found = await db.selectFrom('consent_entry').select('id').where('store_id', '=', storeId).limit(1).execute()
  return found.length > 0
}

/** Writes down what many people said, each at its time. The caller judges by it. */
export async function insertEntries(
  db: Db,
  storeId: number,
  userId: number,
  said: readonly { profile_id: number; purpose_id: number; operation: Operation; at: string }[],
): Promise<void> {
  await sql`
    insert into consent_entry (store_id, profile_id, purpose_id, status, source, created_by, at)
    select ${storeId}, profile_id, purpose_id, operation, 'user', ${userId}, at
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
      as t (profile_id bigint, purpose_id int, operation text, at timestamptz)`.execute(db)
}
