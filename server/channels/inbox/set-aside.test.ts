import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow, textMessage } from '../../../tools/line/webhooks.ts'
import { wakeIngester } from '../../ingest/ingester/wake.ts'
import { connectLine, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { failRows } from '../../testing/database/failing.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let store: TestStore
let line: Channel
let url: string
beforeEach(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
})

const state = async () => (await testLine()).state
const waiting = () => rowsOf<{ tries: number }>(store, 'select tries from inbox where store_id = $1 and tries = 0')
const triesOf = async () =>
  (await rowsOf<{ tries: number }>(store, 'select tries from inbox where store_id = $1'))[0]?.tries

/** Lets the pause after a try pass. */
async function nextTry(tries: number): Promise<void> {
  await rowsOf(store, "update inbox set retry_at = now() where store_id = $1 and retry_at < 'infinity'")
  wakeIngester(await coreOf(store), store.storeId)
  await until(async () => (await triesOf()) === tries)
}

test('one event that cannot be applied delays no other, is set aside after five tries with its reason, and can be replayed', {
  tags: ['verify'],
}, async () => {
  await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  const [bad, ...good] = Array.from({ length: 30 }, () => addFriend(line).userId)
  const events = await Promise.all(
    [bad!, ...good].map(async (userId, n) =>
      n === 15 ? textMessage(await state(), userId, 'stop') : follow(await state(), userId),
    ),
  )
  const repaired = await failRows(store, 'channel_friend', `new.external_id = '${bad}'`, '22000')
  expect(await postEvents(line, url, events)).toBe(200)
  await until(async () => (await waiting()).length === 0)
  const { data } = await store.call(onlineLog.search, { query: { limit: '100' } })
  const failed = data.filter(({ status }) => status !== 'done')
  expect(failed).toMatchObject([{ status: 'failed', error_code: 'event_refused', set_aside: false }])
  expect(await rowsOf(store, "select from consent_entry where store_id = $1 and status = 'withdrawn'")).toHaveLength(1)

  for (const tries of [2, 3, 4, 5]) await nextTry(tries)
  const listed = await store.call(onlineLog.search, { query: { status: 'set_aside' } })
  expect(listed.data).toMatchObject([{ id: failed[0]!.id, status: 'failed', set_aside: true }])
  expect((await store.call(dashboard.todo)).set_aside_events).toBe(1)

  await repaired[Symbol.asyncDispose]()
  expect(await store.call(onlineLog.replay, { body: { ids: [failed[0]!.id] } })).toEqual({ replaying: 1 })
  await until(async () => (await triesOf()) === undefined)
  const replayed = await store.call(onlineLog.get, { params: { id: String(failed[0]!.id) } })
  expect(replayed).toMatchObject({ status: 'done', error_code: null, set_aside: false })
  expect((await store.call(dashboard.todo)).set_aside_events).toBe(0)
  const acts = await store.call(auditLog.list, { query: {} })
  expect(acts.data.map(({ action }) => action)).toContain('events_replayed')
  const again = await store.try(onlineLog.replay, { body: {} })
  expect([again.status, again.body]).toMatchObject([409, { error: 'nothing_set_aside' }])
})
