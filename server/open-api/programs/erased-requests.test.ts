import { expect, test } from 'vitest'
import { openBody, writeRequests } from '../../http/request-log.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { coreOf } from '../../testing/store.testing.ts'

/** A store with a program, and the texts of its requests in the log: of every column, sealed ones opened. */
async function newProgram() {
  const sender = await newSender()
  const core = await coreOf(sender.store)
  const texts = async (): Promise<string[]> => {
    await writeRequests(core.pool, core.config.secretKey)
    const kept = await sender.rows<{ row: Record<string, unknown> }>(
      'select to_jsonb(l) as row from program_request l where store_id = $1 order by id',
    )
    const textOf = (row: Record<string, unknown>) => (value: unknown) =>
      typeof value === 'string' && value.startsWith('\\x')
        ? openBody(
            core.config.secretKey,
            sender.store.storeId,
            Number(row.credential_id),
            Buffer.from(value.slice(2), 'hex'),
          )
        : JSON.stringify(value)
    return kept.map(({ row }) => Object.values(row).map(textOf(row)).join('\n'))
  }
  return { ...sender, texts }
}

const trial = { 'ruam-dry-run': 'true' }

test('an erasure leaves no value of the person in any column of the log, whatever request held it', async () => {
  const { store, post, texts } = await newProgram()
  const phone = '0816772001'
  const added = await post('profiles/batch', {
    items: [{ values: { phone, firstName: 'แก้วใส' } }, { values: { phone: '0816772002', firstName: 'ใบบัว' } }],
  })
  const [id, other] = added.body.results!.map(({ profile_id }) => profile_id!)
  const planted = ['แก้วใส']
  const sent = (path: string, body: (text: string) => unknown, headers?: Record<string, string>) => {
    const text = `ความลับ${planted.length}`
    planted.push(text)
    return post(path, body(text), headers)
  }
  await sent('profiles', (lastName) => ({ id, values: { lastName } }))
  await sent('profiles', (lastName) => ({ id, values: { lastName } }), trial)
  await sent('profiles', (lastName) => ({ values: { phone: '081-677-2001', lastName } }), trial)
  await sent('profiles/batch', (lastName) => ({ items: [{ id, values: { lastName } }], unknown: 1 }))
  await sent('profiles', (lastName) => ({ id: String(id), values: { lastName }, unknown: 1 }))
  await sent('profiles', (lastName) => ({ values: { phone: `+66${phone.slice(1)}`, lastName }, unknown: 1 }))
  await sent('profiles/batch', (lastName) => ({ items: [{ values: {} }], customer: { phone, lastName } }))
  await sent('activities', (type) => ({ type, at: '2026-11-20T10:00:00Z', profile: { id } }))
  await sent('activities/batch', (note) => ({ items: [{ type: 'ไม่มี', values: { note }, profile: { id } }] }), trial)
  await sent(`profiles/${id}/consents`, (evidence) => ({ purpose_id: 1, operation: 'granted', evidence }))
  await post('profiles/find', { kind: 'phone', value: phone })
  await post('profiles', { id: other, values: { lastName: 'อยู่ต่อ' }, unknown: 1 })
  const before = (await texts()).join('\n')
  for (const text of [...planted, phone]) expect(before).toContain(text)
  expect((await erase(store, id!)).status).toBe('completed')
  const after = (await texts()).join('\n')
  for (const text of [...planted, '816772001', '677-2001']) expect(after).not.toContain(text)
  for (const text of ['ใบบัว', 'อยู่ต่อ']) expect(after).toContain(text)
})

test('a later request with a key of an erased person is kept without its body, also a trial and a search', async () => {
  const { store, post, texts, rows } = await newProgram()
  const person = { values: { phone: '0816772011', firstName: 'แก้วใส' } }
  const { body } = await post('profiles', person)
  await erase(store, body.results![0]!.profile_id!)
  await texts()
  await rows('delete from program_request where store_id = $1')
  const results = [await post('profiles', person), await post('profiles', person, trial)].map((one) => one.body.results)
  expect(results).toMatchObject([[{ error: 'erased_person' }], [{ error: 'erased_person' }]])
  await post('profiles/find', { kind: 'phone', value: '081 677 2011' })
  await post('profiles', { values: { phone: '0816772012', firstName: 'ใบบัว' } })
  const kept = await texts()
  expect(kept).toHaveLength(4)
  expect(kept.join('\n')).not.toMatch(/677.?2011|แก้วใส/)
  expect(kept.at(-1)).toContain('ใบบัว')
})

test('a body of 5 MB is logged without its text, one above it with its error, and neither with an erased phone', async () => {
  const { store, post, texts, rows } = await newProgram()
  const erased = { values: { phone: '0816772021' } }
  const { body } = await post('profiles', erased)
  await erase(store, body.results![0]!.profile_id!)
  await texts()
  await rows('delete from program_request where store_id = $1')
  const long = { values: { phone: '1'.repeat(52_000) } }
  const large = await post('profiles/batch', { items: [erased, ...Array.from({ length: 100 }, () => long)] })
  expect(large.body.results!.slice(0, 2)).toMatchObject([{ error: 'erased_person' }, { error: 'cell_too_long' }])
  expect((await post('profiles/batch', { items: Array.from({ length: 101 }, () => long) })).status).toBe(413)
  expect((await texts()).join('\n')).not.toMatch(/6772021|1{100}/)
  expect(
    await rows('select status, items, failed, error, body from program_request where store_id = $1 order by id'),
  ).toEqual([
    { status: 200, items: 101, failed: 101, error: null, body: null },
    { status: 413, items: null, failed: null, error: 'too_large', body: null },
  ])
})
