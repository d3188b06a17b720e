import { profiles } from '@ruam/contract/customers/profiles.ts'
import fc from 'fast-check'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { makeLogin, sessionOf } from '../testing/open-api/sql-login.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { fillStore, readTables } from './filler.ts'
import { storeTables } from './rows.ts'

const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Word in values of the other store. */
const FOREIGN = 'ต่างร้าน'
const ROWS = 50

let login: { user: string; password: string }
let store: TestStore
let other: TestStore
let relations: string[]
let functions: { call: string; types: string[] }[]
let written: () => Promise<unknown>

beforeAll(async () => {
  // Its rows of every table would stop what reads all stores.
  const { admin } = await testServer({ alone: true })
  ;[store, other] = [await newStore(), await newStore()]
  const tables = await readTables(admin, await storeTables(admin))
  await fillStore(admin, tables, other.storeId, other.userId)
  for (const of of [store, other]) {
    const word = of === other ? FOREIGN : 'ของเรา'
    for (let n = 0; n < 5; n++)
      await of.call(profiles.create, { body: { fields: [1, 2, 16].map((id) => ({ id, value: `${word} ${n}` })) } })
  }
  await admin.query(`update label set name = name || $2, description = $2 where store_id = $1`, [
    other.storeId,
    FOREIGN,
  ])
  await admin.query(`update activity_type set name = name || $2 where store_id = $1`, [other.storeId, FOREIGN])
  await admin.query(`update store set name = $2 where store_id = $1`, [other.storeId, FOREIGN])
  await admin.query('analyze')
  // The other store’s row of sql_login becomes a login with this one.
  login = await makeLogin(store)
  const { rows: names } = await admin.query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'v', 'm', 'S', 'p') and nspname !~ '^pg_(toast|temp)' order by 1`)
  relations = names.map(({ name }) => name)
  const { rows: calls } = await admin.query<{ call: string; types: string[] }>(`
    select format('%I.%I', nspname, proname) as call,
      array(select format_type(t, null) from unnest(proargtypes) with ordinality a (t, place) order by place) as types
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where prokind in ('f', 'a', 'w') and nspname !~ '^pg_(toast|temp)' and proname !~ 'sleep|^pg_terminate_backend$|^pg_wal_replay'
    order by p.oid`)
  functions = calls
  written = async () =>
    (
      await admin.query(
        `select (select count(*)::int from pg_class where relowner = $1::regrole) as tables,
           (select count(*)::int from pg_proc where proowner = $1::regrole) as functions,
           (select count(*)::int from pg_largeobject_metadata) as objects,
           (select md5(string_agg(p::text, '' order by id)) from profile p) as profiles`,
        [login.user],
      )
    ).rows[0]
})

/** A value of any type, as text that PostgreSQL casts. */
const value = fc.constantFrom(
  ...["'1'", "'0'", "'2'", 'null', "'profile'", "'public.profile'", "'a'", "'{}'", "'{1,2}'", "'[1,2)'"],
  ...["'select * from public.profile'", "'select * from profile'", "'ruam_app'", "'2026-01-01'", "'t'", "'$.*'"],
)

/** A statement that reads, calls a function or changes a setting. */
function statements() {
  const relation = fc.constantFrom('profile', 'activity', 'label', 'segment_member', 'consent', ...relations)
  const called = fc
    .constantFrom(...functions)
    .chain(({ call, types }) =>
      fc
        .tuple(...types.map((type) => value.map((text) => `${text}::${type}`)))
        .map((args) => `${call}(${args.join(', ')})`),
    )
  const read = fc
    .tuple(relation, fc.constantFrom('*', 'count(*)', 'max(t::text)', 'xmin, ctid, tableoid'))
    .map(([from, what]) => `select ${what} from ${from} t limit ${ROWS}`)
  const joined = fc
    .tuple(relation, relation)
    .map(([left, right]) => `select a::text, b::text from ${left} a, ${right} b limit ${ROWS}`)
  const setting = fc.constantFrom(
    `set ruam.store_id = '${other.storeId}'`,
    `set ruam.user_id = '${other.userId}'`,
    'set default_transaction_read_only = off',
    'set row_security = off',
    'set search_path = public, pg_temp, pg_catalog',
    'reset search_path',
    'set role ruam_app',
    'set session authorization ruam_app',
    'reset all',
  )
  const dumped = fc.constantFrom(
    ...['query_to_xml', 'query_to_xmlschema'].map(
      (name) => `select ${name}('select * from public.profile', true, false, '')`,
    ),
    `select database_to_xml(true, false, '')`,
    `select schema_to_xml('public', true, false, '')`,
    'do $$ begin perform * from public.profile; end $$',
    'copy (select * from profile) to stdout',
    `explain (analyze, verbose) select * from profile where firstname = '${FOREIGN} 1'`,
  )
  return fc.oneof(
    { weight: 4, arbitrary: read },
    { weight: 3, arbitrary: called.map((call) => `select ${call}`) },
    { weight: 2, arbitrary: called.map((call) => `select * from ${call} t limit ${ROWS}`) },
    { weight: 1, arbitrary: joined },
    { weight: 1, arbitrary: setting },
    { weight: 1, arbitrary: dumped },
  )
}

/** Carries statements out in sessions of the login, and returns those whose answer holds something of the other store. */
async function foreignIn(texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  let client = await sessionOf(login)
  for (const text of texts) {
    const answer = await client
      .query(`set statement_timeout = '2s'; ${text}`)
      .then((result) => JSON.stringify((result as unknown as pg.QueryResult[]).map(({ rows }) => rows)))
      .catch((error: { message: string; detail?: string }) => `${error.message} ${error.detail ?? ''}`)
    // The statement names the word itself when it asks for it.
    if (answer.replaceAll(text, '').replaceAll(`'${FOREIGN} 1'`, '').includes(FOREIGN)) found.push(text)
    // A function may end its own session.
    const lives = await client.query('select 1').then(
      () => true,
      (error: { code?: string }) => error.code === '25P02',
    )
    if (!lives) {
      await client.end().catch(() => {})
      client = await sessionOf(login)
    }
  }
  await client.end()
  return found
}

async function findNothing(count: number) {
  const before = await written()
  const texts = fc.sample(statements(), { numRuns: count, seed: SEED })
  expect([SEED, await foreignIn(texts)]).toEqual([SEED, []])
  expect(await written()).toEqual(before)
}

test('random statements of a SQL login find nothing of another store and write nothing', () => findNothing(300))

test(
  'thousands of random statements of a SQL login find nothing of another store and write nothing',
  {
    tags: ['verify'],
  },
  () => findNothing(5000),
)

test('a value of another store in a planted view is found', async () => {
  const { admin } = await testServer()
  await admin.query(`create view ${login.user}.leak as select first_name from public.profile;
    grant select on ${login.user}.leak to ${login.user}`)
  try {
    expect(await foreignIn(['select * from leak', 'select * from label'])).toEqual(['select * from leak'])
  } finally {
    await admin.query(`drop view ${login.user}.leak`)
  }
})
