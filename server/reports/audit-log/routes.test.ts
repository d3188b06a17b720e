import { auth } from '@ruam/contract/access/auth.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { post, storeWithPassword } from '../../testing/app/auth.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

interface Act {
  id: number
  at: string
  user_id: number | null
  action: string
  subject_type: string
  subject_id: string
}

const list = async (store: Pick<TestStore, 'call'>, query: Record<string, string> = {}) =>
  store.call(auditLog.list, { query: { limit: '100', ...query } })
const made = (store: TestStore, name: string) =>
  store.call(roles.create, { params: { id: String(store.storeId) }, body: { name, permissions: [] } })

describe('the audit log', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await newStore()
  })

  test('shows who did what to which thing, from which address and device', async () => {
    const { app } = await testServer()
    const agent = `Mozilla/5.0 'quoted' \\ "all" ${'x'.repeat(300)}`
    const reply = await app.inject({
      method: 'POST',
      url: `/api/stores/${store.storeId}/roles`,
      headers: { authorization: `Bearer ${store.token}`, 'user-agent': agent },
      remoteAddress: '203.0.113.7',
      payload: { name: 'คนเฝ้าร้าน', permissions: [] },
    })
    expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
    const { data } = await list(store, { action: 'role_created' })
    expect(data[0]).toMatchObject({
      user: { id: store.userId, first_name: 'สมชาย' },
      subject_type: 'role',
      subject_id: String(reply.json().id),
      details: { permissions: 0 },
      address: '203.0.113.7',
      device: agent.slice(0, 200),
      request_id: expect.any(String),
    })
  })

  test('lists the newest first, and holds no name in its sealed rows', async () => {
    await made(store, 'ชื่อลับของบทบาท')
    const { data } = await list(store)
    const times = data.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(JSON.stringify(data.map(({ details }) => details))).not.toContain('ชื่อลับ')
  })

  test('is narrowed by days, person, act and thing', async () => {
    const own = await newStore()
    const { admin } = await testServer()
    const member = await own.member(['store.role.create'])
    const first = await made(own, 'หนึ่ง')
    await member.call(roles.create, { params: { id: String(own.storeId) }, body: { name: 'สอง', permissions: [] } })
    await admin.query(
      "update audit_log set at = '2026-01-31T16:59:59Z' where store_id = $1 and subject_type = 'role' and subject_id = $2",
      [own.storeId, String(first.id)],
    )
    const total = async (query: Record<string, string>) => (await list(own, query)).total
    expect(await total({ action: 'role_created' })).toBe(2)
    expect(await total({ action: 'role_created', user_id: String(member.userId) })).toBe(1)
    expect(await total({ subject_type: 'role', subject_id: String(first.id) })).toBe(1)
    // The day is that of the store, seven hours east.
    expect(await total({ from: '2026-01-31', to: '2026-01-31' })).toBe(1)
    expect(await total({ from: '2026-02-01', to: '2026-02-01' })).toBe(0)
    expect(await total({ action: 'nothing_known' })).toBe(0)
  })

  test('returns rows that match every combination of filters, in order', async () => {
    const own = await newStore()
    const { admin } = await testServer()
    const { rows: acts } = await admin.query<Act>(
      `insert into audit_log (store_id, at, user_id, action, subject_type, subject_id)
       select $1, '2026-03-01T00:00:00Z'::timestamptz + n / 3 * interval '1 hour', case when n % 3 = 0 then $2::int end,
         'act_' || n % 4, (array['role', 'label', 'store'])[1 + n % 7 % 3], (n % 5)::text
       from generate_series(1, 200) n
       returning id, at, user_id, action, subject_type, subject_id`,
      [own.storeId, own.userId],
    )
    const ofThem = { from: '2026-03-01', to: '2026-03-31' }
    const filters = fc.record(
      {
        user_id: fc.constantFrom(String(own.userId), '2000000000'),
        action: fc.constantFrom('act_1', 'act_9'),
        subject_type: fc.constantFrom('role', 'store', 'call'),
        subject_id: fc.constantFrom('2', '9'),
        offset: fc.constantFrom('0', '3'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, async ({ offset = '0', ...query }) => {
        const fulfils = acts
          .filter((act) => Object.entries(query).every(([column, value]) => String(act[column as keyof Act]) === value))
          .sort((a, b) => b.at.localeCompare(a.at) || b.id - a.id)
        const { data, total } = await list(own, { ...ofThem, ...query, offset, limit: '10' })
        expect(total).toBe(fulfils.length)
        expect(data.map(({ id }) => id)).toEqual(
          fulfils
            .slice(Number(offset))
            .slice(0, 10)
            .map(({ id }) => id),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('acts of another store are not shown', async () => {
    const other = await newStore()
    await made(store, 'ของร้านแรก')
    const { data } = await list(other, { action: 'role_created' })
    expect(data).toEqual([])
  })

  test('has a sign-in, and a refused one, with where they came from', async () => {
    const own = await storeWithPassword()
    const headers = { 'user-agent': 'Browser of somebody' }
    await post(auth.login, { email: own.email, password: 'not the password' }, { from: '198.51.100.9', headers })
    await expect.poll(async () => (await list(own, { action: 'sign_in_refused' })).total).toBe(1)
    const { data } = await list(own, { action: 'sign_in_refused' })
    expect(data[0]).toMatchObject({ address: '198.51.100.9', device: 'Browser of somebody' })
  })

  test('has one row of a refusal for lack of a right, with where it came from', async () => {
    const own = await newStore()
    const member = await own.member([])
    await member.try(roles.create, { params: { id: String(own.storeId) }, body: { name: 'ไม่ได้', permissions: [] } })
    const { data } = await list(own, { action: 'right_refused' })
    expect(data).toEqual([
      expect.objectContaining({ user: expect.objectContaining({ id: member.userId }), address: '127.0.0.1' }),
    ])
  })
})
