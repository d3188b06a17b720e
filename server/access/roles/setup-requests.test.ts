import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { type SetupKind, setupRequests } from '@ruam/contract/access/setup-requests.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { connectLine } from '../../testing/channels/line.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let marketer: Member
let draft: number
beforeEach(async () => {
  store = await newStore()
  marketer = await store.member([...presetRoles.find(({ name }) => name === 'marketer')!.permissions])
  draft = (await marketer.call(broadcasts.create, { body: { name: 'เปิดตัวใน LINE' } })).id
})

const ask = (kind: SetupKind, broadcast_id = draft) =>
  marketer.call(setupRequests.create, { body: { kind, broadcast_id } })
const bell = async (who: Member, kind: string) =>
  (await who.call(notifications.list, { query: {} })).data.filter((one) => one.kind === kind)

test('a request for a LINE account notifies every owner, names who asks, and is read again by the asker alone', async () => {
  const second = await store.member('owner')
  const asked = await ask('account')
  expect(asked).toMatchObject({ data: [{ kind: 'account', asked_at: expect.any(String) }] })
  expect(asked.owners).toHaveLength(2)
  const [notice, ...more] = await bell(store, 'account_requested')
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    title: expect.stringMatching(/^\S.* ขอให้เชื่อม LINE$/),
    leads_to: { screen: 'setting-line-oa', param: null, id: null },
  })
  expect([await bell(second, 'account_requested'), await bell(marketer, 'account_requested')]).toMatchObject([[{}], []])
  expect((await marketer.call(setupRequests.get, {})).data).toEqual(asked.data)
  expect((await second.call(setupRequests.get, {})).data).toEqual([])
})

test('owners are notified once in 24 hours, also when it is sent several times at once', async () => {
  await Promise.all([1, 2, 3].map(() => ask('purpose')))
  expect(await bell(store, 'purpose_requested')).toHaveLength(1)
  const { admin } = await testServer()
  await admin.query("update setup_request set asked_at = asked_at - interval '25 hours' where store_id = $1", [
    store.storeId,
  ])
  await ask('purpose')
  expect(await bell(store, 'purpose_requested')).toHaveLength(2)
})

test('the person who asked is notified once LINE is connected, with the way back to the draft, and may ask for a purpose apart', async () => {
  await ask('account')
  await ask('purpose')
  await connectLine(store)
  expect(await bell(marketer, 'account_ready')).toMatchObject([
    { leads_to: { screen: 'broadcast-edit', param: 'broadcastId', id: draft } },
  ])
  expect((await marketer.call(setupRequests.get, {})).data.map(({ kind }) => kind)).toEqual(['purpose'])
  await store.call(consents.createPurpose, { body: { name: 'ข่าวสารของร้านนี้' } })
  expect(await bell(marketer, 'purpose_ready')).toHaveLength(1)
  expect((await marketer.call(setupRequests.get, {})).data).toEqual([])
})

test('a draft of another store, or none, is not found', async () => {
  const other = await newStore()
  const { id } = await other.call(broadcasts.create, { body: {} })
  const refused = await marketer.try(setupRequests.create, { body: { kind: 'account', broadcast_id: id } })
  expect(refused).toMatchObject({ status: 404, body: { error: 'not_found' } })
  expect(await bell(store, 'account_requested')).toEqual([])
})
