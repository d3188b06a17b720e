import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { furtherNamesOf } from '../profiles/further-names.ts'
import { type KeyColumn, keyHashColumns } from './key-hashes.ts'
import type { KeyPattern } from './key-pattern.ts'
import { type Called, calledColumns } from './names.ts'

/** A person to be erased, as stored in the database. */
interface ErasedPerson {
  /** The requested profile. */
  id: number
  /** The profile and those that were merged into it. */
  ids: number[]
  /** Creation time of the requested profile. Together with its id it is unique. */
  createdAt: string
  /** `alone`: no profile outside the list has the same value. */
  keys: { column: KeyColumn; value: string; alone: boolean }[]
  /** Former keys. */
  former: KeyPattern[]
  /** Current and former names. */
  called: Called
}

/** Profiles and keys of all people of a list. */
export interface ErasedPeople {
  people: ErasedPerson[]
  ids: number[]
  keys: KeyPattern[]
}

/** Returns everything that identifies the people of these profiles, each once, without unknown profiles. */
export async function peopleOf(db: Db, storeId: number, profileIds: readonly number[]): Promise<ErasedPeople> {
  await byIndexes(db)
  const same = await samePeople(db, storeId, profileIds)
  const ids = [...new Set(same.flatMap((one) => one.ids))]
  if (ids.length === 0) return { people: [], ids, keys: [] }
  const keys = Map.groupBy(await keysOf(db, storeId, ids), (key) => key.profile_id)
  const former = Map.groupBy(await valuesBefore(db, storeId, ids, keyHashColumns), (key) => key.profile_id)
  const called = await namesOf(db, storeId, ids)
  const people = same.map(({ id, created_at, ids: own }) => {
    const of = <T>(byProfile: ReadonlyMap<number, readonly T[]>) => own.flatMap((one) => byProfile.get(one) ?? [])
    return {
      id,
      ids: own,
      createdAt: created_at,
      keys: uniqueKeys(of(keys)).map(({ column, value, alone }) => ({ column, value, alone })),
      former: uniqueKeys(of(former)).map(({ column, value }) => ({ column, value })),
      called: calledOf(of(called)),
    }
  })
  return { people, ids, keys: people.flatMap((one) => [...one.keys, ...one.former]) }
}

const uniqueKeys = <T extends KeyPattern>(keys: readonly T[]): T[] => [
  ...new Map(keys.map((key) => [`${key.column} ${key.value}`, key])).values(),
]

interface SamePerson {
  id: number
  created_at: string
  ids: number[]
}

/** Each profile with those it was merged into and that were merged into it. Of several profiles of one person, the first remains. */
async function samePeople(db: Db, storeId: number, ids: readonly number[]): Promise<SamePerson[]> {
  const { rows } = await sql<SamePerson>`
    with recursive up as (
      select id as root, id, merged_into from profile where store_id = ${storeId} and id = any(${ids}::bigint[])
      union select up.root, p.id, p.merged_into from up
        join profile p on p.store_id = ${storeId} and p.id = up.merged_into
    ), same as (
      select root, id from up
      union select same.root, p.id from same join profile p on p.store_id = ${storeId} and p.merged_into = same.id
    ) select p.id, p.created_at, jsonb_agg(same.id order by same.id) as ids
      from same join profile p on p.store_id = ${storeId} and p.id = same.root
      group by p.id, p.created_at order by p.id`.execute(db)
  const known = new Set<number>()
  return rows.filter((row) => {
    if (known.has(row.id)) return false
    for (const id of row.ids) known.add(id)
    return true
  })
}

/** The column of profiles whose further value a contact is. */
const furtherColumn = sql`case c.field_id when 9 then 'phone' else 'email' end`

interface HeldKey {
  profile_id: number
  column: KeyColumn
  value: string
  alone: boolean
}

async function keysOf(db: Db, storeId: number, ids: readonly number[]): Promise<HeldKey[]> {
  const others = (held: RawBuilder<unknown>) => sql`not exists (
    select from profile o where o.store_id = ${storeId} and o.id <> all(${ids}::bigint[]) and ${held}) as alone`
  const held = sql.join(
    keyHashColumns.map(
      (column) => sql`select id as profile_id, ${column}::text as "column", ${sql.ref(column)} as value,
        ${others(sql`o.${sql.ref(column)} = p.${sql.ref(column)}`)}
        from profile p where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${sql.ref(column)} is not null`,
    ),
    sql` union `,
  )
  const { rows } = await sql<HeldKey>`${held}
    union select c.profile_id, ${furtherColumn}, c.value,
        ${others(sql`(c.field_id = 9 and o.phone = c.value or c.field_id = 11 and o.email = c.value)`)}
      from profile_contact c where c.store_id = ${storeId} and c.profile_id = any(${ids}::bigint[])
    union select i.profile_id, 'line_user_id', value, ${others(sql`o.line_user_id = i.value`)}
      from identity i where i.store_id = ${storeId} and i.profile_id = any(${ids}::bigint[])
    order by 2, 3, 1`.execute(db)
  return rows
}

/** Name of a profile by the column that it is or was in. */
interface HeldName {
  profile_id: number
  column: string
  value: string
}

/** Current, former and further names, in this order. */
async function namesOf(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, HeldName[]>> {
  const now = await db
    .selectFrom('profile')
    .select(['id', ...calledColumns])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const columnOf = ({ kind }: FurtherName) =>
    kind === 'maiden_name' ? 'last_name' : kind === 'note' ? null : 'first_name'
  const names: { profile_id: number; column: string | null; value: string | null }[] = [
    ...now.flatMap((row) => calledColumns.map((column) => ({ profile_id: row.id, column, value: row[column] }))),
    ...(await valuesBefore(db, storeId, ids, calledColumns)),
    ...[...(await furtherNamesOf(db, storeId, ids))].flatMap(([profile_id, further]) =>
      further.map((one) => ({ profile_id, column: columnOf(one), value: one.value })),
    ),
  ]
  return Map.groupBy(
    names.filter((name): name is HeldName => name.column !== null && name.value !== null),
    ({ profile_id }) => profile_id,
  )
}

const calledOf = (names: readonly HeldName[]): Called =>
  Object.fromEntries(
    calledColumns.map((column) => [column, names.flatMap((name) => (name.column === column ? [name.value] : []))]),
  )

/** Returns the former values of these columns from the journals. */
async function valuesBefore(db: Db, storeId: number, ids: readonly number[], columns: readonly string[]) {
  const fields = systemFields.filter((field) => columns.includes(field.column))
  const { rows } = await sql<{ profile_id: number; field: string; value: string }>`
    select distinct journal.profile_id, c.key as field, v.value from (
      select profile_id, changes from run_record
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and changes is not null
      union all select profile_id, changes from profile_change
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[])
    ) journal, jsonb_each(changes) c, jsonb_array_elements_text(c.value) v
    where c.key = any(${fields.map(({ id }) => String(id))}::text[]) and v.value is not null order by 2, 3, 1`.execute(
    db,
  )
  return rows.map(({ profile_id, field, value }) => ({
    profile_id,
    column: fields.find(({ id }) => String(id) === field)!.column as string,
    value,
  }))
}

/** Returns the keys of erased people that other profiles also have, by profile. */
export async function nameHoldersOf(
  db: Db,
  storeId: number,
  { ids, keys }: ErasedPeople,
): Promise<Map<number, Set<string>>> {
  const held = sql.join(
    keyHashColumns.map((column) => {
      const values = keys.flatMap((key) => (key.column === column ? [key.value] : []))
      return sql`select id, ${sql.ref(column)} as value from profile
        where store_id = ${storeId} and ${sql.ref(column)} = any(${values}::text[]) and id <> all(${ids}::bigint[])`
    }),
    sql` union `,
  )
  const further = sql`select c.profile_id, c.value from profile_contact c
    where c.store_id = ${storeId} and c.field_id in (9, 11) and c.value = any(${keys.map(({ value }) => value)}::text[])
      and c.profile_id <> all(${ids}::bigint[])`
  const { rows } = await sql<{ id: number; value: string }>`${held} union ${further} order by 1, 2`.execute(db)
  const byProfile = new Map<number, Set<string>>()
  for (const { id, value } of rows) byProfile.set(id, (byProfile.get(id) ?? new Set()).add(value))
  return byProfile
}

/** Returns the rows of these profiles by file id, as recorded by runs and values. */
export async function mentionRowsOf(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<Map<number, Set<number>>> {
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

/**
 * Returns the rows of a file that belong to other profiles, because people share phones and e-mail addresses. An undone run says nothing of
 * its rows: a profile that was split from these people since may have been the one. Neither does a record of a profile that an undo removed.
 */
export async function othersRows(
  db: Db,
  storeId: number,
  fileId: number,
  numbers: number[],
  ids: readonly number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await sql<{ no: number }>`
    with runs as (select id from run where store_id = ${storeId} and file_id = ${fileId}
      and kind = 'real' and undone_at is null)
    select c.record_no as no from runs join run_record c on c.store_id = ${storeId} and c.run = runs.id
    where c.record_no = any(${numbers}::int[]) and c.profile_id > 0 and c.profile_id <> all(${ids}::bigint[])
      and exists (select from profile p where p.store_id = ${storeId} and p.id = c.profile_id)
    union select p.origin_row from runs join profile p on p.store_id = ${storeId} and p.origin_run = runs.id
    where p.origin_row = any(${numbers}::int[]) and p.id <> all(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ no }) => no))
}
