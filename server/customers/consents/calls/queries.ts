import { DEFAULT_CHANNELS } from '@ruam/contract/customers/consent-wording.ts'
import type { consentOperations } from '@ruam/contract/customers/consents.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../../database/db.ts'
import { isLive } from '../../fields/live.ts'
import { evidenceValue } from '../evidence.ts'
import { standingOfAll, standingOfEach } from '../standing.ts'

type Operation = (typeof consentOperations)[number]

/**
 * Counts live profiles with this standing for a purpose p, up to one past the cap. Each is found by its newest entry with that answer.
 * OFFSET 0 keeps index probes, whatever the statistics say.
 */
const people = (storeId: number, status: Operation) => sql<number>`(select count(*) from (
  select from consent_entry e
  cross join lateral (select x.id, x.birth_date from profile x
    where x.store_id = ${storeId} and x.id = e.profile_id and ${isLive('x')} offset 0) x
  ${standingOfEach({ storeId, purpose: sql`p.id` }, { id: sql`x.id`, birth: sql`x.birth_date` })}
  where e.store_id = ${storeId} and e.purpose_id = p.id and e.status = ${status}
    and not exists (select from consent_entry n where n.store_id = ${storeId} and n.profile_id = e.profile_id
      and n.purpose_id = p.id and n.status = e.status and (n.at, n.id) > (e.at, e.id) offset 0)
    and consent.standing = ${status}
  limit ${sql.lit(COUNT_CAP + 1)}) found)`

/** Text of the wording in use. */
const wordingText = sql<string>`coalesce((select coalesce(nullif(w.text_th, ''), w.text_en) from consent_wording w
  where w.store_id = p.store_id and w.purpose_id = p.id and w.since is not null and w.until is null), p.description)`

const purposesOf = (db: Db, storeId: number) =>
  db
    .selectFrom('consent_purpose as p')
    .select(['p.id', 'p.name', wordingText.as('description'), 'p.created_at', 'p.updated_at'])
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

/** Inserts a purpose with the first version of its wording. Throws on a name that is taken (index consent_purpose_name). */
export async function insertPurpose(
  db: Db,
  storeId: number,
  userId: number,
  { name, description }: { name: string; description: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with purpose as (
      insert into consent_purpose (store_id, name, description) values (${storeId}, ${name}, ${description}) returning id
    ), wording as (
      insert into consent_wording (store_id, purpose_id, version, text_th, channels, legal_basis, since, started_by)
      select ${storeId}, id, 1, ${description}, ${DEFAULT_CHANNELS}::text[], 'consent', clock_timestamp(), ${userId} from purpose
    )
    select id from purpose`.execute(db)
  return rows[0]!.id
}

/** Renames the version that was seen; false when there is a newer one, or none. Throws on a name that is taken. */
export async function renamePurpose(db: Db, storeId: number, id: number, seen: string, name: string): Promise<boolean> {
  const updated = await db
    .updateTable('consent_purpose')
    .set({ name, updated_at: risenUpdatedAt })
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
          .select(['purpose_id', 'id', 'status', 'at', 'source', 'note', 'version', 'guardian', 'evidence'])
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
      'entry.version',
      'entry.guardian',
      'entry.evidence',
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

/** True if the consents of at least so many live profiles to a purpose count. */
export async function hasGrants(db: Db, storeId: number, purposeId: number, atLeast: number): Promise<boolean> {
  const { joined, standing } = standingOfAll(
    { storeId, purpose: sql`${purposeId}::int` },
    { id: sql`p.id`, birth: sql`p.birth_date` },
  )
  const { rows } = await sql<{ granted: number }>`
    select count(*)::int as granted from (
      select from profile p ${joined} where p.store_id = ${storeId} and ${isLive('p')} and ${standing} = 'granted'
      limit ${atLeast}) found`.execute(db)
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
    insert into consent_entry (store_id, profile_id, purpose_id, status, source, created_by, at, evidence)
    select ${storeId}, profile_id, purpose_id, operation, 'user', ${userId}, at, ${evidenceValue({ way: 'form' })}
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
      as t (profile_id bigint, purpose_id int, operation text, at timestamptz)`.execute(db)
}
