import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inStore } from '../database/db.ts'
import { madeRole, memberWith, roleParams } from '../testing/access/roles.testing.ts'
import { people as customers, labelsOf, newLabel } from '../testing/customers/profile-bulk.testing.ts'
import { createDataSource, importFile, runOf } from '../testing/imports/data-sources.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'

// A right that is lost while something of its holder is under way: what is still to come is refused, what is half done is finished.

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const own = (member: Member) => ({ params: { id: String(member.userId) } })
const removed = (member: Member) => store.call(people.remove, { ...own(member), query: {} })
const weakened = async (member: Member) =>
  store.call(people.update, { ...own(member), body: { role_id: (await madeRole(store, [])).id } })

/** The act of the audit log that took the right, the newest of its kind. */
async function written(action: string, subject: number) {
  const query = { action, subject_id: String(subject), limit: '1' }
  return (await store.call(auditLog.list, { query })).data[0]!
}

describe('an upload', () => {
  const boundary = 'b'
  const file = [
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nชื่อ,เบอร์โทร\n`,
    `ญาดา,0812345678\n\r\n--${boundary}--\r\n`,
  ]

  async function stored(): Promise<number> {
    const { core } = await testServer()
    return (await readdir(join(core.config.dataFolder, String(store.storeId))).catch(() => [])).length
  }

  // Half of it lies in the storage when the right goes: nothing but the question after its last byte can refuse it.
  test.each([
    ['whose sender is removed', removed, 401, 'signed_out'],
    ['whose sender gets a weaker role', weakened, 403, 'forbidden'],
  ])('%s while it comes is refused with a sentence, and nothing of it is kept', async (_, lose, status, error) => {
    const before = await stored()
    const member = await store.member(['cdp-core.datasource.create'])
    async function* halves() {
      yield file[0]
      await until(async () => (await stored()) > before)
      await lose(member)
      yield file[1]
    }
    const { app, admin } = await testServer()
    const reply = await app.inject({
      method: 'POST',
      url: `/api${files.import.path}`,
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Readable.from(halves()),
    })
    expect([reply.statusCode, reply.json().error, await stored()]).toEqual([status, error, before])
    expect(reply.json().message).toMatch(/\p{Script=Thai}/u)
    const kept = 'select from file where store_id = $1 and created_by = $2'
    expect((await admin.query(kept, [store.storeId, member.userId])).rowCount).toBe(0)
  })
})

/** Holds these customers until it is let go, so that whatever changes them stands still at work. */
async function held(ids: readonly number[]): Promise<() => Promise<void>> {
  const { core } = await testServer()
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  let holds = () => {}
  const holding = new Promise<void>((resolve) => (holds = resolve))
  const over = inStore(core.pool, store.storeId, async (db) => {
    await db
      .selectFrom('profile')
      .select('id')
      .where('store_id', '=', store.storeId)
      .where('id', 'in', ids)
      .forUpdate()
      .execute()
    holds()
    await gone
  })
  await holding
  const end = () => {
    letGo()
    return over
  }
  onTestFinished(end)
  return end
}

describe('a bulk change at work', () => {
  const rights = ['cdp-core.profile.read', 'cdp-core.profile.edit', 'cdp-core.label.read'] as const

  async function begun(by: Member) {
    const ids = await customers(store, ['ก', 'ข', 'ค'])
    const label = await newLabel(store)
    const letGo = await held(ids)
    const body = { target: { ids }, action: { type: 'add_labels' as const, label_ids: [label] } }
    const { job_id } = await by.call(profileBulk.start, { body })
    const status = async () => (await store.call(jobs.get, { params: { id: String(job_id) } })).status
    await until(async () => (await status()) === 'processing')
    return { ids, label, job_id, letGo }
  }

  test.each([
    ['is removed', removed, 'member_removed'],
    ['gets a weaker role', weakened, 'member_role_changed'],
    ['leaves', (m: Member) => m.call(people.leave, { params: { id: String(store.storeId) } }), 'member_left'],
  ] as const)('goes on to its end when who began it %s, and is named in the audit log', async (_, lose, action) => {
    const member = await store.member(rights)
    const { ids, label, job_id, letGo } = await begun(member)
    await lose(member)
    await letGo()
    expect(await jobOver(store, job_id)).toMatchObject({
      status: 'completed',
      changed: 3,
      author: { id: member.userId },
    })
    for (const id of ids) expect(await labelsOf(store, id)).toEqual([label])
    expect((await written(action, member.userId)).details).toMatchObject({ jobs: String(job_id) })
    const start = await store.call(auditLog.list, { query: { action: 'bulk_started', user_id: String(member.userId) } })
    expect(start.data.map(({ subject_id }) => subject_id)).toEqual([String(job_id)])
  })

  test('is named when the role of its author loses the right, and no longer once it has ended', {
    tags: ['verify'],
  }, async () => {
    const role = await madeRole(store, rights)
    const [member, other] = [await memberWith(store, role.id), await memberWith(store, role.id)]
    const { job_id, letGo } = await begun(member)
    const edit = async (permissions: (typeof rights)[number][], origin_time: string) =>
      store.call(roles.update, { params: roleParams(store, role.id), body: { permissions, origin_time } })
    const { updated_at } = await edit(['cdp-core.profile.read'], role.updated_at)
    expect((await written('role_changed', role.id)).details).toMatchObject({ jobs: String(job_id), members: 2 })
    await letGo()
    await jobOver(store, job_id)
    await edit([...rights], updated_at)
    expect((await written('role_changed', role.id)).details).not.toHaveProperty('jobs')
    await removed(other)
    expect((await written('member_removed', other.userId)).details).toEqual({})
  })
})

test('an active import continues to its end when its author is removed, and is named in the audit log', {
  tags: ['verify'],
}, async () => {
  const file = (email: string) => `ชื่อ,เบอร์โทร,อีเมล\nประยุทธ์,0899990001,${email}\n`
  await importFile(store, file(''))
  const { data } = await store.call(profiles.list, { query: { keyword: '0899990001' } })
  const { id } = await createDataSource(store, file('prayut@example.com'), 'ลูกค้าที่มีอีเมล')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const dry = await store.call(importRun.dryRun, { params })
  await runOf(store, id, dry.run_id)

  const letGo = await held([data[0]!.id])
  const member = await store.member(['cdp-core.datasource.execute', 'cdp-core.datasource.read'])
  const { run_id } = await member.call(importRun.run, { params, body: { run_id: dry.run_id } })
  const atWork = async () =>
    (await store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })).status === 'processing'
  await until(atWork)
  await removed(member)
  await letGo()
  expect(await runOf(store, id, run_id)).toMatchObject({ status: 'completed', stats: { updated: 1 } })
  expect((await written('member_removed', member.userId)).details).toEqual({ runs: run_id })
})
