import { answers } from '@ruam/contract/channels/answers.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectLine, testLine } from '../../testing/channels/line.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let other: TestStore
let channel: number
let namchai: number
beforeAll(async () => {
  await testLine()
  store = await newStore()
  other = await newStore()
  channel = (await connectLine(store)).account.id
  namchai = await newCustomer('น้ำใจ', '+66812345678')
  await log({ at: '2026-11-20T01:00:00.114Z', profile_id: namchai, external_id: 'EV_ONE', event_type: 'follow' })
  await log({ at: '2026-11-20T01:00:30Z', external_id: 'EV_ONE_HUNDRED', event_type: 'message', summary: 'สีคราม' })
  await log({ at: '2026-11-20T02:30:00Z', direction: 'out', event_type: 'broadcast', external_id: 'EV-TWO' })
  await log({ at: '2026-11-20T03:00:00Z', status: 'refused', event_type: 'signature', error: 'webhook_signature' })
  await log({ at: '2026-11-20T18:00:00Z', source: 'openapi', channel_id: null, event_type: 'other' })
  await log({ at: '2026-11-20T01:00:00Z', external_id: 'EV_OTHER' }, other)
})

async function newCustomer(first_name: string, phone: string): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'insert into profile (store_id, first_name, phone) values ($1, $2, $3) returning id',
    [store.storeId, first_name, phone],
  )
  return rows[0]!.id
}

/** Writes an entry. Returns its id. */
async function log(entry: Record<string, unknown> & { payload?: object }, of = store): Promise<number> {
  const { admin } = await testServer()
  const { payload, ...given } = entry
  const row = {
    ...{ store_id: of.storeId, source: 'line', direction: 'in', event_type: 'message', status: 'done' },
    channel_id: channel,
    ...given,
  }
  const columns = Object.keys(row)
  const { rows } = await admin.query<{ id: number }>(
    `insert into online_log (${columns}) values (${columns.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(row),
  )
  const { id } = rows[0]!
  if (payload)
    await admin.query('insert into online_log_payload (store_id, log_id, payload) values ($1, $2, $3)', [
      ...[of.storeId, id, payload],
    ])
  return id
}

const day = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T23:59:59Z' }
const eventsOf = async (query: object, by = store) =>
  (await by.call(onlineLog.search, { query: { ...day, ...query } })).data.map(({ event_type }) => event_type)

describe('the search', () => {
  test('returns the newest entries first, and the oldest first when asked', async () => {
    const newest = ['other', 'signature', 'broadcast', 'message', 'follow']
    expect(await eventsOf({})).toEqual(newest)
    expect(await eventsOf({ sort_dir: 'asc' })).toEqual(newest.toReversed())
  })

  test('returns the time to the millisecond, the channel and the linked customer', async () => {
    const { data } = await store.call(onlineLog.search, { query: { ...day, keyword: 'น้ำใจ' } })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ channel_id: channel, profile: { id: namchai, name: 'น้ำใจ' } })
    expect(data[0]!.time).toMatch(/00:00\.114/)
    expect(data[0]!.channel_name).toBeTruthy()
  })

  test('narrows by range, source, channel, event type and status', async () => {
    expect(await eventsOf({ from: '2026-11-20T01:00:30Z', to: '2026-11-20T02:30:00Z' })).toEqual([
      'broadcast',
      'message',
    ])
    expect(await eventsOf({ source: 'openapi' })).toEqual(['other'])
    expect(await eventsOf({ channel_id: String(channel) })).toHaveLength(4)
    expect(await eventsOf({ event_type: 'follow' })).toEqual(['follow'])
    expect(await eventsOf({ status: 'refused' })).toEqual(['signature'])
    expect(await eventsOf({ status: 'refused', event_type: 'follow' })).toEqual([])
  })

  test('reads a day alone as that day of the store', async () => {
    // 01:00 on the 21st in Bangkok.
    expect(await eventsOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual(['other'])
  })

  test('finds customers by phone and entries by the start of an event id', async () => {
    expect(await eventsOf({ keyword: '0812345678' })).toEqual(['follow'])
    expect(await eventsOf({ keyword: 'EV_ONE' })).toEqual(['message', 'follow'])
    expect(await eventsOf({ keyword: 'EV-TWO' })).toEqual(['broadcast'])
    expect(await eventsOf({ keyword: 'V_ONE' })).toEqual([])
    expect(await eventsOf({ keyword: 'EV%' })).toEqual([])
  })

  test('answers in pages with the total', async () => {
    const page = await store.call(onlineLog.search, { query: { ...day, offset: '2', limit: '2' } })
    expect(page).toMatchObject({ total: 5, page: 2, pages: 3 })
    expect(page.data.map(({ event_type }) => event_type)).toEqual(['broadcast', 'message'])
    expect(page.total_capped).toBeUndefined()
  })

  test('names the answer that an event got, and narrows to events that got one or none', async () => {
    const own = await newStore()
    const { account } = await connectLine(own)
    const made = await own.call(answers.create, {
      params: { id: String(account.id) },
      body: { kind: 'keyword', name: 'ราคา', variants: ['ราคา'], messages: [{ type: 'text', text: '120 บาท' }] },
    })
    const { admin } = await testServer()
    for (const [event, answer, outcome] of [
      ['follow', null, 'none'],
      ['message', made.id, 'given'],
      ['postback', made.id, 'late'],
      ['unfollow', null, undefined],
    ] as const) {
      const id = await log({ at: '2026-11-20T04:00:00Z', channel_id: account.id, event_type: event }, own)
      if (outcome)
        await admin.query(
          'insert into answer_given (store_id, log_id, channel_id, answer_id, outcome) values ($1, $2, $3, $4, $5)',
          [own.storeId, id, account.id, answer, outcome],
        )
    }
    const { data } = await own.call(onlineLog.search, { query: day })
    expect(data.toReversed().map(({ answer }) => answer)).toEqual([
      { name: null, outcome: 'none' },
      { name: 'ราคา', outcome: 'given' },
      { name: 'ราคา', outcome: 'late' },
      null,
    ])
    expect(await eventsOf({ answered: 'yes' }, own)).toEqual(['message'])
    expect(await eventsOf({ answered: 'no' }, own)).toEqual(['postback', 'follow'])
  })

  test('returns no entry of another store', async () => {
    expect(await eventsOf({ keyword: 'EV_OTHER' })).toEqual([])
    expect(await eventsOf({}, other)).toEqual(['message'])
  })
})

test('the total stops at the cap when more entries match', async () => {
  const busy = await newStore()
  const { admin } = await testServer()
  await admin.query(
    `insert into online_log (store_id, source, direction, event_type, status, at)
     select $1, 'openapi', 'in', 'other', 'done', '2026-11-20T00:00:00Z'::timestamptz + n * interval '1 second'
     from generate_series(1, 10001) n`,
    [busy.storeId],
  )
  const found = await busy.call(onlineLog.search, { query: {} })
  expect(found).toMatchObject({ total: 10_000, total_capped: true })
})

test('an event type with U+0000 is refused', async () => {
  const { status } = await store.try(onlineLog.search, { query: { event_type: 'a\u0000b' } })
  expect(status).toBe(400)
})

describe('the graph', () => {
  const sumsOf = (answer: Awaited<ReturnType<typeof graph>>) =>
    Object.fromEntries(answer.series.map(({ name, total }) => [name, total]))
  const graph = (query: object) => store.call(onlineLog.graph, { query: { ...day, ...query } })

  test('counts a failed entry as failed alone', async () => {
    expect(sumsOf(await graph({}))).toEqual({ in: 3, out: 1, failed: 1 })
    expect(sumsOf(await graph({ source: 'openapi' }))).toEqual({ in: 1, out: 0, failed: 0 })
    expect(sumsOf(await graph({ channel_id: String(channel) }))).toEqual({ in: 2, out: 1, failed: 1 })
  })

  test('has a bar for each hour of the range, empty ones included', async () => {
    const answer = await graph({ timescale: 'hour' })
    expect(answer.timescale).toBe('hour')
    const came = answer.series.find(({ name }) => name === 'in')!.values
    expect(came).toHaveLength(24)
    expect(came.filter(({ value }) => value > 0).map(({ value }) => value)).toEqual([2, 1])
  })

  test('begins its days when those of the store begin', async () => {
    const { series } = await graph({ timescale: 'day' })
    const came = series.find(({ name }) => name === 'in')!.values
    expect(came.map(({ time, value }) => [new Date(time).toISOString(), value])).toEqual([
      ['2026-11-19T17:00:00.000Z', 2],
      ['2026-11-20T17:00:00.000Z', 1],
    ])
    const utc = await graph({ timescale: 'day', timezone: 'UTC' })
    expect(utc.series.find(({ name }) => name === 'in')!.values.map(({ value }) => value)).toEqual([3])
  })

  test('chooses a scale that fits the range when none is asked, or too many bars are', async () => {
    expect((await graph({})).timescale).toBe('minute')
    expect((await graph({ from: '2026-11-10' })).timescale).toBe('hour')
    expect((await graph({ from: '2026-08-25', timescale: 'minute' })).timescale).toBe('day')
  })

  test('shows at most 3,000 bars when the range covers all years', async () => {
    const { series, ...shown } = await graph({ from: '0001-01-02', to: '9999-12-30T00:00:00.123456789Z' })
    expect(series[0]!.values.length).toBeLessThanOrEqual(3000)
    expect(shown.timescale).toBe('day')
    expect(sumsOf({ series, ...shown })).toEqual({ in: 3, out: 1, failed: 1 })
  })

  test('refuses a time zone that does not exist', async () => {
    const { status } = await store.try(onlineLog.graph, { query: { timezone: 'Asia/Nowhere' } })
    expect(status).toBe(400)
  })
})

test('the pickers list the accounts of the store alone', async () => {
  const { data } = await store.call(onlineLog.lineChannels, { query: { limit: '-1' } })
  expect(data.map(({ id }) => id)).toEqual([channel])
  expect((await other.call(onlineLog.lineChannels, { query: { limit: '-1' } })).data).toEqual([])
  expect((await store.call(onlineLog.facebookChannels, { query: {} })).data).toEqual([])
})

describe('one entry', () => {
  let id: string
  beforeAll(async () => {
    id = String(await log({ at: '2026-11-01T00:00:00Z', payload: { message: 'ลับ' } }))
  })
  const reads = async () => {
    const { data } = await store.call(auditLog.list, { query: { action: 'online_log_read', subject_id: id } as never })
    return data.length
  }

  test('shows its payload only to a member with the right, and the reading is audited', async () => {
    const clerk = await store.member(['cdp-core.online-log.read'])
    const hidden = await clerk.call(onlineLog.get, { params: { id } })
    expect(hidden).toMatchObject({ payload: null, payload_hidden: true })
    expect(await reads()).toBe(0)
    const manager = await store.member(['cdp-core.online-log.read', 'cdp-core.profile-sensitive.read'])
    const shown = await manager.call(onlineLog.get, { params: { id } })
    expect(shown).toMatchObject({ payload: { message: 'ลับ' }, payload_hidden: false })
    expect(await reads()).toBe(1)
  })

  test('without a payload is not audited', async () => {
    const bare = String(await log({ at: '2026-11-01T00:00:00Z' }))
    expect(await store.call(onlineLog.get, { params: { id: bare } })).toMatchObject({
      payload: null,
      payload_hidden: false,
    })
  })

  test('is not found under an unknown id or that of another store', async () => {
    for (const member of [store, other]) {
      const params = { id: member === store ? '2147483647' : id }
      expect((await member.try(onlineLog.get, { params })).status).toBe(404)
    }
  })

  test('names no customer who was deleted', async () => {
    const gone = await newCustomer('ลบแล้ว', '+66898765432')
    const entry = String(await log({ at: '2026-11-01T00:00:00Z', profile_id: gone }))
    const before = await store.call(onlineLog.get, { params: { id: entry } })
    expect(before.profile?.id).toBe(gone)
    await store.call(profiles.delete, { params: { id: String(gone) } })
    expect((await store.call(onlineLog.get, { params: { id: entry } })).profile).toBeNull()
  })
})
