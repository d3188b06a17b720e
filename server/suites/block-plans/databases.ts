import type pg from 'pg'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { fillStore, readTables } from '../filler.ts'
import { storeTables } from '../rows.ts'

/** People of the large store, each with a row in every table of people. */
const BESIDE = Number(process.env.PLANS_BESIDE ?? 20_000)

/** Statistics of a database when a shop begins to work in it. */
export type Knowledge = 'never analysed' | 'analysed while empty' | 'beside a large store' | 'analysed before each act'

/** Gives a fresh database its statistics, before the shop is made. */
export async function prepare(knowledge: Knowledge): Promise<void> {
  const { admin } = await testServer()
  if (knowledge === 'beside a large store') await fillBeside(admin)
  if (knowledge === 'beside a large store' || knowledge === 'analysed while empty') await admin.query('vacuum analyze')
}

/** Makes a store with one row in each table and multiplies those of people. */
async function fillBeside(admin: pg.Pool): Promise<void> {
  const { storeId, userId } = await newStore()
  await fillStore(admin, await readTables(admin, await storeTables(admin)), storeId, userId)
  const { rows } = await admin.query<{ name: string; columns: string[]; values: string[] }>(TABLES_OF_PEOPLE)
  for (const { name, columns, values } of rows)
    await admin.query(`begin; set local session_replication_role = 'replica';
      insert into ${name} (${columns.join(', ')}) overriding system value
      select ${values.join(', ')} from (select * from ${name} where store_id = ${storeId} limit 1) t,
        generate_series(1000001, ${1_000_000 + BESIDE}) n; commit`)
}

/**
 * Columns of each table of people, and of a copy numbered `n`. Copies differ in what a unique key has, except words that a check allows
 * and what refers to other things than people: all have the same label, field and run.
 */
const TABLES_OF_PEOPLE = `
  with own as (select distinct indrelid as oid, unnest(indkey::int[]) as num from pg_index where indisunique),
    fixed as (select conrelid as oid, unnest(conkey) as num from pg_constraint where contype = 'f' and confrelid <> 'profile'::regclass),
    checked as (select conrelid as oid, unnest(conkey) as num from pg_constraint where contype = 'c')
  select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns,
    array_agg(case
      when a.attname <> 'profile_id' and (a.attname in ('store_id', 'field_id') or (c.oid, a.attnum) in (select oid, num from fixed)
        or (c.oid, a.attnum) not in (select oid, num from own) and (c.relname <> 'profile' or t.typname <> 'text')
        or t.typname = 'text' and (c.oid, a.attnum) in (select oid, num from checked)) then 't.' || quote_ident(a.attname)
      when t.typname in ('int4', 'int8') then 'n'
      when t.typname = 'text' then '''v'' || n'
      when t.typname = 'uuid' then 'gen_random_uuid()'
      when t.typname = 'bytea' then 'decode(md5(n::text), ''hex'')'
      when t.typname = 'timestamptz' then 'now() - n * interval ''1 second'''
      else 't.' || quote_ident(a.attname) end order by a.attnum) as values
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relname = 'profile' or exists (
    select from pg_attribute p where p.attrelid = c.oid and p.attname = 'profile_id'))
    and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id')
  group by c.oid order by c.oid`
