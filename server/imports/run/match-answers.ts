import { sql } from 'kysely'
import { keyHasher } from '../../customers/erasure/key-hashes.ts'
import type { Db } from '../../database/db.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { MatchAnswer, RowName } from './find-match.ts'
import { keyText, type NameRow, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'

/**
 * Names the rows of a plan for the answers that are kept: by the hash of the shared key, which the erasure of its holder finds, and by
 * one of whom the row names. Two files name a person alike when both map the same fields.
 */
export function rowNamer(
  secretKey: string,
  storeId: number,
  { fields, traits }: Pick<Plan, 'fields' | 'traits'>,
): NameRow {
  const hashOf = keyHasher(secretKey, storeId)
  const telling = [traits.givenNames, traits.lastNames, traits.birthDates, traits.ids].flat()
  const plain = (value: Values[number] | undefined) => canonicalText(keyText(value ?? null) ?? '').toLowerCase()
  return (key, values) => {
    const { column, id } = fields[key]!.field
    return {
      key: hashOf(column ?? String(id), keyText(values[key]!) ?? '').toString('hex'),
      who: hashOf('row', JSON.stringify(telling.map((place) => plain(values[place])))).toString('hex'),
    }
  }
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')

interface Found {
  place: number
  same: boolean
  renames: boolean
  profile_id: number | null
  person: string | null
}

/** Returns answers to rows with these names, in order. */
export async function findAnswers(
  db: Db,
  storeId: number,
  names: readonly RowName[],
): Promise<(MatchAnswer | undefined)[]> {
  if (names.length === 0) return []
  const { rows } = await sql<Found>`
    select n.place::int, a.same, a.renames, a.profile_id, encode(a.person_hash, 'hex') as person
    from unnest(${names.map(({ key }) => bytesOf(key))}::bytea[], ${names.map(({ who }) => bytesOf(who))}::bytea[])
      with ordinality n (key, who, place)
    cross join lateral (
      select same, renames, profile_id, person_hash from match_answer
      where store_id = ${storeId} and key_hash = n.key and row_hash = n.who offset 0) a
    order by n.place`.execute(db)
  const answers: (MatchAnswer | undefined)[] = names.map(() => undefined)
  for (const { place, same, renames, profile_id, person } of rows)
    answers[place - 1] = { same, renames, profileId: profile_id, personHash: person }
  return answers
}

interface Answering {
  /** The run whose rows are answered for. */
  run: { id: number; created_at: string }
  userId: number
  answer: 'same' | 'other' | 'none'
  /** Null: all that wait and were not answered since, without those that are asked one by one; to take back, all that wait. */
  records: number[] | null
  /** Null: all groups. */
  group: string | null
  /** Selected person among several: a profile, or negative the row of a dry run that would add them. */
  person: number | null
  /** Fields whose holders the caller may not know. */
  hidden: number[]
}

/**
 * Saves a user's answer about rows pending review, and returns the number of these rows. "The same" needs a person: rows that point to
 * several people are skipped unless `person` names one.
 */
export async function saveAnswers(db: Db, storeId: number, answering: Answering): Promise<number> {
  const { run, userId, answer, records, group, person, hidden } = answering
  const anyway = answer === 'none' || records !== null
  // One row answered by itself: what it says of the name was seen.
  const renames = records?.length === 1
  const asked = sql`
    select * from (select decode(error -> 'name' ->> 'key', 'hex') as key, decode(error -> 'name' ->> 'who', 'hex') as who,
      error -> 'people' as people, ${renames} or error #>> '{doubts,0}' = 'changed_name' as renames
    from run_record where store_id = ${storeId} and run = ${run.id} and status = 'conflict'
      and error ->> 'failure' = 'maybe_somebody_else' and error ? 'name' and error ? 'people'
      and (${records}::int[] is null or record_no = any(${records}::int[]))
      and (${group}::text is null or held_group = ${group})
      and (${anyway} or held_group is null or split_part(held_group, ':', 3) <> '0')
      and not exists (select from jsonb_array_elements(error -> 'people') p where (p ->> 'field')::int = any(${hidden}::int[])) offset 0) r
    where ${anyway} or not exists (select from match_answer a
      where a.store_id = ${storeId} and a.answered_at > ${run.created_at}::timestamptz and a.key_hash = r.key and a.row_hash = r.who)`
  if (answer === 'none') {
    const { rows } = await sql<{ answered: number }>`
      with asked as materialized (${asked}),
      gone as (delete from match_answer a using (select distinct key, who from asked) n
        where a.store_id = ${storeId} and a.key_hash = n.key and a.row_hash = n.who)
      select count(*)::int as answered from asked`.execute(db)
    return rows[0]!.answered
  }
  const { rows } = await sql<{ answered: number }>`
    with asked as materialized (${asked}),
    meant as materialized (
      select a.key, a.who, a.renames, p.id, p.who as person from asked a
      cross join lateral (
        select (e ->> 'id')::bigint as id, e ->> 'who' as who from jsonb_array_elements(a.people) with ordinality x (e, place)
        where ${person}::bigint is null or (e ->> 'id')::bigint = ${person} order by place limit 1) p
      where ${answer} = 'other' or ${person}::bigint is not null or jsonb_array_length(a.people) = 1),
    -- Saves nothing about a customer who is being erased.
    there as materialized (
      select id from profile where store_id = ${storeId} and id in (select id from meant) and deleted_at is null
      order by id for key share),
    saved as (
      insert into match_answer (store_id, key_hash, row_hash, same, renames, profile_id, person_hash, answered_by)
      select distinct on (key, who) ${storeId}::int, key, who, ${answer} = 'same',
        coalesce(renames, false), case when id > 0 then id end, decode(person, 'hex'), ${userId}::int
      from meant where id < 0 or id in (select id from there) order by key, who
      on conflict (store_id, key_hash, row_hash) do update set same = excluded.same, renames = excluded.renames, profile_id = excluded.profile_id,
        person_hash = excluded.person_hash, added_id = null, answered_by = excluded.answered_by, answered_at = excluded.answered_at)
    select count(*)::int as answered from meant where id < 0 or id in (select id from there)`.execute(db)
  return rows[0]!.answered
}
