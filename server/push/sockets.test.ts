import { createUser } from '@nats-io/nkeys'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type PushEvent, push } from '@ruam/contract/push.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { inStore } from '../database/db.ts'
import { exportEvent, type Grant, grantOf, listener, published, pushServer } from '../testing/push/push.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { publishNotice } from './publish.ts'

let address: string
let store: TestStore
let grant: Grant
beforeAll(async () => {
  ;({ address } = await pushServer())
  store = await newStore()
  grant = await grantOf(store)
})

const dataAdmin: Permission[] = ['cdp-core.datasource.create']

describe('the token of a socket', () => {
  test('names the one subject of its person and store, and when it ends', async () => {
    const nkey = createUser().getPublicKey()
    const { subject, expires_in } = await store.call(push.token, { body: { token: store.token, nkey } })
    expect({ subject, expires_in }).toEqual({
      subject: `test.ruam.notification.${store.storeId}.${store.userId}`,
      expires_in: 600,
    })
  })

  test('is refused when the body repeats anything but a token of the same login and store', async () => {
    const other = await store.member('owner')
    const nkey = createUser().getPublicKey()
    for (const token of [other.token, (await newStore()).token, store.personToken, 'x', '']) {
      expect((await store.try(push.token, { body: { token, nkey } })).body.error).toBe('signed_out')
    }
  })

  test('is refused for a key with a letter that was misread', async () => {
    const { nkey } = grant
    const misread = nkey.slice(0, 20) + (nkey[20] === 'A' ? 'B' : 'A') + nkey.slice(21)
    expect((await store.try(push.token, { body: { token: store.token, nkey: misread } })).body.error).toBe(
      'invalid_input',
    )
  })
})

describe('an event', () => {
  test('is heard when its transaction commits, and never when it is rolled back', async () => {
    const { core } = await testServer()
    const { connection, next } = await listener(address, grant)
    const attempt = inStore(core.pool, store.storeId, async (db) => {
      await publishNotice(db, exportEvent(store.storeId, 1))
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    await published(exportEvent(store.storeId, 2))
    expect(await next()).toEqual({
      event_type: 'export',
      event_data: { export_id: 2, progress: 0.5, status: 'processing', url: '' },
    })
    await connection.close()
  })

  test('reaches its store alone, its person alone, and those alone who hold its permission', async () => {
    const member = await store.member(dataAdmin)
    const { connection, next } = await listener(address, await grantOf(member))
    const event = (id: number, rest: Partial<PushEvent>) =>
      ({ ...exportEvent(store.storeId, id), ...rest }) as PushEvent
    await published(
      exportEvent((await newStore()).storeId, 1),
      event(2, { user_id: store.userId }),
      event(3, { permission: 'cdp-core.profile.download' }),
      event(4, { permission: 'cdp-core.datasource.create' }),
      event(5, { user_id: member.userId }),
      event(6, {}),
    )
    const heard = [await next(), await next(), await next()]
    expect(heard).toMatchObject([4, 5, 6].map((export_id) => ({ event_data: { export_id } })))
    await connection.close()
  })

  test('carries what its contract names and nothing else', async () => {
    const { connection, next } = await listener(address, grant)
    const event = exportEvent(store.storeId, 1)
    const careless = { ...event, event_data: { ...event.event_data, phone: '0812345678' } }
    await published(careless as PushEvent)
    expect(await next()).toEqual({ event_type: 'export', event_data: event.event_data })
    await connection.close()
  })

  test('that only another version of Ruam understands is passed over', async () => {
    const { admin } = await testServer()
    const { connection, next } = await listener(address, grant)
    for (const payload of ['', 'x', 'null', '{"event_type":"later","store_id":1}']) {
      await admin.query('select pg_notify(auth.push_channel(), $1)', [payload])
    }
    await published(exportEvent(store.storeId, 9))
    expect(await next()).toMatchObject({ event_data: { export_id: 9 } })
    await connection.close()
  })

  test('that its contract refuses is not published, and fails its transaction', async () => {
    const event = exportEvent(store.storeId, 1)
    const long = { ...event, event_data: { ...event.event_data, url: 'x'.repeat(8000) } }
    await expect(published(long as PushEvent)).rejects.toThrow('url')
  })

  test('reaches people on every server there is', async () => {
    const second = await pushServer()
    const both = await Promise.all([listener(address, grant), listener(second.address, grant)])
    await published(exportEvent(store.storeId, 7))
    for (const { connection, next } of both) {
      expect(await next()).toMatchObject({ event_data: { export_id: 7 } })
      await connection.close()
    }
  })
})
