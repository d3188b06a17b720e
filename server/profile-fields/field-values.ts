import { MAX_KEY_LENGTH } from '@ruam/contract/constants.ts'
import type { TypePreview } from '@ruam/contract/profile-fields.ts'
import type { DataType } from '@ruam/contract/system-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type DateStyle, dateStyleOf, noDates, noteDate } from '../values/date-styles.ts'
import { convertValue } from './convert.ts'
import type { FieldOwner } from './field-names.ts'

/** The values of one of the store's own fields. */
export interface FieldOf {
  owner: FieldOwner
  storeId: number
  id: number
}

const BLOCK_ROWS = 5000
const MAX_SAMPLES = 5
/** Letters of a sample. */
const SAMPLE_LENGTH = 100

const tables = {
  profile: { rows: sql.table('profile'), values: sql.ref('custom') },
  activity: { rows: sql.table('activity'), values: sql.ref('fields') },
} as const

/** How many living profiles, or activities, have a value of the field. */
export async function countValues(db: Db, { owner, storeId, id }: FieldOf): Promise<number> {
  const { rows, values } = tables[owner]
  const living = owner === 'profile' ? sql`and deleted_at is null and merged_into is null` : sql``
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows}
    where store_id = ${storeId} and ${values} ? ${String(id)} ${living}`.execute(db)
  return counted.rows[0]!.count
}

/** Takes the values of a field away, and where each came from; those of deleted profiles too. */
export async function dropValues(db: Db, { owner, storeId, id }: FieldOf): Promise<void> {
  const { rows, values } = tables[owner]
  const sources = owner === 'profile' ? sql`, sources = sources - ${String(id)}::text` : sql``
  await sql`update ${rows} set ${values} = ${values} - ${String(id)}::text ${sources}
    where store_id = ${storeId} and ${values} ? ${String(id)}`.execute(db)
}

/**
 * What a change of type does to the values of a field, those of deleted profiles too (they may come back). With `write` it is
 * done; values that can't be converted are taken away then. Holds one block of rows in memory at a time.
 */
export async function convertValues(db: Db, field: FieldOf, to: DataType, write: boolean): Promise<TypePreview> {
  const style = await styleOf(db, field, to)
  const kept: TypePreview['samples'] = []
  const lost: TypePreview['samples'] = []
  let convertible = 0
  let notConvertible = 0
  for await (const block of blocksOf(db, field)) {
    const after = block.map(({ text }) => {
      const reading = convertValue(text, to, style)
      const failed = 'failure' in reading
      if (failed) notConvertible++
      else convertible++
      const samples = failed ? lost : kept
      const value = failed ? null : reading.value
      const sample = { before: cut(text), after: failed ? null : cut(String(value ?? '')) }
      if (samples.length < MAX_SAMPLES) samples.push(sample)
      return value
    })
    if (write) await writeBlock(db, field, block, after)
  }
  const samples = [...lost, ...kept].slice(0, MAX_SAMPLES)
  return { convertible, not_convertible: notConvertible, samples }
}

/** Keeps the values of a match key where an import looks them up, as they are now. */
export async function rewriteKeys(db: Db, { storeId, id }: FieldOf, isKey: boolean): Promise<void> {
  await sql`delete from profile_key where store_id = ${storeId} and field_id = ${id}`.execute(db)
  if (!isKey) return
  await sql`insert into profile_key (store_id, field_id, value, profile_id)
    select store_id, ${id}::int, custom ->> ${String(id)}, id from profile
    where store_id = ${storeId} and custom ? ${String(id)} and deleted_at is null and merged_into is null
      and length(custom ->> ${String(id)}) <= ${MAX_KEY_LENGTH}
    on conflict do nothing`.execute(db)
}

interface Held {
  id: number
  text: string
}

async function* blocksOf(db: Db, { owner, storeId, id }: FieldOf): AsyncGenerator<Held[]> {
  const { rows, values } = tables[owner]
  for (let after = 0; ; ) {
    const block = await sql<Held>`select id, ${values} ->> ${String(id)} as text from ${rows}
      where store_id = ${storeId} and id > ${after} and ${values} ? ${String(id)}
      order by id limit ${BLOCK_ROWS}`.execute(db)
    if (block.rows.length > 0) yield block.rows
    if (block.rows.length < BLOCK_ROWS) return
    after = block.rows.at(-1)!.id
  }
}

async function writeBlock(
  db: Db,
  { owner, storeId, id }: FieldOf,
  block: Held[],
  after: (string | number | boolean | null)[],
): Promise<void> {
  const { rows, values } = tables[owner]
  const key = String(id)
  const ids = block.map((held) => held.id)
  const texts = after.map((value) => (value === null ? null : JSON.stringify(value)))
  await sql`update ${rows} r set ${values} = case when v.value is null then r.${values} - ${key}::text
      else r.${values} || jsonb_build_object(${key}::text, v.value::jsonb) end
    from unnest(${ids}::bigint[], ${texts}::text[]) as v (id, value)
    where r.store_id = ${storeId} and r.id = v.id`.execute(db)
}

/** How the dates among the values are written, by a vote over all of them as over a file's column. */
async function styleOf(db: Db, field: FieldOf, to: DataType): Promise<DateStyle> {
  const facts = noDates()
  if (to === 'Date') {
    for await (const block of blocksOf(db, field)) for (const { text } of block) noteDate(facts, text)
  }
  return dateStyleOf(facts, new Date().getUTCFullYear())
}

const cut = (text: string) =>
  text.length > SAMPLE_LENGTH ? `${[...text].slice(0, SAMPLE_LENGTH - 1).join('')}…` : text
