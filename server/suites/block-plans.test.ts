import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { endFile } from '../platform/core/end-of-file.testing.ts'
import { testServer } from '../platform/core/store.testing.ts'
import { actsOf } from './block-plans/acts.ts'
import { type Knowledge, prepare } from './block-plans/databases.ts'
import { loopsIn, wasteIn } from './block-plans/judge.ts'
import type { Executed } from './block-plans/reads.ts'
import { during, explaining, takeExecuted, watchConnections } from './block-plans/watch.ts'

// Plans that were really executed in all work over blocks of people. With the right statistics any statement is quick, so the tables have
// none, outdated ones, or those of another store.

const PEOPLE = Number(process.env.PLANS_PEOPLE ?? 1000)
/** Milliseconds of one database: plans that are wrong take long, and their statement is to be named all the same. */
const PATIENCE_MS = 2 * 3_600_000

beforeAll(watchConnections)
afterEach(endFile)
afterAll(() => vi.restoreAllMocks())

const plays = new Map<Knowledge, Executed[]>()

/** Returns the statements of all acts in a database with such knowledge, played once. */
async function played(knowledge: Knowledge): Promise<Executed[]> {
  const before = plays.get(knowledge)
  if (before) return before
  const { admin } = await testServer({ settings: explaining })
  await prepare(knowledge)
  for (const [name, act] of Object.entries(await actsOf(PEOPLE))) {
    if (knowledge === 'analysed before each act') await admin.query('analyze')
    await during(name, act)
  }
  const statements = takeExecuted()
  await endFile()
  plays.set(knowledge, statements)
  return statements
}

test('no statement reads a set or a store per person when the tables were never analysed', {
  timeout: PATIENCE_MS,
}, async () => {
  expect(loopsIn(await played('never analysed'), PEOPLE)).toEqual([])
})

test('a statement that compares people with a whole set is noticed, also inside of a function, and lookups by key are not', async () => {
  const { admin } = await testServer({ settings: explaining })
  const people = 'people as materialized (select n as id from generate_series(1, 500) n)'
  const members = 'members as materialized (select id from people)'
  const loop = `with ${people}, ${members} select count(*) from people left join members using (id)`
  const client = await admin.connect()
  await client.query(`create table member (id int primary key); insert into member select generate_series(1, 500);
    create function looping() returns bigint language plpgsql set enable_hashjoin = off set enable_mergejoin = off
    as $$ begin return (${loop}); end $$`)
  await during('function', () => client.query('select looping()'))
  await during('lookup', () =>
    client.query(`with ${people} select count(*) from people p cross join lateral (
      select from member m where m.id = p.id offset 0) m`),
  )
  client.release()
  const faults = loopsIn(takeExecuted(), 500)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('function: Nested Loop compares 249,500 pairs in vain')
})

test.each(['never analysed', 'analysed while empty', 'beside a large store'] as const)(
  'statements read no set per person, and at most three times the pages of analysed tables, when tables are %s',
  { tags: ['verify'], timeout: 2 * PATIENCE_MS },
  async (knowledge) => {
    const analysed = await played('analysed before each act')
    const statements = await played(knowledge)
    expect([...loopsIn(statements, PEOPLE), ...wasteIn(statements, analysed, PEOPLE)]).toEqual([])
  },
)
