import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { birthdaysToday } from '../customers/counter/home.ts'
import { withMerged } from '../customers/history/queries.ts'
import { sampleBlocks } from '../customers/rules/sample-blocks.ts'
import { inStore } from '../database/db.ts'
import { findImported, findWaiting } from '../imports/run/imported-rows.ts'
import { holdersOf } from '../imports/run/lookup.ts'
import { findAnswers } from '../imports/run/match-answers.ts'
import type { Plan } from '../imports/run/plan.ts'
import { endFile } from '../testing/end-of-file.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { computedIn, loopsIn } from './block-plans/evaluate.ts'
import { drainExecuted, during, explaining, watchConnections } from './block-plans/watch.ts'

// Lookups of single rows by values of a batch, as the application role, in tables that were never analyzed.

const PEOPLE = 2000
/** Batches of this size keep the test quick. */
const SOUGHT = 300

beforeAll(watchConnections)
afterEach(endFile)
afterAll(() => vi.restoreAllMocks())

async function scene() {
  const { admin, core } = await testServer({ settings: explaining })
  const { storeId } = await newStore()
  const hashes = Array.from({ length: PEOPLE }, () => randomUUID().replaceAll('-', ''))
  const { rows } = await admin.query<{ id: number }>(
    `insert into profile (store_id, first_name) select $1, 'คน ' || n from generate_series(1, ${PEOPLE}) n returning id`,
    [storeId],
  )
  const ids = rows.map(({ id }) => id)
  await admin.query(
    `insert into imported_row (store_id, row_hash, held, profile_id, run)
     select $1, hash, false, id, 1 from unnest($2::uuid[], $3::bigint[]) n (hash, id)`,
    [storeId, hashes, ids],
  )
  await admin.query(
    `insert into match_answer (store_id, key_hash, row_hash, same, answered_by)
     select $1, decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex'), true, null from generate_series(1, ${PEOPLE}) n`,
    [storeId],
  )
  return { core, storeId, ids, hashes }
}

test('rows, people and answers of a batch are each found by an index, and none by a computed value', async () => {
  const { core, storeId, ids, hashes } = await scene()
  const sought = ids.slice(0, SOUGHT)
  const plan = { fields: [], keys: [] } as unknown as Plan
  const names = sought.map((id) => ({ key: id.toString(16).padStart(32, '0'), who: id.toString(16).padStart(32, '0') }))
  const sample = sampleBlocks(storeId, { people: SOUGHT, total: PEOPLE, block: 8, mostTried: 1000 }, sql`id`)
  await inStore(core.pool, storeId, async (db, client) => {
    const seek = (name: string, work: () => Promise<unknown>) =>
      during(name, async () => {
        await work()
        // The plan of a statement arrives with the next one.
        await client.query('select')
      })
    await seek('imported rows', async () => {
      const found = await findImported(db, storeId, 2, hashes.slice(0, SOUGHT))
      expect([...found]).toEqual(sought.map((id, place) => [hashes[place], [id]]))
    })
    await seek('waiting rows', () => findWaiting(db, storeId, new Set([1]), hashes.slice(0, SOUGHT)))
    await seek('people', async () => {
      expect(await holdersOf(client, storeId, plan, 'number', sought)).toHaveLength(SOUGHT)
    })
    await seek('answers', () => findAnswers(db, storeId, names))
    await seek('merged', () => withMerged(db, storeId, ids[0]!))
    await seek('sample', () => sql`select from ${sample} s`.execute(db))
  })
  const statements = drainExecuted()
  expect([...loopsIn(statements, SOUGHT), ...computedIn(statements)]).toEqual([])
})

test('birthdays of today are found by an index, however many customers a store has', async () => {
  const { admin, core } = await testServer({ settings: explaining })
  const { storeId } = await newStore()
  await admin.query(
    `insert into profile (store_id, first_name, birth_date)
     select $1, 'คน ' || n, current_date - 8000 - n % 5000 from generate_series(1, 20000) n`,
    [storeId],
  )
  await admin.query('analyze profile')
  await inStore(core.pool, storeId, (db, client) =>
    during('birthdays', async () => {
      await birthdaysToday(db, storeId)
      await client.query('select')
    }),
  )
  const read = drainExecuted().flatMap(({ nodes }) => [...nodes.values()])
  const ofProfiles = read.filter(({ name }) => / profile\b/.test(name))
  expect(ofProfiles.map(({ name }) => name)).toContainEqual(expect.stringContaining('profile_birth_date'))
  expect(Math.max(...ofProfiles.map(({ rows }) => rows))).toBeLessThan(100)
})

test('a search by a cast of another row is noticed, and one by a parameter or by what a subselect has cast is not', async () => {
  const { admin } = await testServer({ settings: explaining })
  const client = await admin.connect()
  await client.query(
    'create table sought (id bigint primary key); insert into sought select generate_series(1, 9999); analyze sought',
  )
  const search = (from: string, id: string) =>
    during(id, () =>
      client.query(`select from ${from} cross join lateral (select from sought where id = ${id} offset 0) s`),
    )
  await search("unnest('{1,2}'::text[]) k (v)", 'k.v::bigint')
  await search("(select v::bigint as v from unnest('{1,2}'::text[]) v offset 0) k", 'k.v')
  await search("unnest('{1,2}'::bigint[]) k (v)", 'k.v')
  client.release()
  expect(computedIn(drainExecuted())).toEqual([
    expect.stringContaining('k.v::bigint: an index is searched by a computed value'),
  ])
})
