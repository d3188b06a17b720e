import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

type Query = Record<string, string>

const firstName = (profile: { fields: { name: string; value: unknown }[] }) =>
  profile.fields.find(({ name }) => name === 'firstName')?.value

/** A store with people made at these days of January 2026, changed in the opposite order. */
async function storeOf(names: string[]): Promise<TestStore> {
  const { admin } = await testServer()
  const store = await newStore()
  await importFile(
    store,
    `ชื่อ,เบอร์โทร\n${names.map((name, n) => `${name},08${String(n).padStart(8, '0')}`).join('\n')}\n`,
  )
  await admin.query(
    `update profile p set created_at = t.at, updated_at = t.at + (interval '1 day' * (20 - 2 * t.n))
     from (select id, n, timestamptz '2026-01-01T00:00:00Z' + interval '1 day' * n as at
       from (select id, row_number() over (order by id) as n from profile where store_id = $1) x) t
     where p.store_id = $1 and p.id = t.id`,
    [store.storeId],
  )
  return store
}

let store: TestStore
const names = ['เก่ง', 'กบ', 'Bee', 'ขาว', 'แก้ว', 'อ้อ', 'Anna']
beforeAll(async () => {
  store = await storeOf(names)
})

const list = async (query: Query = {}) => {
  const answer = await store.call(profiles.list, { query })
  return { ...answer, names: answer.data.map(firstName) }
}

describe('the order', () => {
  test('is the latest change first by default', async () => {
    const { names: shown, sort_by, order } = await list()
    expect([shown, sort_by, order]).toEqual([names, 'updated_at', 'desc'])
  })

  test.each([
    [{ sort_by: 'created_at', sort_dir: 'asc' }, names],
    [{ sort_by: 'createdAt' }, names.toReversed()],
    [{ sort_by: 'updated_at', sort_dir: 'asc' }, names.toReversed()],
    // As a Thai dictionary has it: by the consonant, whatever vowel stands before it.
    [{ sort_by: 'first_name', sort_dir: 'asc' }, ['กบ', 'เก่ง', 'แก้ว', 'ขาว', 'อ้อ', 'Anna', 'Bee']],
    [{ sort_by: 'firstName', sort_dir: 'desc' }, ['Bee', 'Anna', 'อ้อ', 'ขาว', 'แก้ว', 'เก่ง', 'กบ']],
  ])('is that of %o', async (query, expected) => {
    expect((await list(query)).names).toEqual(expected)
  })

  test('keeps people without the value last, in both directions', async () => {
    const { admin } = await testServer()
    await admin.query("update profile set last_name = 'ก' where store_id = $1 and first_name = 'อ้อ'", [store.storeId])
    expect([
      (await list({ sort_by: 'last_name', sort_dir: 'asc' })).names[0],
      (await list({ sort_by: 'last_name' })).names[0],
    ]).toEqual(['อ้อ', 'อ้อ'])
  })

  test('by a field that the store does not have is refused', async () => {
    for (const sort_by of ['field_999999', 'workspace', 'custom', 'id; drop table profile']) {
      expect([sort_by, (await store.try(profiles.list, { query: { sort_by } })).status]).toEqual([sort_by, 400])
    }
  })
})

describe('a page', () => {
  test('has ten rows by default, and returns its position', async () => {
    const big = await storeOf(Array.from({ length: 12 }, (_, n) => `คนที่ ${n}`))
    const { data, ...rest } = await big.call(profiles.list, { query: {} })
    expect([data.length, rest]).toEqual([
      10,
      {
        total: 12,
        total_all: 12,
        total_capped: false,
        pages: 2,
        page: 1,
        limit: 10,
        sort_by: 'updated_at',
        order: 'desc',
      },
    ])
    expect((await big.call(profiles.list, { query: { offset: '10' } })).page).toBe(2)
  })

  test('continues the previous one: together they contain each profile once', async () => {
    for (const sort_by of ['updated_at', 'created_at', 'first_name', 'last_name']) {
      const pages = await Promise.all(['0', '3', '6', '9'].map((offset) => list({ sort_by, offset, limit: '3' })))
      expect(pages.flatMap((page) => page.names).sort()).toEqual([...names].sort())
      expect(pages.map((page) => page.names.length)).toEqual([3, 3, 1, 0])
    }
  })

  test('a list of limit 0 or -1 has all customers, and says that nothing was cut off', async () => {
    for (const limit of ['0', '-1']) {
      const { names: shown, truncated } = await list({ limit })
      expect([shown.length, truncated]).toEqual([7, false])
    }
  })

  test.each([
    { limit: '1001' },
    { limit: '-2' },
    { limit: 'ten' },
    { offset: '-1' },
    { page: '2' },
    { labels: '1,,2' },
    { labels: 'x' },
  ] as Query[])('is refused for %o', async (query) => {
    expect((await store.try(profiles.list, { query })).status).toBe(400)
  })
})

describe('"all" of a store with many people', () => {
  let own: TestStore
  beforeAll(async () => {
    const { admin } = await testServer()
    own = await newStore()
    const made = "insert into profile (store_id, first_name) select $1, 'คนที่' || n from generate_series(1, 1000) n"
    await admin.query(made, [own.storeId])
    await admin.query('insert into profile_total (store_id, live) values ($1, 1000)', [own.storeId])
  })

  test.each(['0', '-1'])('by limit %s is a thousand at most, and says when there are more', async (limit) => {
    const { admin } = await testServer()
    const all = async () => {
      const { data, truncated, total, pages } = await own.call(profiles.list, {
        query: { limit, sort_by: 'created_at' },
      })
      return { rows: new Set(data.map(({ id }) => id)).size, truncated, total, pages }
    }
    await admin.query('delete from profile where store_id = $1 and first_name is null', [own.storeId])
    await admin.query('update profile_total set live = 1000 where store_id = $1', [own.storeId])
    expect(await all()).toEqual({ rows: 1000, truncated: false, total: 1000, pages: 1 })
    await admin.query('insert into profile (store_id) values ($1)', [own.storeId])
    await admin.query('update profile_total set live = 1001 where store_id = $1', [own.storeId])
    expect(await all()).toEqual({ rows: 1000, truncated: true, total: 1001, pages: 2 })
    const found = await own.call(profiles.list, { query: { limit, keyword: 'คนที่' } })
    expect([found.data.length, found.truncated]).toEqual([1000, false])
  })
})

describe('a range', () => {
  test('a range of creation days includes both ends', async () => {
    const query = { created_from: '2026-01-03T00:00:00Z', created_to: '2026-01-05T07:00:00+07:00' }
    const { names: shown, total, total_all } = await list({ ...query, sort_by: 'created_at', sort_dir: 'asc' })
    expect([shown, total, total_all]).toEqual([['กบ', 'Bee', 'ขาว'], 3, 7])
  })

  test('a range of change days counts the change', async () => {
    expect((await list({ updated_from: '2026-01-19T00:00:00Z' })).names).toEqual(['เก่ง', 'กบ'])
    expect((await list({ updated_to: '2026-01-14T00:00:00Z' })).names).toEqual(['Anna'])
  })

  test('combines with a keyword', async () => {
    expect((await list({ created_to: '2026-01-03T00:00:00Z', keyword: 'ก' })).names).toEqual(['กบ'])
  })

  test('that ends before it begins is empty', async () => {
    expect(await list({ created_from: '2026-02-01T00:00:00Z', created_to: '2026-01-01T00:00:00Z' })).toMatchObject({
      total: 0,
      data: [],
      pages: 0,
    })
  })
})

describe('labels', () => {
  let ids: number[]
  beforeAll(async () => {
    const { admin } = await testServer()
    const made = await admin.query<{ id: number }>(
      "insert into label (store_id, name, color, type, display_enabled) values ($1, 'ลูกค้าประจำ', '#2a7fff', 'general', true), ($1, 'ซ่อน', '#000000', 'general', false) returning id",
      [store.storeId],
    )
    ids = made.rows.map(({ id }) => id)
    await admin.query(
      `insert into profile_label (store_id, label_id, profile_id, source)
       select $1::int, $2::int, id, case first_name when 'กบ' then 'manual_remove' else 'manual_add' end from profile where store_id = $1 and first_name in ('เก่ง', 'กบ')
       union all select $1::int, $3::int, id, 'rule' from profile where store_id = $1 and first_name = 'ขาว'`,
      [store.storeId, ...ids],
    )
  })

  test('match profiles with any of them, except where it was removed by hand', async () => {
    expect((await list({ labels: String(ids[0]) })).names).toEqual(['เก่ง'])
    expect((await list({ labels: ids.join(',') })).names).toEqual(['เก่ง', 'ขาว'])
  })

  test('are shown with the profile, unless they are hidden', async () => {
    const { data } = await list({ labels: ids.join(',') })
    expect(data.map(({ labels }) => labels)).toEqual([
      [{ id: ids[0], name: 'ลูกค้าประจำ', color: '#2a7fff', type: 'general' }],
      [],
    ])
  })

  test('labels of another store match no profile', async () => {
    const other = await newStore()
    const { admin } = await testServer()
    const { rows } = await admin.query<{ id: number }>(
      "insert into label (store_id, name, color, type) values ($1, 'x', '#000000', 'general') returning id",
      [other.storeId],
    )
    expect((await list({ labels: String(rows[0]!.id) })).total).toBe(0)
  })
})

describe('a total', () => {
  test('counts all profiles without a filter, except deleted and merged ones', async () => {
    const { admin } = await testServer()
    const own = await storeOf(['ก', 'ข', 'ค', 'ง'])
    const { data } = await own.call(profiles.list, { query: { sort_by: 'created_at', sort_dir: 'asc' } })
    await admin.query('update profile set deleted_at = now() where id = $1', [data[0]!.id])
    await admin.query('update profile set merged_into = $2 where id = $1', [data[1]!.id, data[2]!.id])
    await admin.query('update profile_total set live = live - 2 where store_id = $1', [own.storeId])
    const after = await own.call(profiles.list, { query: {} })
    expect([after.total, after.total_all, after.data.length]).toEqual([2, 2, 2])
    const reader = await own.member(['cdp-core.profile.read'])
    const [deleted, merged] = data.map(({ id }) => ({ params: { id: String(id) } }))
    expect((await reader.try(profiles.get, deleted!)).status).toBe(404)
    expect((await reader.try(profiles.get, merged!)).status).toBe(410)
  })

  test('stops counting at 10,000 and says so', async () => {
    const { admin } = await testServer()
    const own = await newStore()
    const fill = async (from: number, to: number) => {
      await admin.query(
        "insert into profile (store_id, first_name) select $1, 'ซ้ำ' from generate_series($2::int, $3::int)",
        [own.storeId, from, to],
      )
    }
    const counted = async () => {
      const { total, total_capped } = await own.call(profiles.list, { query: { keyword: 'ซ้ำ' } })
      return { total, total_capped }
    }
    await fill(1, 10_000)
    expect(await counted()).toEqual({ total: 10_000, total_capped: false })
    await fill(1, 1)
    expect(await counted()).toEqual({ total: 10_000, total_capped: true })
  })
})
