import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { endFile } from '../testing/end-of-file.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { computedIn, loopsIn } from './block-plans/evaluate.ts'
import { PATIENCE_MS, PEOPLE, played } from './block-plans/play.ts'
import { drainExecuted, during, explaining, watchConnections } from './block-plans/watch.ts'

// Plans that were really executed in all work over blocks of people. With the right statistics any statement is quick, so the tables have none.

beforeAll(watchConnections)
afterEach(endFile)
afterAll(() => vi.restoreAllMocks())

test('no statement reads a set or a store per person when the tables were never analysed', {
  timeout: PATIENCE_MS,
}, async () => {
  const statements = await played('never analysed')
  expect([...loopsIn(statements, PEOPLE), ...computedIn(statements)]).toEqual([])
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
  const faults = loopsIn(drainExecuted(), 500)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('function: Nested Loop compares 249,500 pairs in vain')
})
