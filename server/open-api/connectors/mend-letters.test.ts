import { profiles } from '@ruam/contract/customers/profiles.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { ingestAll, postItems } from '../../testing/open-api/till.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let id: number
const at = () => ({ params: { id: String(id) } })
const phone = (n: number) => `0815550${n}`
const mend = (body: object) => store.call(connectorItems.mend, { ...at(), body: body as never })
const listed = async (path: string) =>
  (await store.call(connectorItems.deadLetters, { ...at(), query: { path } })).data.toReversed()

/** The suggestion completes the third one. */
const endOf = (name: string) => (name === 'c' ? 'gmail.com' : 'example.com')

/** Items of three causes: two phones with letters, two e-mails without @, two incomes in words. */
const items = [
  { phone: '08l555O801', email: 'a@example.com', bill: { income: '100' } },
  { phone: '08l555O802', email: 'b@example.com', bill: { income: '100' } },
  { phone: phone(803), email: 'c.gmail.com', bill: { income: '100' } },
  { phone: phone(804), email: 'จำไม่ได้', bill: { income: '100' } },
  { phone: phone(805), email: 'e@example.com', bill: { income: 'สองร้อยบาท' } },
  { phone: phone(806), email: 'f@example.com', bill: { income: 'สามร้อยบาท' } },
]

beforeEach(async () => {
  store = await newStore()
  const made = await newCredential(store)
  await openFields(made)
  const example = { phone: '0815550800', email: 'a@example.com', bill: { income: '100' } }
  id = (await store.call(connectors.create, { body: { name: 'เครื่อง POS', example } })).id
  const row = (no: string, destination_id: number) => ({
    ...{ source_schema_id: no, destination_id, destination_type: 'system_profile' as const },
  })
  const mapping = [row('1', 9), row('2', 11), row('3', 19)]
  const body = { mapping, match: { keys: [9], mode: 'both' as const }, unreadable_cells: 'fail' as const }
  await store.call(connectors.putMapping, { ...at(), body })
  await postItems(id, { items }, made.credential)
})

describe('failed items of a connector', () => {
  test('are corrected by cause, checked as cells of an import, and replayed', async () => {
    const groups = (await store.call(connectorItems.deadLetterGroups, at())).data
    expect(new Map(groups.map((one) => [one.path, one.count]))).toEqual(
      new Map([
        ['phone', 2],
        ['email', 2],
        ['bill.income', 2],
      ]),
    )
    const groupOf = (path: string) => ({ error: groups.find((one) => one.path === path)!.error, path })
    expect(await listed('phone')).toMatchObject([
      { correctable: true, value: '08l555O801', text: null, suggestion: '0815550801' },
      { correctable: true, value: '08l555O802', text: null, suggestion: '0815550802' },
    ])
    expect(await mend({ group: groupOf('phone'), suggested: true })).toEqual({ mended: 2, unread: 0 })
    const words = [
      ['ร้อยบาท', '00', 2, 2],
      ['สอง', '2', 1, 0],
      ['สาม', '3', 1, 0],
    ] as const
    for (const [find, replacement, mended, unread] of words)
      expect(await mend({ group: groupOf('bill.income'), find, replacement })).toEqual({ mended, unread })
    expect(await mend({ group: groupOf('email'), suggested: true })).toEqual({ mended: 1, unread: 0 })
    const last = (await listed('email'))[1]!
    expect(await mend({ ids: [last.id], text: 'd.example' })).toEqual({ mended: 1, unread: 1 })
    expect((await listed('email'))[1]).toMatchObject({ text: 'd.example', unread: last.message })
    expect(await mend({ ids: [last.id], text: null })).toEqual({ mended: 1, unread: 1 })
    expect((await listed('email'))[1]).toMatchObject({ value: 'จำไม่ได้', text: null, unread: null })
    expect(await mend({ ids: [last.id], text: 'd@example.com' })).toEqual({ mended: 1, unread: 0 })
    expect(await store.call(connectorItems.replay, { ...at(), body: { all: true } })).toEqual({ replaying: 6 })
    await ingestAll(store)
    expect((await store.call(connectorItems.deadLetters, { ...at(), query: {} })).total).toBe(0)
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(6)
    const emails = await rowsOf<{ email: string }>(
      store,
      'select email from profile where store_id = $1 order by email',
    )
    expect(emails.map(({ email }) => email)).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@${endOf(name)}`),
    )
  })

  test('cannot be corrected in a value that a person may not see', async () => {
    const clerk = await store.member(['datasource-open-api.read', 'datasource-open-api.edit', 'cdp-core.profile.read'])
    const { data } = await clerk.call(connectorItems.deadLetters, { ...at(), query: {} })
    expect(new Set(data.flatMap((one) => (one.correctable ? [one.path] : [])))).toEqual(new Set(['phone', 'email']))
    const [letter] = await listed('bill.income')
    for (const body of [
      { ids: [letter!.id], text: '1' },
      { group: { error: letter!.error, path: 'bill.income' }, find: '2', replacement: '3' },
    ]) {
      const reply = await clerk.try(connectorItems.mend, { ...at(), body })
      expect([reply.status, reply.body]).toMatchObject([403, { error: 'field_closed' }])
    }
    expect((await listed('bill.income'))[0]).toMatchObject({ value: 'สองร้อยบาท', text: null })
  })
})
