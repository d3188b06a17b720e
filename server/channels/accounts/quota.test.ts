import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { expect, test } from 'vitest'
import { accountEvent } from '../../../tools/line/webhooks.ts'
import { inStore } from '../../database/db.ts'
import { connectLine, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { checkAccount } from './check.ts'
import { takeDueCheck } from './check-queries.ts'
import { lineMonth } from './line-month.ts'
import { reserve, saveQuota, settle } from './quota.ts'

test('the quota follows LINE’s count up and down, but not while it may lag behind what was sent', async () => {
  const store = await newStore()
  const { core, admin } = await testServer()
  const { line, account } = await connectLine(store, { quota: 1000 })
  const channel = { type: 'lineOA' as const, channel_id: account.id }
  const usage = async () => (await store.call(broadcasts.usage, { body: { channel } })).usage
  const month = { channelId: account.id, month: lineMonth(new Date()) }
  line.usage = 700
  await checkAccount(core, store.storeId, account.id)
  expect(await usage()).toBe(700)
  line.usage = 300
  await checkAccount(core, store.storeId, account.id)
  expect(await usage()).toBe(300)
  await inStore(core.pool, store.storeId, (db) => settle(db, store.storeId, month, { released: 0, used: 50 }))
  await checkAccount(core, store.storeId, account.id)
  expect(await usage()).toBe(350)
  await admin.query(`update broadcast_quota set sent_at = now() - interval '11 minutes' where store_id = $1`, [
    store.storeId,
  ])
  await checkAccount(core, store.storeId, account.id)
  expect(await usage()).toBe(300)
  const shown = await store.call(lineOa.get, { params: { id: String(account.id) } })
  expect(shown.quota).toMatchObject({ limit: 1000, usage: 300 })
  expect(Date.now() - Date.parse(shown.quota!.at)).toBeLessThan(60_000)
})

test('a lower count frees what can be reserved, and never what is reserved', async () => {
  const store = await newStore()
  const { core } = await testServer()
  const { account } = await connectLine(store, { quota: 100 })
  const month = { channelId: account.id, month: lineMonth(new Date()) }
  const inIt = <T>(work: (db: Parameters<Parameters<typeof inStore<T>>[2]>[0]) => Promise<T>) =>
    inStore(core.pool, store.storeId, work)
  await inIt((db) => saveQuota(db, store.storeId, month, { limit: 100, usage: 90 }))
  expect(await inIt((db) => reserve(db, store.storeId, month, 20))).toBe(false)
  await inIt((db) => saveQuota(db, store.storeId, month, { limit: 100, usage: 40 }))
  expect(await inIt((db) => reserve(db, store.storeId, month, 50))).toBe(true)
  expect(await inIt((db) => reserve(db, store.storeId, month, 20))).toBe(false)
})

test('a fault named by an event ends with the opposite event, with one of a customer, or with a check by a person', async () => {
  const store = await newStore()
  const { state } = await testLine()
  const { line, account } = await connectLine(store)
  const params = { id: String(account.id) }
  const fault = async () => (await store.call(lineOa.get, { params })).connection.fault
  const hears = async (type: Parameters<typeof accountEvent>[2], after = 0) => {
    const event = accountEvent(state, line, type)
    expect(await postEvents(line, account.webhook.url, [{ ...event, timestamp: event.timestamp + after }])).toBe(200)
  }
  await hears('botSuspended', -5000)
  expect(await fault()).toBe('suspended')
  await hears('botResumed', -4000)
  expect(await fault()).toBeNull()
  // A late delivery of the older event changes nothing.
  await hears('botSuspended', -4500)
  expect(await fault()).toBeNull()
  await hears('deactivated', -3000)
  expect(await fault()).toBe('deactivated')
  expect((await store.call(lineOa.check, { params, body: {} })).connection.state).toBe('works')
})

test('a due check is taken once, and the next one comes within the interval of the account', async () => {
  const store = await newStore()
  const { core, admin } = await testServer()
  const { account } = await connectLine(store)
  const take = () => inStore(core.pool, store.storeId, (db) => takeDueCheck(db, store.storeId, account.id))
  const taken = await Promise.all([take(), take(), take()])
  expect(taken.filter(Boolean)).toHaveLength(1)
  const { rows } = await admin.query<{ seconds: number }>(
    `select extract(epoch from next_check_at - now())::int as seconds from channel where store_id = $1`,
    [store.storeId],
  )
  // Nothing was heard of it: every hour.
  expect(rows[0]!.seconds).toBeGreaterThan(-1)
  expect(rows[0]!.seconds).toBeLessThanOrEqual(3600)
})
