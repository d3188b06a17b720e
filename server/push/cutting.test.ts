import { auth } from '@ruam/contract/access/auth.ts'
import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstCases } from '../testing/first-cases.testing.ts'
import {
  exportEvent,
  type Grant,
  grantOf,
  listener,
  published,
  pushServer,
  receivedMessages,
  remove,
  setPermissions,
} from '../testing/push/push.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../testing/store.testing.ts'

let address: string
let store: TestStore
let grant: Grant
beforeAll(async () => {
  ;({ address } = await pushServer())
  store = await newStore()
  grant = await grantOf(store)
})

describe('a connection is cut', () => {
  const moves: [title: string, move: (member: Member) => Promise<unknown>][] = [
    ['who is removed from the store', (member) => remove(store, member)],
    ['who signs out', (member) => member.call(auth.logout)],
    ['whose role is changed', (member) => setRole(member, 'viewer')],
    [
      'whose role is given another right',
      (member) => setPermissions(store, member, ['cdp-core.datasource.create', 'cdp-core.field.edit']),
    ],
  ]
  firstCases(1)(moves)('a socket of a person %s closes within 5 s, and hears nothing after', async (_, move) => {
    const member = await store.member(['cdp-core.datasource.create'])
    const stays = await listener(address, grant)
    const { connection } = await listener(address, await grantOf(member))
    await move(member)
    const before = performance.now()
    expect((await connection.closed())?.message).toMatch(/authentication revoked/i)
    expect(performance.now() - before).toBeLessThan(5000)
    await published(exportEvent(store.storeId, 3))
    expect(await stays.next()).toMatchObject({ event_data: { export_id: 3 } })
    await stays.connection.close()
  })

  test('a declined agreement closes all sockets of the store', { tags: ['verify'] }, async () => {
    const { admin } = await testServer()
    const other = await newStore()
    const { connection } = await listener(address, await grantOf(other))
    await admin.query(
      "insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) values ($1, $2, 'declined', '{}', '', $3)",
      [other.storeId, DPA_VERSION, other.userId],
    )
    expect((await connection.closed())?.message).toMatch(/authentication revoked/i)
  })

  test('when the server loses the database, and opens again when it is back', async () => {
    const { admin } = await testServer()
    const { connection } = await listener(address, grant)
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ruam push' and datname = current_database()",
    )
    await connection.closed()
    await expect.poll(() => receivedMessages(address, grant), { timeout: 10_000 }).toBe('open')
    const again = await listener(address, grant)
    await published(exportEvent(store.storeId, 4))
    expect(await again.next()).toMatchObject({ event_data: { export_id: 4 } })
    await again.connection.close()
  })
})

async function setRole({ userId }: Member, name: string) {
  const { admin } = await testServer()
  await admin.query(
    'update store_member set role_id = (select id from role where store_id = $1 and name = $3) where store_id = $1 and user_id = $2',
    [store.storeId, userId, name],
  )
}
