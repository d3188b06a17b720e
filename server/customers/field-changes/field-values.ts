import type { TypePreview } from '@ruam/contract/customers/profile-fields.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { noDates, noteDate } from '../../formats/values/date-facts.ts'
import { type DateStyle, dateStyleOf } from '../../formats/values/date-styles.ts'
import { BLOCK_ROWS } from '../../jobs/in-blocks.ts'
import { dropFieldValues } from '../changes/indexed-values.ts'
import { dropKeys, rewriteKeys } from '../changes/keys.ts'
import type { FieldOwner } from '../fields/field-names.ts'
import { convertValue } from './convert.ts'

/** The values of one of the store's own fields. */
export interface FieldOf {
  owner: FieldOwner
  storeId: number
  id: number
}

const MAX_SAMPLES = 5
/** Letters of a sample. */
const SAMPLE_LENGTH = 100

const tables = {
  profile: { rows: sql.table('profile'), values: sql.ref('custom') },
  activity: { rows: sql.table('activity'), values: sql.ref('fields') },
} as const

/** Counts live profiles, or activities, with a value of the field. */
export async function countValues(db: Db, { owner, storeId, id }: FieldOf): Promise<number> {
  const { rows, values } = tables[owner]
  const living = owner === 'profile' ? sql`and deleted_at is null and merged_into is null` : sql``
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows}
    where store_id = ${storeId} and ${values} ? ${String(id)} ${living}`.execute(db)
  return counted.rows[0]!.count
}

/** Returns the next rows by id with a value of the field, deleted profiles included. */
export async function rowsWith(
  db: Db,
  { owner, storeId, id }: FieldOf,
  after: number,
  most: number,
): Promise<number[]> {
  const { rows, values } = tables[owner]
  const found = await sql<{ id: number }>`select id from ${rows}
    where store_id = ${storeId} and id > ${after} and ${values} ? ${String(id)} order by id limit ${most}`.execute(db)
  return found.rows.map((row) => row.id)
}

/** Counts rows with a value of the field, deleted profiles included. */
export async function countRows(db: Db, { owner, storeId, id }: FieldOf): Promise<number> {
  const { rows, values } = tables[owner]
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows}
    where store_id = ${storeId} and ${values} ? ${String(id)}`.execute(db)
  return counted.rows[0]!.count
}

/** Deletes the values of a deleted field from these rows, with their sources. Returns how many rows had one. */
export async function dropValues(db: Db, { owner, storeId, id }: FieldOf, ids: number[]): Promise<number> {
  const { rows, values } = tables[owner]
  const sources = owner === 'profile' ? sql`, sources = sources - ${String(id)}::text` : sql``
  await holdRows(db, { owner, storeId, id }, ids)
  const { numAffectedRows } = await sql`update ${rows} set ${values} = ${values} - ${String(id)}::text ${sources}
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${values} ? ${String(id)}`.execute(db)
  if (owner === 'profile') {
    await dropKeys(db, storeId, [id], ids)
    await dropFieldValues(db, storeId, id, ids)
  }
  return Number(numAffectedRows)
}

/**
 * Returns the effect of a type on values, deleted profiles included (they may be restored). `ids`: restricts to these rows, which are
 * locked. Needs a transaction.
 */
export async function surveyValues(
  db: Db,
  field: FieldOf,
  to: DataType,
  ids?: number[],
): Promise<Omit<TypePreview, 'segments' | 'views'> & { style: DateStyle }> {
  if (ids) {
    const held = await holdRows(db, field, ids)
    const values = held.map(({ id, text }) => ({ text, rows: 1, first: id }))
    return survey(to, async function* () {
      yield values
    })
  }
  const { owner, storeId, id } = field
  const { rows, values } = tables[owner]
  // People share most values: the database counts them, and each is read once.
  await sql`declare field_values scroll cursor for
    select ${values} ->> ${String(id)} as text, count(*)::int as rows, min(id) as first from ${rows}
    where store_id = ${storeId} and ${values} ? ${String(id)} group by 1`.execute(db)
  const found = await survey(to, async function* () {
    await sql`move absolute 0 in field_values`.execute(db)
    for (;;) {
      const block = await sql<Counted>`fetch ${sql.lit(BLOCK_ROWS)} from field_values`.execute(db)
      yield block.rows
      if (block.rows.length < BLOCK_ROWS) return
    }
  })
  await sql`close field_values`.execute(db)
  return found
}

/** A value, how many rows have it, and the first of them. */
interface Counted {
  text: string
  rows: number
  first: number
}

async function survey(to: DataType, values: () => AsyncGenerator<Counted[]>) {
  const style = await styleOf(to, values)
  const kept: Counted[] = []
  const lost: Counted[] = []
  let convertible = 0
  let notConvertible = 0
  for await (const block of values()) {
    for (const value of block) {
      const failed = 'failure' in convertValue(value.text, to, style)
      if (failed) notConvertible += value.rows
      else convertible += value.rows
      noteSample(failed ? lost : kept, value)
    }
  }
  const samples = [...lost, ...kept].slice(0, MAX_SAMPLES).map(({ text }) => {
    const reading = convertValue(text, to, style)
    return { before: cut(text), after: 'failure' in reading ? null : cut(String(reading.value ?? '')) }
  })
  return { convertible, not_convertible: notConvertible, samples, style }
}

/** Keeps the samples with the first rows, so that a preview is repeatable. */
function noteSample(samples: Counted[], value: Counted) {
  if (samples.length === MAX_SAMPLES && samples.at(-1)!.first < value.first) return
  samples.push(value)
  samples.sort((a, b) => a.first - b.first)
  samples.splice(MAX_SAMPLES)
}

interface Conversion {
  to: DataType
  /** Date format voted at the start: converted values no longer show it. */
  style: DateStyle
}

/** Converts the values of these rows and deletes unconvertible ones. Returns the number of converted values. */
export async function convertValues(db: Db, field: FieldOf, { to, style }: Conversion, ids: number[]): Promise<number> {
  const { owner, storeId, id } = field
  const { rows, values } = tables[owner]
  const held = await holdRows(db, field, ids)
  const readings = held.map((row) => ({ id: row.id, reading: convertValue(row.text, to, style) }))
  const after = Object.fromEntries(
    readings.map(({ id: row, reading }) => [row, 'failure' in reading ? null : reading.value]),
  )
  // Looked up in one JSON value: by the statistics of an empty store a join would try every row with every other.
  await sql`with given as materialized (select ${JSON.stringify(after)}::jsonb as after)
    update ${rows} r
    set ${values} = jsonb_strip_nulls(r.${values} || jsonb_build_object(${String(id)}::text, (select after from given) -> r.id::text))
    where r.store_id = ${storeId} and r.id = any(${held.map((row) => row.id)}::bigint[])`.execute(db)
  if (owner === 'profile' && (await isMatchKey(db, storeId, id)))
    await (mayBeKey(to) ? rewriteKeys(db, storeId, ids, [id]) : dropKeys(db, storeId, [id], ids))
  return readings.filter(({ reading }) => !('failure' in reading)).length
}

/** True if a field of this type can be a match key, as in mappings: dates and booleans identify no one. */
export const mayBeKey = (type: DataType) => type === 'String' || type === 'Number'

/** Locks mappings until the transaction ends. Returns true if people are matched by the field. */
async function isMatchKey(db: Db, storeId: number, id: number): Promise<boolean> {
  const field = await db
    .selectFrom('profile_field')
    .select('match_key')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return field?.match_key === true
}

interface Held {
  id: number
  text: string
}

/** Locks profiles in the usual order, which avoids deadlocks. */
async function holdRows(db: Db, { owner, storeId, id }: FieldOf, ids: number[]): Promise<Held[]> {
  const { rows, values } = tables[owner]
  const held = await sql<Held>`select id, ${values} ->> ${String(id)} as text from ${rows}
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${values} ? ${String(id)}
    order by id for no key update`.execute(db)
  return held.rows
}

/** Votes on the date format over all values, as for a column of a file. */
async function styleOf(to: DataType, values: () => AsyncGenerator<Counted[]>): Promise<DateStyle> {
  const facts = noDates()
  if (to === 'Date') {
    for await (const block of values()) for (const { text, rows } of block) noteDate(facts, text, rows)
  }
  return dateStyleOf(facts, new Date(databaseNow()).toISOString().slice(0, 10))
}

const cut = (text: string) =>
  text.length > SAMPLE_LENGTH ? `${[...text].slice(0, SAMPLE_LENGTH - 1).join('')}…` : text
