import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

let store: Sender['store']
let { post, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, post, rows } = await newSender())
})

const item = (n: number) => ({ values: { firstName: 'ซ้ำ', phone: `08155502${String(n).padStart(2, '0')}` } })
const headers = { 'idempotency-key': 'order-1' }
const written = async () =>
  (await rows<{ done: number }>('select coalesce(sum(done), 0)::int as done from run where store_id = $1'))[0]!.done

describe('a request that repeats an idempotency key', () => {
  test('gets the first answer when its items are the same, however they are sent', async () => {
    const first = await post('profiles', item(1), headers)
    expect(first.body.results).toMatchObject([{ status: 'added' }])
    const same: [path: string, payload: unknown, more?: Record<string, string>][] = [
      ['profiles', item(1)],
      ['profiles', JSON.stringify(item(1), undefined, 2)],
      ['profiles', gzipSync(JSON.stringify(item(1))), { 'content-encoding': 'gzip' }],
      ['profiles/batch', { items: [item(1)] }],
    ]
    for (const [path, payload, more] of same) {
      const again = await post(path, payload, { ...headers, ...more })
      expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body])
    }
    expect(await written()).toBe(1)
  })

  test.each([
    ['other items', 'profiles', item(2)],
    ['one item more', 'profiles/batch', { items: [item(1), item(2)] }],
    ['another call', 'activities', item(1)],
  ])('is refused with %s', async (_, path, payload) => {
    await post('profiles', item(1), headers)
    const conflict = { status: 409, body: { error: 'idempotency_conflict' } }
    expect(await post(path, payload, headers)).toMatchObject(conflict)
    expect(await written()).toBe(1)
  })

  test('is another request when it comes from another credential', async () => {
    await post('profiles', item(1), headers)
    const { credential } = await newCredential(store)
    const other = await post('profiles', item(1), headers, credential)
    expect(other.headers['idempotency-replayed']).toBeUndefined()
    expect(other.body.results).toMatchObject([{ status: 'duplicated' }])
    expect(await written()).toBe(2)
  })

  test('is another request after 24 hours', async () => {
    const { admin } = await testServer()
    const first = await post('profiles', item(1), headers)
    await admin.query("update receipt set at = at - interval '25 hours' where store_id = $1", [store.storeId])
    await admin.query('select auth.purge_receipts()')
    const later = await post('profiles', item(2), headers)
    expect(later.body.results).toMatchObject([{ status: 'added' }])
    expect(later.body.receipt_id).not.toBe(first.body.receipt_id)
  })

  test('is the first one when the one before was refused, or was a dry run', async () => {
    expect((await post('profiles', { values: 1, x: 1 }, headers)).status).toBe(422)
    expect((await post('profiles', item(1), { ...headers, 'ruam-dry-run': 'true' })).status).toBe(200)
    const first = await post('profiles', item(2), headers)
    expect([first.headers['idempotency-replayed'], first.body.results]).toMatchObject([
      undefined,
      [{ status: 'added' }],
    ])
  })

  test('gets the same receipt while the first one is being processed', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('profiles', item(3), headers)))
    expect(new Set(replies.map(({ body }) => body.receipt_id)).size).toBe(1)
    for (const { status } of replies) expect([200, 202]).toContain(status)
    expect(await written()).toBe(1)
  })

  test('gets the results when the process of the first one was killed before it wrote the items', async () => {
    const first = await post('profiles', item(4), headers)
    const { admin } = await testServer()
    // The state that a kill leaves: stored, not answered, not written.
    await admin.query(
      `update receipt set done_at = null, results = null, told = false, body = $2 where store_id = $1 and id = $3`,
      [store.storeId, JSON.stringify([item(4)]), first.body.receipt_id],
    )
    const again = await post('profiles', item(4), headers)
    expect([again.status, again.body.receipt_id]).toEqual([200, first.body.receipt_id])
    expect(again.body.results).toMatchObject([{ profile_id: first.body.results![0]!.profile_id }])
  })
})
