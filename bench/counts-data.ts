import type pg from 'pg'
import { firstNames } from '../server/formats/made-up/names.ts'
import { analyzeIfRequested } from './statistics.ts'
import { syllables } from './thai-names.ts'

/** Fields of the measured store; `value` is SQL over the number `n` of a person and random numbers `a` to `d`. */
const fields = [
  ['memberLevel', 'String', `to_jsonb((array['ทั่วไป', 'เงิน', 'ทอง', 'แพลทินัม'])[1 + floor(4 * a * b)::int])`],
  ['branch', 'String', `to_jsonb('สาขา ' || 1 + floor(power(40, c) - 1)::int)`],
  ['points', 'Number', `to_jsonb(floor(5000 * a * a)::int)`],
  ['joinedOn', 'Date', `to_jsonb(date '2020-01-01' + floor(2000 * d)::int)`],
  ['wantsSms', 'Boolean', `to_jsonb(b < 0.3)`],
] as const

/** Columns of the table that a program with one column for each field would have. */
const TYPED = `id bigint primary key, first_name text, last_name text, phone text, email text, birth_date date, gender text,
  occupation text, member_level text, branch text, points double precision, joined_on date, wants_sms boolean`

const GIVEN_NAMES = 2400
const BLOCK = 100_000

/** Given names, the most frequent first. */
function givenNames(): string[] {
  const known = Object.values(firstNames).flatMap((ages) =>
    Object.values(ages).flatMap((some) => some.map(({ th }) => th)),
  )
  const made = syllables.flatMap((one) => syllables.flatMap((two) => syllables.map((three) => `${one}${two}${three}`)))
  return [...new Set([...known, ...made])].slice(0, GIVEN_NAMES)
}

export interface CountedStore {
  field: Record<(typeof fields)[number][0], number>
  label: number
}

/** Fills store 1 with people of Zipf-distributed names, and a table with a typed column for each field with the same values. */
export async function fillCounted(admin: pg.Client, rows: number): Promise<CountedStore> {
  const made: Record<string, number> = {}
  for (const [name, type] of fields) {
    const { rows: one } = await admin.query<{ id: number }>(
      'insert into profile_field (store_id, field_name, display_name, data_type) values (1, $1, $1, $2) returning id',
      [name, type],
    )
    made[name] = one[0]!.id
  }
  const indexes = await withoutWordIndexes(admin)
  const custom = fields.map(([name, , value]) => `'${made[name]}', ${value}`).join(', ')
  await admin.query('select setseed(0.5)')
  for (let from = 1; from <= rows; from += BLOCK) {
    await admin.query(
      `insert into profile (store_id, first_name, last_name, phone, email, birth_date, gender, occupation, custom, created_at, updated_at)
       select 1, ($3::text[])[floor(power($5::int, a))::int], ($4::text[])[1 + floor(20 * b)::int] || ($4::text[])[1 + floor(20 * c)::int]
           || ($4::text[])[1 + floor(20 * d)::int],
         '+668' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), case when a > 0.3 then 'c' || n || '@example.com' end,
         date '1950-01-01' + floor(20000 * c)::int, (array['M', 'F'])[1 + floor(2 * d)::int],
         (array['พนักงาน', 'ค้าขาย', 'ข้าราชการ', 'ฟรีแลนซ์', 'นักศึกษา'])[1 + floor(6 * b)::int],
         jsonb_build_object(${custom}), made, made
       from (select n, random() as a, random() as b, random() as c, random() as d, now() - interval '2 years' * (($6 - n)::float / $6) as made
         from generate_series($1::int, $2::int) n offset 0) people`,
      [from, Math.min(rows, from + BLOCK - 1), givenNames(), syllables, GIVEN_NAMES, rows],
    )
  }
  for (const text of indexes) await admin.query(text)
  const { rows: labels } = await admin.query<{ id: number }>(
    "insert into label (store_id, name, color, type, target_count) values (1, 'ลูกค้าประจำ', '#2a7fff', 'general', $1) returning id",
    [Math.floor(rows / 5)],
  )
  const label = labels[0]!.id
  await admin.query(
    `insert into profile_label (store_id, label_id, profile_id, source)
     select 1, $1, id, 'manual_add' from profile where store_id = 1 and id % 5 = 0`,
    [label],
  )
  await admin.query(
    'insert into profile_total (store_id, live) values (1, $1) on conflict (store_id) do update set live = $1',
    [rows],
  )
  await makeTyped(admin, made, label)
  await analyzeIfRequested(admin)
  return { field: made as CountedStore['field'], label }
}

/** Drops the indexes of words, which take most of the time when filled row by row, and returns their texts. */
async function withoutWordIndexes(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where indrelid = 'profile'::regclass and a.amname = 'gin' order by 1`,
  )
  for (const { name } of rows) await admin.query(`drop index ${name}`)
  return rows.map(({ text }) => text)
}

/** The floor's tables: typed columns, and labels by person. */
async function makeTyped(admin: pg.Client, field: Record<string, number>, label: number) {
  const of = (name: string) => `custom ->> '${field[name]}'`
  await admin.query(`create schema floor; create table floor.person (${TYPED})`)
  await admin.query(
    `insert into floor.person select id, first_name, last_name, phone, email, birth_date, gender, occupation, ${of('memberLevel')}, ${of('branch')},
       (${of('points')})::float8, (${of('joinedOn')})::date, (${of('wantsSms')})::boolean from profile where store_id = 1 order by id`,
  )
  await admin.query('create table floor.labelled (label int, person bigint, primary key (label, person))')
  await admin.query(
    'insert into floor.labelled select label_id, profile_id from profile_label where store_id = 1 and label_id = $1',
    [label],
  )
  await admin.query('vacuum analyze floor.person; ').catch(() => {})
  await admin.query('vacuum analyze floor.labelled')
}
