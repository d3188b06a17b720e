import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workJob } from '../../jobs/work.ts'
import type { Storage } from '../../storage/storage.ts'
import { profileWith, rowsContaining } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { profileErasureWorks } from './jobs.ts'

beforeAll(() => testServer({ alone: true }))

let store: TestStore
let lists = 0
const letters = 'กขคจชซดตถทนบปพ'
/** Rows of a file about people whom no other test knows. */
let rows: string[]
beforeEach(async () => {
  store = await newStore()
  const list = ++lists
  rows = Array.from({ length: 12 }, (_, n) => {
    const own = `${letters[list]}${letters[n]}`
    return `กัญ${own}พิมล,เทพ${own}วิเศษ,08655${list}00${10 + n},list${list}n${n}@secret.example`
  })
})

const csvOf = (lines: readonly string[]) => ['ชื่อ,นามสกุล,เบอร์โทร,อีเมล', ...lines, ''].join('\r\n')
const other = 'คนอื่น,รายอื่น,0820000001,other@example.com'
const idsOf = () => Promise.all(rows.map((row) => profileWith(store, `+66${row.split(',')[2]!.slice(1)}`)))
const values = () => rows.flatMap((row) => row.split(','))

async function eraseAll(ids: readonly number[]) {
  const body = { profile_ids: [...ids], confirm: true as const }
  const { started } = await store.call(profileErasure.eraseSeveral, { body })
  const jobs = [...new Set(started.map(({ job_id }) => job_id))]
  const ended = []
  for (const job of jobs) ended.push(await jobEnded<Record<string, number>>(store.storeId, job))
  return ended
}

describe('erasing a list of people', () => {
  test('takes one job, which leaves none of their values in the database or the storage', async () => {
    await importFile(store, csvOf([other, ...rows]))
    await importFile(store, csvOf([...rows.toReversed(), other]), { name: 'อีกไฟล์' })
    const ids = await idsOf()
    const ended = await eraseAll(ids)
    expect(ended.map(({ status, result }) => [status, result!.files, result!.rows])).toEqual([['completed', 2, 24]])
    expect(await rowsContaining(values())).toEqual([])
    const { admin } = await testServer()
    const left = await admin.query('select email from profile where store_id = $1', [store.storeId])
    expect(left.rows).toEqual([{ email: 'other@example.com' }])
    const erased = await admin.query('select profile_id from erased_profile where store_id = $1 order by 1', [
      store.storeId,
    ])
    expect(erased.rows.map((row) => row.profile_id)).toEqual(ids.toSorted((a, b) => a - b))
    const audited = await admin.query("select from audit_log where store_id = $1 and action = 'profile_erased'", [
      store.storeId,
    ])
    expect(audited.rowCount).toBe(12)
    const hashed = await admin.query('select from erasure where store_id = $1', [store.storeId])
    expect(hashed.rowCount).toBe(24)
  })

  test('redacts the keys of several people in one text, and lists the names of each', async () => {
    await importFile(store, csvOf([other, ...rows.slice(0, 3)]))
    rows = rows.slice(0, 3)
    const [first, second, third] = rows.map((row) => row.split(','))
    const friend = await profileWith(store, '+66820000001')
    const note = (text: string) =>
      store.call(profileActivities.note, { params: { id: String(friend) }, body: { text } })
    await note(`แม่ ${first![2]} พ่อ ${second![2]!.slice(0, 3)}-${second![2]!.slice(3)} จดไว้`)
    await note(`มากับ ${first![0]} และ ${third![0]} ${third![1]}`)
    await note('ไม่เกี่ยวกัน')
    const ids = await idsOf()
    const [ended] = await eraseAll(ids)
    expect(ended!.result).toMatchObject({ mentions: 2, texts: 1 })
    const { admin } = await testServer()
    const notes = await admin.query('select fields from activity where store_id = $1 and profile_id = $2 order by id', [
      store.storeId,
      friend,
    ])
    expect(Object.values(notes.rows[0].fields)).toContain('แม่ ••• พ่อ ••• จดไว้')
    const mentions = await admin.query('select erased_id from erasure_mention where store_id = $1 order by 1', [
      store.storeId,
    ])
    expect(mentions.rows.map((row) => row.erased_id)).toEqual([ids[0], ids[2]].toSorted((a, b) => a! - b!))
  })

  test('notes a key that people of the list share as theirs alone, for a restored backup', async () => {
    const shared = '0866600001'
    const one = await madeProfile(store, { [field.firstName]: 'แม่ยาว', [field.phone]: shared })
    const two = await madeProfile(store, { [field.firstName]: 'ลูกยาว', [field.phone]: shared })
    const child = await madeProfile(store, { [field.firstName]: 'หลาน', [field.phone]: '0866600002' })
    await store.call(profileActivities.note, { params: { id: String(child.id) }, body: { text: `โทร ${shared}` } })
    await eraseAll([one.id, two.id])
    expect(await rowsContaining([shared, shared.slice(1)])).toEqual([])
    const { core } = await testServer()
    const lines = (await core.lists.lines('erasures')).map((line) => JSON.parse(line))
    const own = lines.filter((line) => line.store_id === store.storeId)
    expect(own.map((line) => line.hashes.map((hash: { alone: boolean }) => hash.alone))).toEqual([[true], [true]])
  })

  test('is finished by another worker when the first one dies between two files', async () => {
    await importFile(store, csvOf([...rows, other]))
    await importFile(store, csvOf([other, ...rows]), { name: 'อีกไฟล์' })
    const { admin } = await testServer()
    const core = await coreOf(store)
    const inserted = await admin.query<{ id: number }>(
      "insert into job (store_id, kind, request, created_by) values ($1, 'profile_erase', $2, $3) returning id",
      [store.storeId, { profile_ids: await idsOf(), again: [] }, store.userId],
    )
    const job = inserted.rows[0]!.id
    const dying = new AbortController()
    const remove = async () => {
      dying.abort()
      throw new Error('killed')
    }
    const work = (storage: Storage, signal: AbortSignal) =>
      workJob(profileErasureWorks, { ...core, storage }, store.storeId, job, signal)
    await expect(work({ ...core.storage, remove }, dying.signal)).rejects.toThrow('killed')
    await work(core.storage, new AbortController().signal)
    expect((await jobEnded(store.storeId, job)).status).toBe('completed')
    expect(await rowsContaining(values())).toEqual([])
  })

  test('completes a job of an earlier version, which holds one person', async () => {
    await importFile(store, csvOf([other, rows[0]!]))
    rows = rows.slice(0, 1)
    const [id] = await idsOf()
    const { admin } = await testServer()
    const inserted = await admin.query<{ id: number }>(
      "insert into job (store_id, kind, request, created_by, cursor) values ($1, 'profile_erase', $2, $3, $4) returning id",
      [
        store.storeId,
        { profile_id: id },
        store.userId,
        { profile: id, file: 0, remove: [], text: null, counts: { rows: 0, files: 0, unreadable: 0, texts: 0 } },
      ],
    )
    const job = inserted.rows[0]!.id
    const { started } = await store.call(profileErasure.eraseSeveral, { body: { profile_ids: [id!], confirm: true } })
    expect(started).toEqual([{ profile_id: id, job_id: job }])
    await workJob(profileErasureWorks, await coreOf(store), store.storeId, job, new AbortController().signal)
    expect(await rowsContaining(values())).toEqual([])
  })

  test('reads rows that are larger than a block of texts', async () => {
    await importFile(store, csvOf([other, ...rows]))
    const { admin } = await testServer()
    const phone = rows[0]!.split(',')[2]!
    const friend = await profileWith(store, '+66820000001')
    await store.call(profileActivities.note, { params: { id: String(friend) }, body: { text: 'โน้ต' } })
    // Hashes, because PostgreSQL would store repeated text in a few bytes.
    await admin.query(
      `insert into activity (store_id, profile_id, type_id, activity_at, fields)
        select store_id, profile_id, type_id, now(), jsonb_build_object('1', $2::text || (
          select string_agg(md5(row || '-' || n), '') from generate_series(1, 60000) n))
        from activity, generate_series(1, 4) row where store_id = $1`,
      [store.storeId, `โทร ${phone} `],
    )
    await eraseAll(await idsOf())
    expect(await rowsContaining([phone, phone.slice(1)])).toEqual([])
  })
})
