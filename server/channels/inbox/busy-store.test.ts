import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow } from '../../../tools/line/webhooks.ts'
import { connectLine, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, isWaiting, newStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'
import { receiveDelivery } from './receive.ts'

async function scene() {
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const event = () => follow(state, addFriend(line).userId)
  return { store, account, event, post: () => postEvents(line, account.webhook.url, [event()]) }
}

/** Keeps rows from being written to a table until the returned function is called. */
async function locked(table: 'run_record' | 'online_log') {
  const { admin } = await testServer()
  const holder = await admin.connect()
  await holder.query(`begin; lock table ${table} in share mode`)
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

test('a webhook is stored and answered while a batch of an import of its store is open', async () => {
  const { store, post } = await scene()
  const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร\nก,0812345670\nข,0812345671\n', 'ลูกค้า')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id: dry } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, dry)
  const release = await locked('run_record')
  const { run_id: real } = await store.call(importRun.run, { params, body: { run_id: dry } })
  await until(isWaiting)
  expect(await post()).toBe(200)
  const stored = await rowsOf(store, 'select from inbox where store_id = $1')
  expect([stored.length, await isWaiting()]).toEqual([1, true])
  const { status } = await store.call(importRun.getRun, { params: { ...params, run_id: real }, query: {} })
  expect(status).toBe('processing')
  await release()
  expect((await runOf(store, id, real)).status).toBe('completed')
})

/** Deliveries of one event each, which come while no row of the log can be written. */
async function heldDeliveries(count: number) {
  const { store, account, event } = await scene()
  const core = await coreOf(store)
  const release = await locked('online_log')
  const receiver = { source: 'line', storeId: store.storeId, channelId: account.id } as const
  const outcomes = Array.from({ length: count }, (_, n) => receiveDelivery(core, receiver, [event()], `request ${n}`))
  await until(isWaiting)
  return { store, core, outcomes, release }
}

test('deliveries of an account that come while two are stored share a transaction, and leave connections to other calls', async () => {
  const { store, outcomes, release } = await heldDeliveries(40)
  await store.call(profiles.list, { query: {} })
  await release()
  expect(await Promise.all(outcomes)).toEqual(Array(40).fill('waiting'))
  // An entry of the log is updated when its event is applied; its payload stays.
  const transactions = await rowsOf<{ count: number }>(
    store,
    'select count(*)::int from online_log_payload where store_id = $1 group by xmin order by 1',
  )
  expect(transactions.map(({ count }) => count)).toEqual([1, 1, 38])
  const requests = await rowsOf<{ request_id: string }>(
    store,
    "select request_id from online_log where store_id = $1 and event_type = 'follow' order by request_id",
  )
  expect(requests.map(({ request_id }) => request_id)).toEqual(outcomes.map((_, n) => `request ${n}`).sort())
})

test('deliveries are stored one by one when they cannot be stored together', async () => {
  const { admin } = await testServer()
  await admin.query(`
    create function refuse_second() returns trigger language plpgsql as $$ begin
      if (select count(*) from fresh) > 1 then raise 'more than one'; end if; return null; end $$;
    create trigger refuse_second after insert on online_log referencing new table as fresh
      for each statement execute function refuse_second()`)
  const { store, core, outcomes, release } = await heldDeliveries(5)
  const { report } = core
  const reported: string[] = []
  core.report = (_, what) => void reported.push(what)
  await release()
  expect(await Promise.all(outcomes)).toEqual(Array(5).fill('waiting'))
  core.report = report
  await admin.query('drop trigger refuse_second on online_log; drop function refuse_second()')
  expect(reported).toEqual(['deliveries stored one by one'])
  const entries = 'select event_type from online_log where store_id = $1 and event_type <> $2'
  expect(await rowsOf<{ event_type: string }>(store, entries, 'test')).toEqual(Array(5).fill({ event_type: 'follow' }))
})
