import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'

/** The fields of which people have several values: see profile_contact, which also keeps LINE ids that people type. */
export const contactFields = systemFields.filter((field) => field.column === 'phone' || field.column === 'email')

/** Own value of profile `p` in the field of contact `c`. */
const ownValue = sql`case c.field_id ${sql.join(
  contactFields.map(({ id, column }) => sql`when ${sql.lit(id)} then ${sql.ref(`p.${column}`)}`),
  sql` `,
)} end`

/** Further phones and e-mail addresses of profiles, the oldest first, by profile and field; what is in the profile itself is left out. */
export async function contactsOf(
  db: Db,
  storeId: number,
  profileIds: readonly number[],
): Promise<Map<number, Map<number, string[]>>> {
  if (profileIds.length === 0) return new Map()
  return contactsIn((await contactRows(storeId, profileIds).execute(db)).rows)
}

interface ContactRow {
  profile_id: number
  field_id: number
  value: string
}

/** Contacts of one profile, for read calls. */
export const contactsOfOne = prepared('profile_contacts', (_, storeId: number, ids: string) =>
  contactRows(storeId, ids),
)

/**
 * `profileIds`: as an array, or as its text. One lookup for each: before the table has statistics, PostgreSQL 15 and 16 would read all of
 * the store's rows in the order of the index instead.
 */
const contactRows = (storeId: number, profileIds: readonly number[] | string) =>
  sql<ContactRow>`
    select c.profile_id, c.field_id, c.value from unnest(${profileIds}::bigint[]) one (id)
    cross join lateral (
      select profile_id, field_id, value, created_at from profile_contact
      where store_id = ${storeId} and profile_id = one.id offset 0
    ) c
    cross join lateral (select phone, email from profile where store_id = ${storeId} and id = c.profile_id offset 0) p
    where c.value is distinct from ${ownValue}
    group by c.profile_id, c.field_id, c.value order by min(c.created_at), c.value`

export function contactsIn(rows: readonly ContactRow[]): Map<number, Map<number, string[]>> {
  const found = new Map<number, Map<number, string[]>>()
  for (const { profile_id, field_id, value } of rows) {
    const fields = found.get(profile_id) ?? new Map<number, string[]>()
    fields.set(field_id, [...(fields.get(field_id) ?? []), value])
    found.set(profile_id, fields)
  }
  return found
}

export async function hasContacts(db: Db, storeId: number): Promise<boolean> {
  const one = db.selectFrom('profile_contact').select('profile_id').where('store_id', '=', storeId).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

interface MergedContacts {
  mergeId: number
  /** As both were before the merge. */
  kept: { id: number; phone: string | null; email: string | null }
  gone: { id: number; phone: string | null; email: string | null }
}

/** Keeps the phones and addresses of both that are no value of the kept profile now that the others are written. */
export async function retainContacts(db: Db, storeId: number, { mergeId, kept, gone }: MergedContacts): Promise<void> {
  const both = [kept, gone].flatMap((profile) => contactFields.map(({ id, column }) => [id, profile[column]] as const))
  const held = both.filter(([, value]) => value !== null)
  await sql`
    insert into profile_contact (store_id, profile_id, field_id, value, source, source_id)
    select distinct ${storeId}::int, ${kept.id}::bigint, c.field_id, c.value, 'merge', ${mergeId}::int
    from (
      select * from unnest(${held.map(([id]) => id)}::int[], ${held.map(([, value]) => value)}::text[]) w (field_id, value)
      union select field_id, value from profile_contact where store_id = ${storeId} and profile_id = ${gone.id}
    ) c
    cross join (select phone, email from profile where store_id = ${storeId} and id = ${kept.id}) p
    where c.value is distinct from ${ownValue}
    on conflict do nothing`.execute(db)
}

/** Takes back what a merge has kept. */
export async function dropContacts(db: Db, storeId: number, keptId: number, mergeId: number): Promise<void> {
  await db
    .deleteFrom('profile_contact')
    .where('store_id', '=', storeId)
    .where('profile_id', '=', keptId)
    .where('source', '=', 'merge')
    .where('source_id', '=', mergeId)
    .execute()
}
