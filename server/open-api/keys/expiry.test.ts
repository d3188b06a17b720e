import { notifications } from '@ruam/contract/notifications.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { beforeAll, expect, test } from 'vitest'
import { mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import type { Mailbox } from '../../testing/mail-server.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { warnOfExpiryHourly } from './expiry.ts'

let box: Mailbox
let store: TestStore
beforeAll(async () => {
  box = await sendingServer()
  store = await newStore()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const key = (name: string, days: number) =>
  store.call(apiKeys.create, { body: { name, scopes: ['profile:read'], expired_at: inDays(days) } })

async function look() {
  const core = await coreOf(store)
  await warnOfExpiryHourly(core).work(new AbortController().signal)
}
const noticesOf = async (member: Pick<TestStore, 'call'>) =>
  (await member.call(notifications.list, { query: {} })).data.filter(({ kind }) => kind.endsWith('_expiring'))

test('a credential expires in a year of four digits', async () => {
  const expired_at = '9999-12-31T23:59:59-14:59'
  for (const made of [
    store.try(apiKeys.create, { body: { name: 'แคชเชียร์', scopes: ['profile:read'], expired_at } }),
    store.try(apiTokens.create, { body: { name: 'ผู้ขาย', expired_at } }),
  ])
    expect((await made).body.error).toBe('invalid_input')
})

test('a credential that ends within 14 days is a notice, something to do and a mail to the owner, once', async () => {
  const ending = await key('เครื่อง POS', 13.5)
  await key('อีกนาน', 15)
  await store.call(apiTokens.create, { body: { name: 'ผู้ขาย', expired_at: inDays(3) } })
  await look()
  await look()
  const told = await noticesOf(store)
  expect(told.map(({ kind, title, text }) => [kind, title, text]).sort()).toEqual([
    ['api_key_expiring', 'API key “เครื่อง POS” ใกล้หมดอายุ', expect.stringContaining('14')],
    ['api_token_expiring', 'API token “ผู้ขาย” ใกล้หมดอายุ', expect.stringContaining('3')],
  ])
  expect((await store.call(dashboard.todo)).ending_credentials).toBe(2)
  const subjects = (await mailsTo(box, store.email, 2)).map(({ subject }) => subject)
  expect(subjects.some((subject) => subject?.includes('API key “เครื่อง POS”'))).toBe(true)
  expect(subjects.some((subject) => subject?.includes('API token “ผู้ขาย”'))).toBe(true)

  // A new secret brings a new end.
  await store.call(apiKeys.rotate, { params: { id: String(ending.id) }, body: {} })
  expect((await store.call(dashboard.todo)).ending_credentials).toBe(1)
})

test('a warning reaches only those who may see such credentials, and none comes after a revocation', async () => {
  const clerk = await store.member(['datasource-open-api-token.read', 'cdp-core.profile.download'])
  expect((await noticesOf(clerk)).map(({ kind }) => kind)).toEqual(['api_token_expiring'])
  const { id } = await key('ยกเลิกแล้ว', 2)
  await store.call(apiKeys.revoke, { params: { id: String(id) } })
  await look()
  expect(await noticesOf(store)).toHaveLength(2)
})
