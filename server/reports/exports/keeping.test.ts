import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import {
  csvRows,
  downloaded,
  exported,
  linkOf,
  listed,
  over,
  startedExport,
  storedFiles,
} from '../../testing/reports/exports.testing.ts'
import { coreOf, type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { endExports } from './end-exports.ts'

const rights = ['cdp-core.profile.read', 'cdp-core.profile.download'] as const
const csv = { type: 'profile', file_type: 'csv' } as const

let store: TestStore
beforeEach(async () => {
  store = await newStore()
  await madeProfile(store, { 1: 'นก', [field.citizenId]: '1101700230716' })
})

async function change(text: string, ...values: unknown[]) {
  const { admin } = await testServer()
  await admin.query(text, values)
}

/** Gives the role of a member other permissions. */
const give = (member: Member, permissions: readonly string[]) =>
  change(
    `update role r set permissions = $3 from store_member m
     where m.store_id = $1 and m.user_id = $2 and r.store_id = m.store_id and r.id = m.role_id`,
    store.storeId,
    member.userId,
    permissions,
  )

test('three of 20 concurrently requested exports begin, and the others are refused with code 90', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => store.try(exports.create, { body: csv })))
  const begunOnes = asked.filter(({ status }) => status === 200)
  const refused = asked.filter(({ status }) => status !== 200)
  expect(refused.map(({ body }) => body.error_code)).toEqual(refused.map(() => 90))
  // Some ended before the last were requested, so more began; never four at a time.
  expect(begunOnes.length).toBeGreaterThanOrEqual(3)
  for (const { body } of begunOnes) await over(store, body.export_id)
  expect((await exported(store, csv)).status).toBe(200)
})

describe('a link', () => {
  test('gives the file once, ignores HEAD requests, and is audited with its person', async () => {
    const { item } = await exported(store, csv)
    const url = await linkOf(store, item.export_id)
    expect((await downloaded(url, {}, 'HEAD')).status).toBe(404)
    const first = await downloaded(url, { range: 'bytes=0-1' })
    expect([first.status, first.file.length]).toEqual([200, item.size])
    expect((await downloaded(url)).status).toBe(404)
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select action, user_id from audit_log where store_id = $1 and subject_type = 'export' order by id",
      [store.storeId],
    )
    const act = (action: string) => ({ action, user_id: store.userId })
    expect(rows).toEqual([
      act('export_started'),
      act('export_completed'),
      act('export_downloaded'),
      act('export_downloaded'),
    ])
  })

  test('that is guessed, of another store or too old opens nothing', async () => {
    const { item } = await exported(store, csv)
    const url = await linkOf(store, item.export_id)
    const other = await newStore()
    expect((await downloaded(url.replace(/\d+-/, `${other.storeId}-`))).status).toBe(404)
    expect((await downloaded(`${url.slice(0, -4)}AAAA`)).status).toBe(404)
    expect((await downloaded('/api/export/download/1-x')).status).toBe(400)
    expect((await downloaded(`/api/export/download/9999999999-${'x'.repeat(43)}`)).status).toBe(404)
    await change("update export_link set expires_at = now() - interval '1 second' where store_id = $1", store.storeId)
    expect((await downloaded(url)).status).toBe(404)
    expect((await other.try(exports.link, { params: { id: String(item.export_id) } })).status).toBe(404)
  })

  test('opens nothing after its person logged out, left, lost a permission or cleared the export', async () => {
    const lost: ((member: Member) => Promise<unknown>)[] = [
      (member) => change('update user_session set revoked_at = now() where user_id = $1', member.userId),
      (member) => change('update store_member set removed_at = now() where user_id = $1', member.userId),
      (member) => give(member, ['cdp-core.profile.read']),
      (member) => give(member, ['cdp-core.profile.download']),
      (member) => member.call(exports.clear),
      () => change('delete from dpa_decision where store_id = $1', store.storeId),
    ]
    for (const lose of lost) {
      const member = await store.member(rights)
      const { item } = await exported(member, csv)
      const url = await linkOf(member, item.export_id)
      await lose(member)
      expect([lose.toString(), (await downloaded(url)).status]).toEqual([lose.toString(), 404])
    }
  })

  test('to a file that the disk has lost, or has cut, opens nothing', async () => {
    const core = await coreOf(store)
    const { item } = await exported(store, csv)
    await change('update export set size = size + 1 where store_id = $1', store.storeId)
    expect((await downloaded(await linkOf(store, item.export_id))).status).toBe(404)
    for (const key of await storedFiles(store)) await core.storage.remove(key)
    expect((await downloaded(await linkOf(store, item.export_id))).status).toBe(404)
  })
})

describe('an export', () => {
  test('is private: no other member can list, cancel or download it, or see its job', async () => {
    const { item } = await exported(store, csv)
    const other = await store.member('owner')
    const params = { id: String(item.export_id) }
    expect(await listed(other)).toEqual([])
    expect((await other.try(exports.link, { params })).status).toBe(404)
    expect((await other.try(exports.cancel, { params, body: { status: 'cancel' } })).status).toBe(404)
    expect((await other.try(jobs.get, { params })).status).toBe(404)
    expect((await store.try(jobs.cancel, { params })).status).toBe(404)
    expect((await store.call(jobs.list, { query: {} })).data).toEqual([])
  })

  test('that is over is not cancelled, and one that is cancelled leaves no file', async () => {
    const { item } = await exported(store, csv)
    const cancel = (id: number) => store.try(exports.cancel, { params: { id: String(id) }, body: { status: 'cancel' } })
    expect((await cancel(item.export_id)).body.error_code).toBe(152)
    const before = (await storedFiles(store)).length
    const { export_id } = await startedExport(store, csv)
    const { status } = await cancel(export_id)
    const after = await over(store, export_id)
    // Whichever was first: one that was completed has its file, one that was cancelled none.
    expect([status, after.status]).toEqual(status === 200 ? [200, 'cancel'] : [409, 'completed'])
    expect(after.url).toBe(status === 200 ? '' : `/api/export/${export_id}/link`)
    await jobEnded(store.storeId, export_id)
    await exported(store, csv)
    expect(await storedFiles(store)).toHaveLength(before + (status === 200 ? 1 : 2))
  })

  test('goes with all others of the person when they clear them, files too', async () => {
    await exported(store, csv)
    await startedExport(store, csv)
    await store.call(exports.clear)
    expect(await listed(store)).toEqual([])
    await expect.poll(() => storedFiles(store), { timeout: 5000 }).toEqual([])
  })

  test('is gone, with its file, a minute after a right to it was lost or its days are over', async () => {
    const core = await coreOf(store)
    const member = await store.member([...rights, 'cdp-core.profile-sensitive.read'])
    await exported(member, { ...csv, columns: ['citizenId'] })
    await exported(member, { ...csv, columns: ['firstName'] })
    await give(member, rights)
    expect(await listed(member)).toHaveLength(1)
    await endExports(core)
    expect(await storedFiles(store)).toHaveLength(1)
    await change("update export set expires_at = now() - interval '1 second' where store_id = $1", store.storeId)
    expect(await listed(member)).toEqual([])
    await endExports(core)
    expect(await storedFiles(store)).toEqual([])
  })

  test('shows to people without the right what their list shows of a sensitive value', async () => {
    const member = await store.member(rights)
    const { id } = await store.call(profileFields.create, {
      body: { field_name: 'secret', display_name: 'ลับ', data_type: 'Number', sensitive: true },
    })
    await madeProfile(store, { 1: 'ปู', [id]: 42 })
    for (const [who, values] of [
      [
        member,
        [
          ['•••', '•••'],
          ['•••', '•••'],
        ],
      ],
      [
        store,
        [
          ['1101700230716', ''],
          ['', '42'],
        ],
      ],
    ] as const)
      expect(csvRows((await exported(who, { ...csv, columns: ['citizenId', `field_${id}`] })).file).slice(1)).toEqual(
        values,
      )
  })

  test('a file from before an erasure is deleted with it', async () => {
    const person = await madeProfile(store, { 1: 'คนที่ขอลบ', 9: '0891112222' })
    const { item } = await exported(store, csv)
    const url = await linkOf(store, item.export_id)
    const { job_id } = await store.call(profileErasure.erase, {
      params: { id: String(person.id) },
      body: { confirm: true },
    })
    await jobEnded(store.storeId, job_id)
    expect((await downloaded(url)).status).toBe(404)
    expect(await listed(store)).toEqual([])
    await expect.poll(() => storedFiles(store), { timeout: 5000 }).toEqual([])
    expect((await exported(store, csv)).file.toString()).not.toContain('คนที่ขอลบ')
  })
})
