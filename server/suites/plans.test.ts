import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { createPool, transaction } from '../database/db.ts'
import { Pipeline } from '../database/pipeline.ts'
import { createReadPool } from '../database/read-pool.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { send } from './calls.ts'

// Enough that the planner would rather not read the whole table; two stores, so that the store alone is no index.
const ROWS = 20_000

let store: TestStore

beforeAll(async () => {
  const { admin } = await testServer()
  store = await newStore()
  const neighbour = await newStore()
  for (const { storeId } of [store, neighbour]) {
    await admin.query(
      `insert into profile (store_id, first_name, last_name, phone, email, created_at, updated_at)
       select $1, (array['สมชาย', 'ญาดา', 'มาลี', 'Somchai', 'ปิติ'])[1 + n % 5], 'นามสกุล' || n, '+668' || lpad(n::text, 8, '0'),
         'person' || n || '@example.com', now() - n * interval '1 minute', now() - n * interval '1 minute'
       from generate_series(1, ${ROWS}) n`,
      [storeId],
    )
    await admin.query('insert into profile_total (store_id, live) values ($1, $2)', [storeId, ROWS])
    await admin.query(
      "update profile set custom = jsonb_build_object('1000', 'รหัส ' || id) where store_id = $1 and id % 4 = 0",
      [storeId],
    )
    await store.call(profileFields.create, {
      body: { field_name: `code${storeId}`, display_name: `รหัส ${storeId}`, data_type: 'String' },
    })
  }
  // Also empties the trigram index's list of pending entries, which every search would read.
  await admin.query('vacuum analyze profile')
})

interface Use {
  /** Scans of each index of the profile table in this transaction. */
  scans: Record<string, number>
  /** And the entries that they found. */
  entries: Record<string, number>
  /** Times the whole table was read. */
  whole: number
  plans: string[]
  /** Counts of pipelines, which go on after their answer. */
  counted: Promise<unknown>[]
}

interface How {
  endpoint?: Endpoint
  params?: Record<string, string>
  by?: TestStore
  /** Settings of the connection, for a table of another size. */
  settings?: string
}

/** Calls the list, or another endpoint, as the application role and tells what the database did for it, inside its functions too. */
async function watched(
  query: Record<string, string>,
  { endpoint = profiles.list, params, by = store, settings = '' }: How = {},
): Promise<Use> {
  const { core } = await testServer()
  const pool = createPool(core.config.appUrl!, { max: 1 })
  const readPool = createReadPool(core.config.appUrl!, { max: 1 })
  const use: Use = { scans: {}, entries: {}, whole: 0, plans: [], counted: [] }
  pool.on('connect', (client) => {
    void client.query(settings)
    watch(client, use)
  })
  readPool.on('connect', (client) => watch(client, use))
  const app = await createApp({ ...core, pool, readPool }, { web: false })
  const reply = await send(app, endpoint, { query, params }, `Bearer ${by.token}`)
  expect(reply.statusCode).toBe(200)
  await Promise.all(use.counted)
  await app.close()
  await Promise.all([pool.end(), readPool.end()])
  return use
}

/** Explains each statement on profiles, and reads the transaction's own counters before it ends. */
function watch(client: pg.ClientBase, use: Use) {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
  Object.assign(client, {
    async query(text: string | { text: string } | Pipeline, values?: unknown[]) {
      if (text instanceof Pipeline) return watchPipeline(query, text, use)
      const plain = typeof text === 'string' ? text : text.text
      if (plain === 'commit') await count(query, use)
      const result = await query(text, values)
      if (/^select .* from "profile"/s.test(plain)) {
        const explained = await query(`explain (costs off) ${plain}`, values)
        use.plans.push(explained.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'))
      }
      return result
    },
  })
}

/** Keeps the transaction of a pipeline open until its counters are read. */
function watchPipeline(query: (text: string | Pipeline) => Promise<pg.QueryResult>, pipeline: Pipeline, use: Use) {
  let commits = false
  pipeline.rewrite((text) => {
    if (text !== 'commit') return text
    commits = true
    return 'select'
  })
  const sent = query(pipeline)
  if (commits) use.counted.push(count(query, use), query('commit'))
  return sent
}

async function count(query: (text: string) => Promise<pg.QueryResult>, use: Use) {
  const { rows } = await query(`
    select i.relname as name, pg_stat_get_xact_numscans(i.oid) as scans, pg_stat_get_xact_tuples_returned(i.oid) as entries from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = 'profile'::regclass
    union all select 'whole', pg_stat_get_xact_numscans('profile'::regclass), 0`)
  for (const { name, scans, entries } of rows) {
    if (name === 'whole') use.whole = scans
    else if (scans > 0)
      Object.assign(use, { scans: { ...use.scans, [name]: scans }, entries: { ...use.entries, [name]: entries } })
  }
}

/** Size read in the ordinary way: read-plans.test.ts covers the others. */
const limit = '99'

test('a page of the list is read from the index of its order', async () => {
  const { plans, scans, whole } = await watched({ limit })
  // Only the rows of the page are sorted.
  expect(plans[0]).toMatch(/Limit\n.*\n.*\n\s+-> {2}Index (Only )?Scan (Backward )?using profile_updated/)
  expect(plans[0]).not.toMatch(/Seq Scan/)
  expect([scans.profile_updated! > 0, whole]).toEqual([true, 0])
})

test('a page in creation order is read from its index, also backwards', async () => {
  for (const sort_dir of ['asc', 'desc']) {
    const { plans } = await watched({ limit, sort_by: 'created_at', sort_dir })
    expect(plans[0]).toMatch(/Index (Only )?Scan (Backward )?using profile_created/)
  }
})

test('a Thai word is found by the trigram index, through the wall', async () => {
  const { scans, whole } = await watched({ keyword: 'นามสกุล1234' })
  expect(scans).toHaveProperty('profile_search')
  expect(whole).toBe(0)
})

test('a word costs as many looks as people of the store have it, however many of other stores do', async () => {
  const { scans, entries } = await watched({ keyword: 'สมชาย' })
  expect(entries.profile_search).toBe((scans.profile_search! * ROWS) / 5)
  const own = await watched({ keyword: 'รหัส' })
  expect(own.entries.profile_custom_search).toBe((own.scans.profile_custom_search! * ROWS) / 4)
})

test('the beginning of a phone is found by its index', async () => {
  const { scans, whole } = await watched({ keyword: '0800012345' })
  expect(scans).toHaveProperty('profile_phone')
  expect(whole).toBe(0)
})

test('the last digits of a phone are found by their index', async () => {
  const { scans, whole } = await watched({ keyword: '12345' })
  expect(scans).toHaveProperty('profile_phone_end')
  expect(whole).toBe(0)
})

test('a text of the store’s own fields is found by its index', async () => {
  const { scans, whole } = await watched({ keyword: 'รหัส 1234' })
  expect(scans).toHaveProperty('profile_custom_search')
  expect(whole).toBe(0)
})

test('a page of a word that most have is read from the index of the list’s order', async () => {
  const { plans, whole } = await watched({ keyword: 'นามสกุล' })
  expect(plans.some((plan) => /using profile_updated/.test(plan))).toBe(true)
  expect(whole).toBe(0)
})

test('profiles of a label below all imported ones are found by the index of the list’s order and their set', async () => {
  const { admin } = await testServer()
  const imported = await newStore()
  const given = ROWS / 2 + 1000
  await admin.query(
    `with label as (insert into label (store_id, name, color, type, target_count) values ($1, 'ป้าย', 'blue', 'general', $2) returning id),
     made as (
       insert into profile (store_id, first_name, updated_at) select $1, 'คน ' || n, now() - n * interval '1 minute'
       from generate_series(1, $3::int) n order by hashint4(n) returning id, updated_at),
     given as (
       insert into profile_label (store_id, label_id, profile_id, source)
       select $1, label.id, made.id, 'import' from label, (select id from made order by updated_at limit $2::int) made)
     insert into profile_total (store_id, live) values ($1, $3::int)`,
    [imported.storeId, given, 2 * ROWS],
  )
  // It is known how they lie, but not yet that all see them; and as of a million, neither table nor set seems to fit into memory. So to read
  // and sort everybody seems cheaper than the index, and the set one to be gone through for each.
  await admin.query('analyze profile, profile_label')
  const settings = "set effective_cache_size = '1MB'; set work_mem = '64kB'"
  const { rows } = await admin.query<{ id: number }>('select id from label where store_id = $1', [imported.storeId])
  const asked = { labels: String(rows[0]!.id), offset: '9000' }
  const { plans } = await watched(asked, { by: imported, settings })
  expect(plans.at(-1)).toMatch(/hashed SubPlan(.*\n)*.*using profile_updated/)
})

test('the deleted are found by their index', async () => {
  const { scans, whole } = await watched({ deleted: 'true' })
  expect(scans).toHaveProperty('profile_deleted')
  expect(whole).toBe(0)
})

test('values that begin with a phone’s digits are found by its index', async () => {
  const { scans, whole } = await watched(
    { value: '0800012' },
    { endpoint: profiles.searchField, params: { field: 'phone' } },
  )
  expect(scans).toHaveProperty('profile_phone')
  expect(whole).toBe(0)
})

test('existing holders of a phone or an e-mail are found by their indexes', async () => {
  const { scans, whole } = await watched(
    { phone: '0800012345', email: 'person12@example.com' },
    { endpoint: profiles.same },
  )
  expect([scans.profile_phone, scans.profile_email, whole]).toEqual([1, 1, 0])
})

test('the beginning of an e-mail address is found by its index', async () => {
  const { scans, whole } = await watched({ keyword: 'person1234@' })
  expect(scans).toHaveProperty('profile_email')
  expect(whole).toBe(0)
})

test('an import finds people by phone, e-mail, citizen id and LINE id in their indexes', async () => {
  const { core } = await testServer()
  const found = await transaction(
    core.pool,
    `begin; select set_config('ruam.store_id', '${store.storeId}', true)`,
    async (client) => {
      const plans: string[] = []
      for (const column of ['phone', 'email', 'citizen_id', 'line_user_id']) {
        const { rows } = await client.query(
          `explain (costs off) select id from profile
         where store_id = ${store.storeId} and ${column} = '+66800000001' and deleted_at is null and merged_into is null`,
        )
        plans.push(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join(' '))
      }
      return plans
    },
  )
  for (const [place, index] of [
    'profile_phone',
    'profile_email',
    'profile_citizen_id',
    'profile_line_user_id',
  ].entries()) {
    expect(found[place]).toContain(index)
  }
})
