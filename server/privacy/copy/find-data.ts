import { sql } from 'kysely'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { fieldValue, profilesById } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import { OthersSearch } from './others.ts'
import { profilesOfPerson } from './person.ts'
import { readingsOfPerson } from './readings.ts'

/** Activities whose texts are searched for other customers. */
const SEARCHED = 20_000
/** Places with other customers in an answer. */
const SHOWN = 20

/** Counts what the store has of a person by kind, and finds the notes that name other customers. */
export async function findData(db: Db, storeId: number, profiles: readonly number[]) {
  const ids = await profilesOfPerson(db, storeId, profiles)
  const own = sql`store_id = ${storeId} and profile_id = any(${ids}::bigint[])`
  const types = (await purchasesOf(db, storeId))?.types ?? []
  const labelled = (type: string) => sql`
    select count(*)::int from profile_label x join label l on l.store_id = x.store_id and l.id = x.label_id
    where x.store_id = ${storeId} and x.profile_id = any(${ids}::bigint[]) and x.source <> 'manual_remove' and l.type = ${type}`
  const files = sql`
    select count(distinct r.file_id)::int from run r where r.store_id = ${storeId} and r.file_id is not null
      and r.id in (select run from run_record where ${own} union select origin_run from profile
        where store_id = ${storeId} and id = any(${ids}::bigint[]))`
  const programs = sql`
    select count(distinct credential_id)::int from (
      select credential_id from program_request where ${own}
      union all select d.credential_id from run_record x join run r on r.store_id = x.store_id and r.id = x.run
        join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
        where x.store_id = ${storeId} and x.profile_id = any(${ids}::bigint[])) c where credential_id is not null`
  const exports = sql`
    select count(*)::int from job_profile p join job j on j.store_id = p.store_id and j.id = p.job
    where p.store_id = ${storeId} and p.profile_id = any(${ids}::bigint[]) and j.kind = 'export'`
  const { rows } = await sql<Counted>`select now() as at,
    (select count(*)::int from activity where ${own} and type_id = any(${types}::int[])) as purchases,
    (select count(*)::int from activity where ${own}) as activities,
    (select count(*)::int from activity where ${own} and type_id in (
      select id from activity_type where store_id = ${storeId} and purpose = 'note')) as notes,
    (select count(*)::int from broadcast_recipient where ${own} and status = 'accepted') as messages,
    (select count(distinct purpose_id)::int from consent_entry where ${own}) as consents,
    (${labelled('general')}) as labels, (${labelled('advanced')}) as segments,
    (select count(*)::int from profile_change where ${own}) as changes,
    (${files}) as files, (${exports}) as exports, (${programs}) as programs,
    (select count(*)::int from online_log where ${own}) as chats`.execute(db)
  const values = await countValues(db, storeId, profiles)
  const readings = (await readingsOfPerson(db, storeId, ids)).length
  return { ...rows[0]!, values, readings, ...(await othersIn(db, storeId, ids)) }
}

type Counts =
  | 'purchases'
  | 'activities'
  | 'notes'
  | 'messages'
  | 'consents'
  | 'labels'
  | 'segments'
  | 'changes'
  | 'files'
  | 'exports'
  | 'programs'
  | 'chats'
type Counted = Record<Counts, number> & { at: string }

async function countValues(db: Db, storeId: number, profiles: readonly number[]): Promise<number> {
  const fields = await fieldsOf(db, storeId, 'th')
  const rows = await profilesById(db, storeId, [...profiles])
  return rows.reduce(
    (sum, row) => sum + fields.filter((field) => !field.formula && fieldValue(row, field) !== null).length,
    0,
  )
}

/** Finds the newest activities with names or keys of other customers. */
async function othersIn(db: Db, storeId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; at: string; text: string }>`
    select a.id, a.activity_at as at, string_agg(v.value, e'\n') as text from activity a, jsonb_each_text(a.fields) v
    where a.store_id = ${storeId} and a.profile_id = any(${ids}::bigint[])
    group by a.store_id, a.id, a.activity_at order by a.activity_at desc, a.id desc limit ${SEARCHED}`.execute(db)
  const search = new OthersSearch()
  for (const { text } of rows) search.add(text)
  const hide = await search.find(db, storeId, ids)
  const found = rows.flatMap(({ id, at, text }) => {
    const { hidden } = hide(text)
    return hidden > 0 ? [{ kind: 'activity' as const, id: Number(id), at, hidden }] : []
  })
  return { others: found.slice(0, SHOWN), others_total: found.length }
}
