import { sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import type { SourceColumn } from './column-drafts.ts'
import { mayMatch } from './targets.ts'

/** Profiles whose values are compared: enough to see values that repeat, and no scan of a large store. */
const SAMPLE_PROFILES = 2000
/** With fewer stored values, differing says little. */
const FEW_VALUES = 5
/** Minimum share of a column's samples that the store holds. */
const MOST_SAMPLES = 0.6

/** Fields of the store's own that tell its customers apart, and the columns of a file that hold their values. */
export interface StoredCodes {
  /** Ids of fields whose stored values all differ, and of those without any. */
  unique: ReadonlySet<number>
  /** Column ids, with the field whose stored values their samples are. */
  columns: ReadonlyMap<string, number>
}

const noStoredCodes: StoredCodes = { unique: new Set(), columns: new Map() }

/** Reads which of these fields tell the store's customers apart. Callers pass only fields that the person may see. */
export async function storedCodes(
  db: Db,
  storeId: number,
  fields: readonly Field[],
  columns: readonly SourceColumn[],
): Promise<StoredCodes> {
  const own = fields.filter((field) => field.type === 'custom_profile' && mayMatch(field))
  if (own.length === 0) return noStoredCodes
  const samples = [...new Set(columns.flatMap(({ facts }) => facts.samples))]
  const keys = own.filter(({ matchKey }) => matchKey).map(({ id }) => id)
  const others = own.filter(({ matchKey }) => !matchKey).map(({ id }) => id)
  const met = [...(await heldKeys(db, storeId, keys, samples)), ...(await sampled(db, storeId, others, samples))]
  const told = new Set(met.filter(({ repeats }) => repeats).map(({ field_id }) => field_id))
  const unique = new Set(own.map(({ id }) => id).filter((id) => !told.has(id)))
  const valuesOf = new Map(met.map(({ field_id, values }) => [field_id, new Set(values)]))
  const found = columns.flatMap(({ id, facts }): [string, number][] => {
    if (facts.samples.length < 2 || !isCodes(facts)) return []
    const field = [...unique].find((one) => {
      const held = facts.samples.filter((sample) => valuesOf.get(one)?.has(sample)).length
      return held >= Math.max(2, facts.samples.length * MOST_SAMPLES)
    })
    return field === undefined ? [] : [[id, field]]
  })
  return { unique, columns: new Map(found) }
}

interface Held {
  field_id: number
  /** True if a stored value repeats, or too few are stored. */
  repeats: boolean
  /** Samples that are stored. */
  values: string[]
}

/** Match keys tell people apart by the store's own choice. */
async function heldKeys(db: Db, storeId: number, fields: number[], samples: string[]): Promise<Held[]> {
  if (fields.length === 0 || samples.length === 0) return []
  const { rows } = await sql<Held>`
    select field_id, false as repeats, array_agg(distinct value) as values from profile_key
    where store_id = ${storeId} and field_id = any(${fields}::int[]) and value = any(${samples}::text[])
    group by field_id`.execute(db)
  return rows
}

async function sampled(db: Db, storeId: number, fields: number[], samples: string[]): Promise<Held[]> {
  if (fields.length === 0) return []
  const { rows } = await sql<Held>`
    with own as materialized (
      select custom from profile where store_id = ${storeId} and deleted_at is null and merged_into is null
        and custom <> '{}' limit ${sql.lit(SAMPLE_PROFILES)})
    select e.key::int as field_id, count(*) < ${sql.lit(FEW_VALUES)} or count(*) > count(distinct e.value) as repeats,
      coalesce(array_agg(distinct e.value) filter (where e.value = any(${samples}::text[])), '{}') as values
    from own cross join lateral jsonb_each_text(own.custom) e
    where e.key = any(${fields.map(String)}::text[]) group by e.key`.execute(db)
  return rows
}

/** True for a column of codes of about one length, as given to members: no line numbers, counts or words. */
export function isCodes({ filled, run, samples, longest }: ColumnFacts): boolean {
  if (run.cells * 2 >= filled) return run.longest >= 4 && run.longest - run.shortest <= 1
  return longest <= 40 && samples.every((sample) => /\d/.test(sample) && !/\s/.test(sample))
}
