import { fc, test as property } from '@fast-check/vitest'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

beforeAll(() => testServer({ alone: true }))

const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

/** More than a total counts up to, so that common and rare things are found in their different ways. */
const MANY = 24_000

describe('whatever a list is narrowed by', () => {
  let store: TestStore
  let labels: number[]

  beforeAll(async () => {
    const { admin } = await testServer()
    store = await newStore()
    await admin.query(
      `insert into profile (store_id, first_name, last_name, created_at, updated_at, deleted_at)
       select $1, (array['กี่', 'Malee', 'กี่'])[1 + n % 3], 'ที่' || n % 700, timestamptz '2026-01-01' + n * interval '1 minute',
         timestamptz '2026-02-01' + (n::bigint * 7919 % ${MANY}) * interval '1 minute',
         case when n % 50 = 0 then now() end from generate_series(1, ${MANY}) n`,
      [store.storeId],
    )
    const made = await admin.query<{ id: number }>(
      "insert into label (store_id, name, color, type) select $1, 'ป้าย ' || n, '#000000', 'general' from generate_series(1, 3) n returning id",
      [store.storeId],
    )
    labels = made.rows.map(({ id }) => id)
    // Labels of most profiles, of the oldest only, and of few.
    await admin.query(
      `insert into profile_label (store_id, label_id, profile_id, source)
       select $1::int, l, id, case when place % 11 = 0 then 'manual_remove' else 'import' end
       from (select id, row_number() over (order by id) as place from profile where store_id = $1) p, unnest($2::int[]) l
       where l = $2[1] and place % 8 > 0 or l = $2[2] and place < 11500 or l = $2[3] and place % 500 = 1`,
      [store.storeId, labels],
    )
    await admin.query(
      `update label l set target_count = (select count(*) from profile_label x
           join profile p on p.store_id = x.store_id and p.id = x.profile_id
         where x.store_id = $1 and x.label_id = l.id and x.source <> 'manual_remove' and p.deleted_at is null)
       where store_id = $1`,
      [store.storeId],
    )
  })

  const asked = fc.record(
    {
      keyword: fc.constantFrom('ก', 'กี่', 'mal', 'ที่12', 'Malee ที่1', 'nobody'),
      labels: fc.constantFrom([0], [1], [2], [0, 2], [1, 2]),
      created_from: fc.constantFrom('2026-01-02T00:00:00Z', '2026-01-17T00:00:00Z', '2026-02-01T00:00:00Z'),
      created_to: fc.constantFrom('2026-01-01T12:00:00Z', '2026-01-10T00:00:00Z'),
      updated_from: fc.constantFrom('2026-02-02T00:00:00Z', '2026-02-17T12:00:00Z'),
    },
    { requiredKeys: [] },
  )
  const sorted = fc.record({
    sort_by: fc.constantFrom('updated_at', 'created_at', 'last_name'),
    sort_dir: fc.constantFrom('asc', 'desc'),
    // The last one lies below what is walked of the newest who have the label of the oldest.
    offset: fc.constantFrom('0', '7', '3000', '9000'),
  })

  property.prop([asked, sorted], { numRuns: 10 })(
    'the page and the total are those of looking at everybody',
    async (filter, { sort_by, sort_dir, offset }) => {
      const { admin } = await testServer()
      const words = (filter.keyword ?? '').toLowerCase().split(' ').filter(Boolean)
      const order = sort_by === 'last_name' ? 'last_name collate "th-x-icu"' : sort_by
      const { rows } = await admin.query<{ id: number }>(
        `select id from profile p where store_id = $1 and deleted_at is null
           and (select coalesce(bool_and(lower(first_name || ' ' || last_name) like case when length(w) > 2 then '%' else '' end || w || '%'), true)
             from unnest($2::text[]) w)
           and ($3::int[] is null or exists (select from profile_label l where l.store_id = $1 and l.profile_id = p.id
             and l.label_id = any($3) and l.source <> 'manual_remove'))
           and created_at >= coalesce($4, created_at) and created_at <= coalesce($5, created_at) and updated_at >= coalesce($6, updated_at)
         order by ${order} ${sort_dir}, id ${sort_dir}`,
        [
          store.storeId,
          words,
          filter.labels?.map((place) => labels[place]) ?? null,
          filter.created_from ?? null,
          filter.created_to ?? null,
          filter.updated_from ?? null,
        ],
      )
      const chosen = filter.labels && { labels: filter.labels.map((place) => labels[place]).join(',') }
      const answer = await store.call(profiles.list, {
        query: { ...filter, ...chosen, sort_by, sort_dir, offset } as never,
      })
      const from = Number(offset)
      expect(idsOf(answer)).toEqual(rows.slice(from, from + 10).map(({ id }) => id))
      // The test's own profiles are not counted as an import counts them.
      if (Object.keys(filter).length > 0)
        expect([answer.total, answer.total_capped]).toEqual([Math.min(rows.length, 10_000), rows.length > 10_000])
    },
    // Twenty lists over tens of thousands of people, on a machine that may be busy.
    120_000,
  )

  test.each(['ก', 'กี่', 'mal', 'ที่12', 'Malee ที่1', 'nobody'])(
    'the page alone is that of the whole list: %s',
    async (keyword) => {
      const body = { limit: 8, filter: { keyword } }
      const whole = await store.call(profiles.query, { body })
      const page = await store.call(profiles.query, { body: { ...body, count: false } })
      expect(idsOf(page)).toEqual(idsOf(whole))
      expect(page.total).toBeGreaterThanOrEqual(page.data.length)
      expect(page.total).toBeLessThanOrEqual(whole.total)
    },
  )

  test.each(['ที่1', 'ที่12', 'malee ที่1', 'nobody'])(
    'a page of those whom a word finds has its place in every order: %s',
    async (keyword) => {
      const { admin } = await testServer()
      for (const sort_by of ['updated_at', 'created_at'] as const)
        for (const [sort_dir, offset] of [
          ['desc', '0'],
          ['asc', '30'],
          ['desc', '3500'],
        ] as const) {
          const { rows } = await admin.query<{ id: number; total: number }>(
            `select id, count(*) over ()::int as total from profile where store_id = $1 and deleted_at is null
               and lower(first_name || ' ' || last_name) like all (select '%' || w || '%' from unnest($2::text[]) w)
             order by ${sort_by} ${sort_dir}, id ${sort_dir}`,
            [store.storeId, keyword.split(' ')],
          )
          const answer = await store.call(profiles.list, { query: { keyword, sort_by, sort_dir, offset } })
          const page = rows.slice(Number(offset), Number(offset) + 10)
          expect([idsOf(answer), answer.total]).toEqual([page.map(({ id }) => id), rows[0]?.total ?? 0])
        }
    },
  )

  test('a common label that no recent profile has is found below them', async () => {
    const { admin } = await testServer()
    for (const offset of ['9000', '9700']) {
      const query = { labels: String(labels[1]), sort_by: 'created_at', offset }
      const answer = await store.call(profiles.list, { query })
      const { rows } = await admin.query<{ id: number }>(
        `select p.id from profile p join profile_label l on l.store_id = p.store_id and l.profile_id = p.id
         where p.store_id = $1 and p.deleted_at is null and l.label_id = $2 and l.source <> 'manual_remove'
         order by p.created_at desc, p.id desc limit 10 offset $3`,
        [store.storeId, labels[1], offset],
      )
      expect(rows).toHaveLength(10)
      expect(idsOf(answer)).toEqual(rows.map(({ id }) => id))
    }
  })

  test('sorting more than 100,000 profiles is served by a field with few different values, and refused by others', {
    tags: ['verify'],
  }, async () => {
    const { admin } = await testServer()
    const big = await newStore()
    await admin.query(
      `insert into profile (store_id, first_name, last_name)
       select $1, case when n <= 10001 then 'หนึ่ง' when n = 50000 then 'เก่ง' when n = 60000 then 'กา' end, 'ที่' || n
       from generate_series(1, 100001) n`,
      [big.storeId],
    )
    await admin.query('insert into profile_total (store_id, live) values ($1, 100001)', [big.storeId])
    for (const [sort_dir, offset] of [
      ['asc', '0'],
      ['desc', '9995'],
    ] as const) {
      const sorted = await big.call(profiles.list, { query: { sort_by: 'first_name', sort_dir, offset } })
      const { rows } = await admin.query<{ id: number }>(
        `select id from profile where store_id = $1
         order by first_name collate "th-x-icu" ${sort_dir} nulls last, id ${sort_dir} limit 10 offset $2`,
        [big.storeId, offset],
      )
      expect([sorted.total, sorted.total_capped, idsOf(sorted)]).toEqual([100_001, false, rows.map(({ id }) => id)])
    }
    const refused = await big.try(profiles.list, { query: { sort_by: 'last_name' } })
    expect([refused.status, refused.body]).toMatchObject([400, { error: 'sort_too_many', details: { limit: 100_000 } }])
    const narrowed = await big.call(profiles.list, { query: { sort_by: 'age', keyword: 'หนึ่ง' } })
    expect([narrowed.total, narrowed.total_capped]).toEqual([10_000, true])
    expect((await big.call(profiles.list, { query: { sort_by: 'created_at' } })).data).toHaveLength(10)
  })
})

describe('a list is sorted by', () => {
  let store: TestStore
  const ids: Record<string, number> = {}
  const names = async (query: Record<string, string>) =>
    (await store.call(profiles.list, { query: { sort_dir: 'asc', ...query } })).data.map(
      ({ fields }) => fields.find(({ name }) => name === 'firstName')?.value,
    )

  beforeAll(async () => {
    const { admin } = await testServer()
    store = await newStore()
    const fields = { points: 'Number', joined: 'Date', town: 'String', member: 'Boolean', secret: 'String' } as const
    for (const [name, data_type] of Object.entries(fields)) {
      const body = { field_name: name, display_name: name, data_type, sensitive: name === 'secret' }
      ids[name] = (await store.call(profileFields.create, { body })).id
    }
    const add = (values: [string, number | null, string | null, Record<string, unknown>]) =>
      admin.query('insert into profile (store_id, first_name, age, birth_date, custom) values ($1, $2, $3, $4, $5)', [
        store.storeId,
        ...values.slice(0, 3),
        Object.fromEntries(Object.entries(values[3]).map(([name, value]) => [ids[name], value])),
      ])
    await add(['A', 30, '1999-12-31', { points: 9, joined: '2024-02-01', town: 'แพร่', member: true }])
    await add(['B', 4, null, { points: 10, joined: '2023-12-01', town: 'ลำปาง', member: false }])
    await add(['C', null, '2000-01-01', { town: 'เชียงใหม่' }])
  })

  test.each([
    ['a number', 'age', ['B', 'A', 'C']],
    ['a day', 'birthDate', ['A', 'C', 'B']],
    ['a name', 'first_name', ['A', 'B', 'C']],
  ])('%s of the system', async (_, sort_by, expected) => {
    expect(await names({ sort_by })).toEqual(expected)
  })

  test.each([
    ['a number, as a number', 'points', ['A', 'B', 'C']],
    ['a day', 'joined', ['B', 'A', 'C']],
    ['a text, as a Thai dictionary has it', 'town', ['C', 'A', 'B']],
    ['yes and no', 'member', ['B', 'A', 'C']],
  ])('%s of the store’s own', async (_, name, expected) => {
    expect(await names({ sort_by: `field_${ids[name]}` })).toEqual(expected)
  })

  test('a sensitive field only with permission to see its values', async () => {
    const clerk = await store.member(['cdp-core.profile.read'])
    for (const sort_by of ['income', 'citizen_id', `field_${ids.secret}`]) {
      expect((await store.try(profiles.list, { query: { sort_by } })).status).toBe(200)
      const { status, body } = await clerk.try(profiles.list, { query: { sort_by } })
      expect([status, body.details]).toEqual([403, { permission: 'cdp-core.profile-sensitive.read' }])
    }
  })
})

describe('a list of a data source', () => {
  test('contains exactly the profiles that its imports created or changed', async () => {
    const store = await newStore()
    const first = await importFile(store, 'ชื่อ,เบอร์โทร\nก,0811111111\nข,0822222222\n', { name: 'แรก' })
    const second = await importFile(store, 'ชื่อ,เบอร์โทร\nขข,0822222222\nค,0833333333\n', { name: 'สอง' })
    const of = async (source: number) =>
      (
        await store.call(profiles.list, { query: { source: String(source), sort_by: 'first_name', sort_dir: 'asc' } })
      ).data.map(({ fields }) => fields.find(({ name }) => name === 'firstName')?.value)
    expect([await of(first.id), await of(second.id)]).toEqual([
      ['ก', 'ขข'],
      ['ขข', 'ค'],
    ])
    const other = await newStore()
    expect((await other.call(profiles.list, { query: { source: String(first.id) } })).total).toBe(0)
  })
})

describe('the deleted', () => {
  test('profiles deleted in the last 30 days are listed with the time for those who may delete', async () => {
    const { admin } = await testServer()
    const store = await newStore()
    await admin.query(
      "insert into profile (store_id, first_name, deleted_at) select $1, name, now() - days * interval '1 day' from (values ('อยู่', null), ('เพิ่งลบ', 3), ('ลบนาน', 31)) t (name, days)",
      [store.storeId],
    )
    const { data, total } = await store.call(profiles.list, { query: { deleted: 'true' } })
    expect([total, data.map(({ fields }) => fields[0]!.value), data[0]!.deleted_at]).toEqual([
      1,
      ['เพิ่งลบ'],
      expect.any(String),
    ])
    expect((await store.call(profiles.list, { query: { deleted: 'true', keyword: 'อยู่' } })).total).toBe(0)
    expect((await store.call(profiles.list, { query: { deleted: 'true', keyword: 'เพิ่ง' } })).total).toBe(1)
    expect(
      (await store.call(profiles.list, { query: { deleted: 'false' } })).data.map((one) => one.deleted_at),
    ).toEqual([undefined])
    const clerk = await store.member(['cdp-core.profile.read'])
    expect((await clerk.try(profiles.list, { query: { deleted: 'true' } })).status).toBe(403)
  })
})
