import { readFileSync } from 'node:fs'
import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { expect, test } from 'vitest'
import { addChannel, addFriend } from '../../../tools/line/state.ts'
import { follow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { checkAccount } from './check.ts'

let modules = 0
/** A module's channel, with a bot of its own or that of an official account. */
async function moduleOf(userId?: string) {
  const { state } = await testLine()
  const id = `4${process.pid}${String(++modules).padStart(5, '0')}`.slice(0, 18)
  return addChannel(state, { id, ...(userId && { userId }) })
}

const connect = (store: TestStore, { id, secret }: { id: string; secret: string }, calls = lineModule) =>
  store.try(calls.create, { body: { channel_id: id, channel_secret: secret } })

test('a module whose bot is an official account of the installation is refused, and only another store is called one', async () => {
  const [store, other] = [await newStore(), await newStore()]
  const { line, account } = await connectLine(store)
  const twin = await moduleOf(line.userId)
  const here = await connect(store, twin)
  expect(here).toMatchObject({ status: 409, body: { error: 'channel_connected_here' } })
  expect(here.body.message).toContain(account.name)
  expect(await connect(other, twin)).toMatchObject({ status: 409, body: { error: 'channel_taken' } })
  const asOther = await connect(store, line)
  expect(asOther.body.error).toBe('channel_connected_here')
  // The webhook stays with the account that has it.
  expect(line.webhook?.endpoint).toBe(account.webhook.url)
})

test('an official account and a module with the same bot that connect at once become one account', async () => {
  const [one, two] = [await newStore(), await newStore()]
  const { state } = await testLine()
  const line = addChannel(state, { id: `5${process.pid}1`.slice(0, 18) })
  const twin = await moduleOf(line.userId)
  const answers = await Promise.all([connect(one, line, lineOa as never), connect(two, twin)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('keys that open the bot of another account of the store are refused', async () => {
  const store = await newStore()
  const { account } = await connectLine(store)
  const second = await connectLine(store)
  const { state } = await testLine()
  const first = [...state.channels.values()].find(({ id }) => id === account.channel_id)!
  second.line.userId = first.userId
  second.line.secret = 'a'.repeat(32)
  const body = { channel_secret: second.line.secret, origin_time: second.account.updated_at }
  const changed = await store.try(lineOa.update, { params: { id: String(second.account.id) }, body })
  expect(changed).toMatchObject({ status: 409, body: { error: 'channel_connected_here' } })
})

/** The part of the migration that chooses among accounts with one bot. */
const migration = readFileSync(new URL('../../migrations/0324-channel-connection.sql', import.meta.url), 'utf8')
const choice = migration.slice(
  migration.indexOf('create temp table ranked'),
  migration.indexOf('alter table notification force'),
)

test('of two accounts with one bot, the update pauses the one that LINE’s webhook does not reach, and deletes nothing', async () => {
  const { admin, core } = await testServer()
  const [old, young] = [await newStore(), await newStore()]
  const first = await connectLine(old)
  const second = await connectLine(young)
  const { state } = await testLine()
  expect(
    await postEvents(second.line, second.account.webhook.url, [follow(state, addFriend(second.line).userId)]),
  ).toBe(200)
  const client = await admin.connect()
  await client.query('begin')
  await client.query('drop index channel_line_account, channel_line_bot')
  await client.query('update channel set bot_user_id = $1 where store_id = $2', [second.line.userId, old.storeId])
  await client.query(choice)
  await client.query(`create unique index channel_line_account on channel (external_id)
    where type in ('lineOA', 'lineModule') and not duplicate`)
  await client.query(`create unique index channel_line_bot on channel (bot_user_id)
    where type in ('lineOA', 'lineModule') and not duplicate`)
  await client.query('commit')
  client.release()
  first.line.userId = second.line.userId
  const paused = await old.call(lineOa.get, { params: { id: String(first.account.id) } })
  expect(paused).toMatchObject({
    status: 'error',
    connection: { state: 'stopped', fault: 'duplicate', repair: 'disconnect' },
  })
  expect((await young.call(lineOa.get, { params: { id: String(second.account.id) } })).connection.state).toBe('works')
  const { data } = await old.call(notifications.list, { query: {} })
  expect(data.map(({ kind }) => kind)).toContain('channel_duplicate')
  await checkAccount(core, old.storeId, first.account.id)
  expect((await old.call(lineOa.get, { params: { id: String(first.account.id) } })).connection.fault).toBe('duplicate')
  // Once the other one is disconnected, the paused one works again.
  await young.call(lineOa.delete, { params: { id: String(second.account.id) } })
  const free = await old.call(lineOa.check, { params: { id: String(first.account.id) }, body: { set: true } })
  expect(free.connection.state).toBe('works')
})

test('a channel that moves to another store while events arrive loses none that was accepted, and applies each in one store', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { line, account } = await connectLine(from)
  const { state } = await testLine()
  const users = Array.from({ length: 40 }, () => addFriend(line).userId)
  const accepted: string[] = []
  let next = 0
  const delivering = (async () => {
    for (; next < users.length; next++) {
      const event = follow(state, users[next]!)
      // LINE calls the address that it knows, and delivers again what was not accepted.
      for (let tries = 0; tries < 200; tries++) {
        const status = await postEvents(line, line.webhook!.endpoint, [event])
        expect([200, 401, 404]).toContain(status)
        if (status !== 200) continue
        accepted.push(users[next]!)
        break
      }
    }
  })()
  while (next < 10) await new Promise((resolve) => setTimeout(resolve, 5))
  await from.call(lineOa.delete, { params: { id: String(account.id) } })
  await to.call(lineOa.create, { body: { channel_id: line.id, channel_secret: line.secret } })
  await delivering
  await Promise.all([inboxEmpty(from.storeId), inboxEmpty(to.storeId)])
  expect(accepted).toEqual(users)
  const logged = async ({ storeId }: TestStore) => {
    const rows = await rowsOf<{ user_id: string; status: string }>(
      { storeId } as TestStore,
      `select user_id, status from online_log where store_id = $1 and event_type = 'follow' order by id`,
    )
    return rows.map(({ user_id }) => user_id)
  }
  const [before, after] = [await logged(from), await logged(to)]
  expect([...before, ...after].sort()).toEqual(users.toSorted())
  const friends = await rowsOf<{ external_id: string }>(
    to,
    'select external_id from channel_friend where store_id = $1',
  )
  expect(friends.map(({ external_id }) => external_id).sort()).toEqual(after.toSorted())
  expect(await rowsOf(from, 'select from channel_friend where store_id = $1')).toEqual([])
})

test('events that are applied while their account is disconnected leave no friends behind', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const { state } = await testLine()
  const { admin } = await testServer()
  const holder = await admin.connect()
  await holder.query('begin')
  await holder.query('select from channel where store_id = $1 for update', [store.storeId])
  const disconnected = store.call(lineOa.delete, { params: { id: String(account.id) } })
  expect(await postEvents(line, account.webhook.url, [follow(state, addFriend(line).userId)])).toBe(200)
  const isSettled = async () => {
    const { rows } = await admin.query<{ settled: boolean }>(
      `select not exists (select from inbox where store_id = $1) or (select count(*) from pg_locks where not granted) > 1 as settled`,
      [store.storeId],
    )
    return rows[0]!.settled
  }
  while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 20))
  await holder.query('commit')
  holder.release()
  await disconnected
  await inboxEmpty(store.storeId)
  expect(await rowsOf(store, 'select from channel_friend where store_id = $1')).toEqual([])
})
