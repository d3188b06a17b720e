import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'

/** Paths whose values a person may see; null: all, with the letters that a sensitive value caused. */
export type OpenPaths = readonly string[] | null

interface LetterQuery {
  offset: number
  limit: number
  error?: string | undefined
  path?: string | undefined
  value?: string | undefined
}

const columns = [
  ...(['id', 'receipt_id', 'item_index', 'item_place', 'item', 'error', 'path', 'value'] as const),
  ...(['run', 'record_no', 'tries', 'first_at', 'at', 'replay_at'] as const),
] as const

/** Returns a page of the dead letters of a connector that a person may see, the newest first. */
export function listLetters(db: Db, storeId: number, connector: number, open: OpenPaths, query: LetterQuery) {
  const { error, path, value } = query
  const rows = db
    .selectFrom('dead_letter')
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', connector)
    .$if(open !== null, (some) => some.where('sensitive', '=', false))
    .$if(error !== undefined, (some) => some.where('error', '=', error!))
    .$if(path !== undefined, (some) => some.where('path', '=', path!))
    .$if(value !== undefined, (some) => some.where('value', '=', value!))
  return pageRows(rows, query, (page) => page.select(columns).orderBy('id', 'desc'))
}

export type LetterRow = Awaited<ReturnType<typeof listLetters>>['data'][number]

/** Numbers of dead letters of a source. */
export interface LetterCounts {
  dead_letters: number
  sensitive_letters: number
}

/** Counts the dead letters of a program's source; undefined if it is none. */
export async function lettersOfProgram(db: Db, storeId: number, id: number): Promise<LetterCounts | undefined> {
  const { rows } = await sql<LetterCounts>`
    select count(d.id)::int as dead_letters, (count(d.id) filter (where d.sensitive))::int as sensitive_letters
    from data_source s left join dead_letter d on d.store_id = ${storeId} and d.data_source_id = s.id
    where s.store_id = ${storeId} and s.id = ${id} and (s.credential_id is not null or s.built_in) group by s.id`.execute(
    db,
  )
  return rows[0]
}

/** Groups that are listed. */
const MAX_GROUPS = 200

/** Values that a group names. */
const EXAMPLES = 3

interface LetterGroup {
  error: string
  path: string | null
  value: string | null
  values: number
  examples: string[]
  count: number
  first_at: string
  last_at: string
}

/** Groups dead letters by reason and path, the largest group first, with their value or some of their values. Those of closed paths are hidden. */
export async function letterGroups(db: Db, storeId: number, connector: number, open: OpenPaths) {
  const value = open === null ? sql`value` : sql`case when path = any(${open}::text[]) then value end`
  const { rows } = await sql<LetterGroup>`
    select error, path, case when count(distinct value) = 1 and count(value) = count(*) then min(value) end as value,
      count(distinct value)::int as values,
      coalesce((array_agg(distinct value) filter (where value is not null))[1:${sql.lit(EXAMPLES)}], '{}') as examples,
      count(*)::int as count, min(first_at) as first_at, max(at) as last_at
    from (select error, path, ${value} as value, first_at, at from dead_letter
      where store_id = ${storeId} and data_source_id = ${connector} and (${open === null} or not sensitive)) letters
    group by error, path order by count(*) desc, error, path limit ${MAX_GROUPS}`.execute(db)
  return rows
}

/** Returns the runs and records of dead letters pending review that a person may see, by run. */
export async function lettersPending(
  db: Db,
  storeId: number,
  connector: number,
  ids: readonly number[],
  seesSensitive: boolean,
) {
  const rows = await db
    .selectFrom('dead_letter')
    .select(['id', 'run', 'record_no'])
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', connector)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('error', '=', 'maybe_somebody_else')
    .where('run', 'is not', null)
    .$if(!seesSensitive, (some) => some.where('sensitive', '=', false))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ run }) => run!)
}
