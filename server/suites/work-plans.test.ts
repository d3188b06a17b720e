import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bulk, newLabel, undo } from '../customers/bulk/profile-bulk.testing.ts'
import { scanWhole } from '../customers/duplicates/profile-duplicates.testing.ts'
import { readValues } from '../customers/profiles/read-values.ts'
import { byId, segment } from '../customers/segments/segments.testing.ts'
import { importFile } from '../imports/data-sources/data-sources.testing.ts'
import { undone } from '../imports/undo/import-undo.testing.ts'
import { onConnection } from '../platform/core/db.ts'
import { newStore, type TestStore, testServer } from '../platform/core/store.testing.ts'
import { jobOver } from '../platform/jobs/jobs.testing.ts'
import { activityType } from './things/fields.ts'
import { explainStatements, goesThroughAll, peopleFile, plans, unexplained, watchStatements } from './watched-plans.ts'

// Plans of work over many rows, made while the statistics know another store and nothing of this one: what then seems to be one row are
// all rows of the store, and to compare each of them with each row that is sought takes hours.

const LARGE_ROWS = 80_000

let store: TestStore
/** A connection with its query builder from before anything was explained. */
let early: pg.PoolClient

beforeAll(async () => {
  watchStatements()
  const { core, admin } = await testServer()
  early = await admin.connect()
  await sql`select 1`.execute(onConnection(early))
  const known = await newStore()
  await importFile(known, peopleFile(0, 2000))
  await readValues(core, known.storeId)
  await makeLarge(known.storeId)
  await admin.query('analyze')
  explainStatements()
  store = await newStore()
})

afterAll(() => {
  early.release()
  vi.restoreAllMocks()
})

/** Fills the tables with rows of one store, until their indexes are as high as those of a real one. Who they belong to is not looked at. */
async function makeLarge(storeId: number) {
  const { admin } = await testServer()
  const some = `generate_series(1000000, ${1_000_000 + LARGE_ROWS}) n`
  await admin.query(`set session_replication_role = 'replica';
    insert into profile (store_id, first_name, phone, email, custom)
      select ${storeId}, 'คน ' || n, '+6681' || n, n || '@example.com', '{}' from ${some};
    insert into profile_label (store_id, label_id, profile_id, source) select ${storeId}, 1, n, 'import' from ${some};
    insert into profile_contact (store_id, profile_id, field_id, value, source, source_id)
      select ${storeId}, n, 9, '+6682' || n, 'merge', 1 from ${some};
    insert into profile_value (store_id, field_id, key, hash, value) select ${storeId}, 1, 'คน ' || n, n, 'คน ' || n from ${some};
    insert into profile_key (store_id, field_id, value, profile_id) select ${storeId}, 9, n, n from ${some};
    insert into profile_duplicate_key (store_id, profile_id, hash) select ${storeId}, n, n from ${some};
    insert into activity (store_id, profile_id, type_id, activity_at) select ${storeId}, n, 1, now() from ${some};
    insert into run_record (store_id, run, record_no, status, profile_id) select ${storeId}, 1, n, 'added', n from ${some};
    insert into run_profile (store_id, run, profile_id, updated_at, sources) select ${storeId}, 1, n, now(), '{}' from ${some};
    insert into profile_change (store_id, profile_id, at, source, changes) select ${storeId}, n, now(), 'user', '{}' from ${some};
    set session_replication_role = 'origin'`)
}

test('an import, its undo, the search for duplicates and the reading of values look up each row of a new store by its key, and so do bulk changes', async () => {
  const { core } = await testServer()
  const first = await importFile(store, peopleFile(0, 1500))
  await readValues(core, store.storeId, { rows: 700 })
  const second = await importFile(store, peopleFile(500, 1500), { name: 'อีกไฟล์' })
  await scanWhole(store)
  await readValues(core, store.storeId, { rows: 700 })
  await undone(store, second.id, second.real)
  const label = await newLabel(store)
  const added = await bulk(store, { filter: {} }, { type: 'add_labels', label_ids: [label] })
  await undo(store, added.id)
  await bulk(store, { filter: {} }, { type: 'set_field', field_id: 17, value: '9/9 ถนนใหม่' })
  expect(first.stats.added).toBe(1500)
  expect(unexplained).toEqual([])
  expect(plans.size).toBeGreaterThan(20)
  const slow = [...plans].filter(([, plan]) => goesThroughAll(plan))
  expect(slow.map(([text, plan]) => `${text}\n${plan.join('\n')}`)).toEqual([])
})

/** Differences are computed from whole sets, each read once: only lookups of single rows may loop. */
const bySets = (text: string) => /bit_or/.test(text)
const loops = (plan: readonly string[]) => plan.some((line) => /Nested Loop|Join Filter/.test(line))

test('a segment of a new store is calculated by whole sets, and who moves is moved by their key', {
  tags: ['verify'],
}, async () => {
  const late = await newStore()
  await importFile(late, peopleFile(0, 1500))
  const label = await newLabel(late)
  const type = await activityType(late)
  await bulk(late, { filter: {} }, { type: 'add_labels', label_ids: [label] })
  const without: Rule = { kind: 'label', operator: 'has_none', label_ids: [label] }
  const named: Rule = { kind: 'profile', field_id: 1, operator: 'starts_with', value: 'คน' }
  const done: Rule = { kind: 'activity', activity_type_id: type, done: false }
  const rules: RuleGroup[] = [
    { condition: 'and', rules: [named, done] },
    { condition: 'or', rules: [named, without] },
    { condition: 'and', rules: [{ ...without, operator: 'has_any' }, done] },
  ]
  plans.clear()
  for (const rule of rules) {
    const { id } = await segment(late, rule, { auto: false })
    for (const changed of [1500, 0]) {
      const { job_id } = await late.call(segments.calculate, byId(id))
      expect(await jobOver(late, job_id)).toMatchObject({ status: 'completed', changed })
    }
  }
  expect(unexplained).toEqual([])
  const surveys = [...plans].filter(([text]) => bySets(text))
  expect(surveys.length).toBe(rules.length)
  const slow = [...plans].filter(([text, plan]) => (bySets(text) ? loops(plan) : goesThroughAll(plan)))
  expect(slow.map(([text, plan]) => `${text}\n${plan.join('\n')}`)).toEqual([])
})

test('a search through a whole store is noticed on a connection, too, that was opened before', async () => {
  plans.clear()
  const byLastName = sql`select id from profile where store_id = ${store.storeId} and last_name = ${'ที่ 1'}`
  await byLastName.execute(onConnection(early))
  expect(unexplained).toEqual([])
  // The jobs of the tests before may still be at their end.
  const asked = [...plans].filter(([text]) => text.includes('last_name = $'))
  expect(asked.map(([, plan]) => goesThroughAll(plan))).toEqual([true])
})
