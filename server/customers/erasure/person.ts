import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { furtherNamesOf } from '../profiles/further-names.ts'
import { type KeyColumn, keyHashColumns } from './key-hashes.ts'
import type { KeyPattern } from './key-pattern.ts'
import { type Called, calledColumns } from './names.ts'

/** A person to be erased, as stored in the database. */
export interface ErasedPerson {
  /** The profile and those that were merged into it. */
  ids: number[]
  /** Creation time of the requested profile. Together with its id it is unique. */
  createdAt: string
  /** `alone`: no other profile has the same value. */
  keys: { column: KeyColumn; value: string; alone: boolean }[]
  /** Former keys. */
  former: KeyPattern[]
  /** Current and former names. */
  called: Called
}

/** Returns everything that identifies the person of a profile, or undefined if the profile does not exist. */
export async function personOf(db: Db, storeId: number, profileId: number): Promise<ErasedPerson | undefined> {
  const profile = await db
    .selectFrom('profile')
    .select('created_at')
    .where('store_id', '=', storeId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  if (!profile) return undefined
  await byIndexes(db)
  const ids = await samePerson(db, storeId, profileId)
  return {
    ids,
    createdAt: profile.created_at,
    keys: await keysOf(db, storeId, ids),
    former: (await valuesBefore(db, storeId, ids, keyHashColumns)).map(({ column, value }) => ({ column, value })),
    called: await calledOf(db, storeId, ids),
  }
}

/** The profile with those it was merged into and that were merged into it. */
async function samePerson(db: Db, storeId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, merged_into from profile where store_id = ${storeId} and id = ${id}
      union select p.id, p.merged_into from up join profile p on p.store_id = ${storeId} and p.id = up.merged_into
    ), same as (
      select id from up
      union select p.id from same join profile p on p.store_id = ${storeId} and p.merged_into = same.id
    ) select id from same order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** The column of profiles whose further value a contact is. */
const furtherColumn = sql`case c.field_id when 9 then 'phone' else 'email' end`

async function keysOf(db: Db, storeId: number, ids: number[]): Promise<ErasedPerson['keys']> {
  const held = sql.join(
    keyHashColumns.map(
      (column) => sql`select ${column}::text as "column", ${sql.ref(column)} as value, exists (
        select from profile o where o.store_id = ${storeId} and o.${sql.ref(column)} = p.${sql.ref(column)}
          and o.id <> all(${ids}::bigint[])) as shared
        from profile p where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${sql.ref(column)} is not null`,
    ),
    sql` union `,
  )
  const { rows } = await sql<{ column: KeyColumn; value: string; shared: boolean }>`${held}
    union select ${furtherColumn}, c.value, exists (
        select from profile o where o.store_id = ${storeId} and o.id <> all(${ids}::bigint[])
          and (c.field_id = 9 and o.phone = c.value or c.field_id = 11 and o.email = c.value))
      from profile_contact c where c.store_id = ${storeId} and c.profile_id = any(${ids}::bigint[])
    union select 'line_user_id', value, exists (
        select from profile o where o.store_id = ${storeId} and o.line_user_id = i.value and o.id <> all(${ids}::bigint[]))
      from identity i where i.store_id = ${storeId} and i.profile_id = any(${ids}::bigint[])
    order by 1, 2`.execute(db)
  return rows.map(({ column, value, shared }) => ({ column, value, alone: !shared }))
}

/** Current and former names. */
async function calledOf(db: Db, storeId: number, ids: number[]): Promise<Called> {
  const now = await db
    .selectFrom('profile')
    .select(calledColumns)
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const before = await valuesBefore(db, storeId, ids, calledColumns)
  const further = [...(await furtherNamesOf(db, storeId, ids)).values()].flat()
  const columnOf = ({ kind }: FurtherName) =>
    kind === 'maiden_name' ? 'last_name' : kind === 'note' ? null : 'first_name'
  return Object.fromEntries(
    calledColumns.map((column) => [
      column,
      [
        ...now.map((row) => row[column]),
        ...before.flatMap((one) => (one.column === column ? [one.value] : [])),
        ...further.flatMap((one) => (columnOf(one) === column ? [one.value] : [])),
      ].filter((name) => name !== null),
    ]),
  )
}

/** Returns the former values of these columns from the journals. */
async function valuesBefore(db: Db, storeId: number, ids: number[], columns: readonly string[]): Promise<KeyPattern[]> {
  const fields = systemFields.filter((field) => columns.includes(field.column))
  const { rows } = await sql<{ field: string; value: string }>`
    select distinct c.key as field, v.value from (
      select changes from run_record
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and changes is not null
      union all select changes from profile_change where store_id = ${storeId} and profile_id = any(${ids}::bigint[])
    ) journal, jsonb_each(changes) c, jsonb_array_elements_text(c.value) v
    where c.key = any(${fields.map(({ id }) => String(id))}::text[]) and v.value is not null order by 1, 2`.execute(db)
  return rows.map(({ field, value }) => ({ column: fields.find(({ id }) => String(id) === field)!.column, value }))
}

/** Returns the person's keys that other profiles also have, by profile. */
export async function nameHoldersOf(
  db: Db,
  storeId: number,
  { ids, keys, former }: ErasedPerson,
): Promise<Map<number, Set<string>>> {
  const all = [...keys, ...former]
  const held = sql.join(
    keyHashColumns.map((column) => {
      const values = all.flatMap((key) => (key.column === column ? [key.value] : []))
      return sql`select id, ${sql.ref(column)} as value from profile
        where store_id = ${storeId} and ${sql.ref(column)} = any(${values}::text[]) and id <> all(${ids}::bigint[])`
    }),
    sql` union `,
  )
  const further = sql`select c.profile_id, c.value from profile_contact c
    where c.store_id = ${storeId} and c.field_id in (9, 11) and c.value = any(${all.map(({ value }) => value)}::text[])
      and c.profile_id <> all(${ids}::bigint[])`
  const { rows } = await sql<{ id: number; value: string }>`${held} union ${further} order by 1, 2`.execute(db)
  const byProfile = new Map<number, Set<string>>()
  for (const { id, value } of rows) byProfile.set(id, (byProfile.get(id) ?? new Set()).add(value))
  return byProfile
}

/** Returns the person's rows by file id, as recorded by runs and values. */
export async function mentionRowsOf(db: Db, storeId: number, ids: number[]): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ file_id: number; no: number }>`
    select r.file_id, c.no from (
      select run, record_no as no from run_record where store_id = ${storeId} and profile_id = any(${ids}::bigint[])
      union select origin_run, origin_row from profile where store_id = ${storeId} and id = any(${ids}::bigint[])
      union select run_id, row_no from activity where store_id = ${storeId} and profile_id = any(${ids}::bigint[])
      union select (s.value ->> 1)::bigint, (s.value ->> 2)::int from profile, jsonb_each(sources) s
      where store_id = ${storeId} and id = any(${ids}::bigint[]) and s.value ->> 0 = 'run'
    ) c join run r on r.store_id = ${storeId} and r.id = c.run
    where c.no is not null and r.file_id is not null`.execute(db)
  const byFile = new Map<number, Set<number>>()
  for (const { file_id, no } of rows) byFile.set(file_id, (byFile.get(file_id) ?? new Set()).add(no))
  return byFile
}

/** Returns the rows of a file that belong to other profiles, because people share phones and e-mail addresses. */
export async function othersRows(
  db: Db,
  storeId: number,
  fileId: number,
  numbers: number[],
  ids: number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await sql<{ no: number }>`
    with runs as (select id from run where store_id = ${storeId} and file_id = ${fileId} and kind = 'real')
    select c.record_no as no from runs join run_record c on c.store_id = ${storeId} and c.run = runs.id
    where c.record_no = any(${numbers}::int[]) and c.profile_id > 0 and c.profile_id <> all(${ids}::bigint[])
    union select p.origin_row from runs join profile p on p.store_id = ${storeId} and p.origin_run = runs.id
    where p.origin_row = any(${numbers}::int[]) and p.id <> all(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ no }) => no))
}
