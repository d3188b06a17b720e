import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ConsentColumn } from '@ruam/contract/imports/consent-columns.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { type Permission, permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, loaded, runOf } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { create } from '../../testing/imports/strange-files.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const CASE = readFileSync(join(import.meta.dirname, '../../testing/imports/cases/08-consent.csv'))
const statement = { collected_by: 'ฝ่ายขาย สาขาสยาม', collected_on: '2026-10-01' }

let store: TestStore
let purpose: number
beforeEach(async () => {
  store = await newStore()
  purpose = (await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })).id
})

type Change = (consents: ConsentColumn[]) => ConsentColumn[]
const proved: Change = (consents) => consents.map((one) => ({ ...one, statement }))
const asSuggested: Change = (consents) => consents

/** Saves the suggested mapping of a file with changed consents, and previews it. */
async function previewed(file: string | Buffer, change: Change = proved, as: Member = store) {
  const id =
    typeof file === 'string'
      ? (await createDataSource(store, file, `ไฟล์ ${Math.random()}`)).id
      : await create(store, file)
  await loaded(store, id)
  const params = { id: String(id) }
  const { suggested } = await as.call(dataSources.getMapping, { params })
  await as.call(dataSources.putMapping, { params, body: { ...suggested, consents: change(suggested.consents) } })
  const { run_id } = await as.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  return { id, params, dry: run_id, suggested }
}

const detail = ({ params }: { params: { id: string } }, run_id: string, as: Member = store, kind?: 'dry') =>
  as.call(importRun.getRun, { params: { ...params, run_id }, query: kind ? { kind } : {} })

async function imported(file: string | Buffer, change: Change = proved) {
  const preview = await previewed(file, change)
  const seen = (await detail(preview, preview.dry, store, 'dry')).consents
  const body = { run_id: preview.dry, confirm_withdrawals: true }
  const { run_id } = await store.call(importRun.run, { params: preview.params, body })
  await runOf(store, preview.id, run_id)
  return { ...preview, real: run_id, seen, done: (await detail(preview, run_id)).consents }
}

/** Consents to the purpose by first name. */
async function states(): Promise<Record<string, string>> {
  const { data } = await store.call(profiles.list, { query: { limit: '0' } })
  const found: Record<string, string> = {}
  for (const { id, fields } of data) {
    const name = String(fields.find((field) => field.name === 'firstName')?.value)
    const known = await store.call(consents.ofProfile, { query: { profile_id: String(id) } })
    found[name] = known.data.find((one) => one.purpose.id === purpose)!.state
  }
  return found
}

const idOf = async (name: string) => (await store.call(profiles.list, { query: { keyword: name } })).data[0]!.id
const record = async (name: string, operation: 'granted' | 'withdrawn') =>
  store.call(consents.record, {
    body: { profile_id: await idOf(name), purpose_id: purpose, operation, way: 'paper', note: '7' },
  })
const entries = async (name: string) =>
  (await store.call(consents.ofProfile, { query: { profile_id: String(await idOf(name)) } })).data.find(
    (one) => one.purpose.id === purpose,
  )!.entries

const HEAD = 'ชื่อ,นามสกุล,เบอร์โทร'
const people = ['กมล', 'ขวัญ', 'คมสัน', 'งามตา', 'จันทร์', 'ฉัตร', 'ชัยพร', 'ซ่อนกลิ่น', 'ญาดา', 'ดวงใจ']
/** A file of these people with a column of answers. */
const fileOf = (header: string, answers: readonly string[]) =>
  `${HEAD},${header}\n${answers.map((answer, at) => `${people[at]},ใจดี,08155500${10 + at},${answer}`).join('\n')}\n`

describe('a consent column', () => {
  test('is suggested for a purpose, and its answers are recorded with who asked', async () => {
    const run = await imported(CASE)
    expect(run.suggested.consents).toEqual([
      { column: '4', purpose_id: expect.any(Number), granted_at_column: null, yes_means: 'granted', statement: null },
    ])
    expect([run.seen, run.done]).toMatchObject([
      [{ granted: 1, withdrawn: 1, revoked: 0, opted_out: 0, read: 2 }],
      [{ granted: 1, withdrawn: 1, revoked: 0, opted_out: 0, read: 2 }],
    ])
    expect(await states()).toEqual({ กมล: 'withdrawn', ขวัญ: 'granted' })
    expect(await entries('ขวัญ')).toMatchObject([
      { operation: 'granted', note: 'ฝ่ายขาย สาขาสยาม, 2026-10-01', source: { type: 'run', run_id: run.real } },
    ])
  })

  test('adds nothing when its file is imported again', { tags: ['verify'] }, async () => {
    await imported(CASE)
    const again = await imported(CASE)
    expect([again.seen, again.done]).toMatchObject([[{ granted: 0, withdrawn: 0 }], [{ granted: 0, withdrawn: 0 }]])
    expect(await entries('ขวัญ')).toHaveLength(1)
  })

  test('records withdrawals alone while nobody says who asked', { tags: ['verify'] }, async () => {
    const run = await imported(CASE, asSuggested)
    expect(run.done).toMatchObject([{ granted: 0, withdrawn: 1, unproved: 1 }])
    expect(await states()).toEqual({ กมล: 'withdrawn', ขวัญ: 'unknown' })
  })

  firstCases(2)([
    ['UNSUBSCRIBED', ['TRUE', 'FALSE', ''], ['withdrawn', 'granted', 'unknown']],
    ['opt-in/out', ['opt-out', 'Opt In', 'pending'], ['withdrawn', 'granted', 'unknown']],
    ['unsubscribed_at', ['2026-03-04', '05/06/2569', ''], ['withdrawn', 'withdrawn', 'unknown']],
    ['วันที่ยินยอม', ['1/2/2569', '', '3/2/2569'], ['granted', 'unknown', 'granted']],
    ['ไม่รับข่าวสาร', ['ใช่', 'ไม่ใช่', 'ไม่รับ'], ['withdrawn', 'granted', 'withdrawn']],
    [
      'Email Marketing Consent',
      ['NEVER_SUBSCRIBED', 'SUBSCRIBED', 'UNSUBSCRIBED'],
      ['unknown', 'granted', 'withdrawn'],
    ],
    ['ตอบกลับ', ['ยินยอม', 'ไม่ยินยอม', 'ยินยอม'], ['granted', 'withdrawn', 'granted']],
  ])('named %s is read by its header and its cells', async (header, answers, expected) => {
    await imported(fileOf(header, answers), (consents) =>
      proved(consents).map((one) => ({ ...one, purpose_id: purpose })),
    )
    expect(Object.values(await states()).sort()).toEqual([...expected].sort())
    expect(await states()).toEqual(Object.fromEntries(expected.map((state, at) => [people[at], state])))
  })

  test('of days dates the answers of the column beside it', { tags: ['verify'] }, async () => {
    const file = `${HEAD},ยินยอมรับข่าวสาร,วันที่ยินยอม\nกมล,ใจดี,0815550010,ยินยอม,5/3/2569\nขวัญ,ใจดี,0815550011,ยินยอม,\n`
    const run = await imported(file)
    expect(run.suggested.consents).toMatchObject([{ column: '4', granted_at_column: '5' }])
    expect((await entries('กมล'))[0]!.note).toBe('ฝ่ายขาย สาขาสยาม, 2026-03-05')
    expect((await entries('ขวัญ'))[0]!.note).toBe('ฝ่ายขาย สาขาสยาม, 2026-10-01')
  })

  test('leads to no purpose of another store', async () => {
    const other = await newStore()
    const foreign = await other.call(consents.createPurpose, { body: { name: 'ของร้านอื่น' } })
    const { id } = await createDataSource(store, CASE.toString(), 'ของร้านอื่น')
    const params = { params: { id: String(id) } }
    const { suggested } = await store.call(dataSources.getMapping, params)
    for (const purpose_id of [foreign.id, 999_999]) {
      const body = { ...suggested, consents: [{ ...suggested.consents[0]!, purpose_id }] }
      const refused = await store.try(dataSources.putMapping, { ...params, body })
      expect(refused.body).toMatchObject({ error: 'mapping_invalid' })
    }
  })

  test('is not suggested in a store without a purpose', async () => {
    const { admin } = await testServer()
    await admin.query('delete from consent_wording where store_id = $1', [store.storeId])
    await admin.query('delete from consent_purpose where store_id = $1', [store.storeId])
    const { id } = await createDataSource(store, CASE.toString(), 'ไม่มีวัตถุประสงค์')
    const answer = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    expect([answer.suggested.consents, answer.consent_purposes]).toEqual([[], []])
    expect(answer.source_mapping[3]!.holds).toMatchObject({ what: 'consent' })
  })
})

describe('a yes of a file', () => {
  test('never beats a withdrawal, which only readers of consents learn', async () => {
    await imported(fileOf('ยินยอม', ['ยินยอม', 'ยินยอม']))
    await record('กมล', 'withdrawn')
    const again = await previewed(fileOf('ยินยอม', ['ยินยอม', 'ยินยอม', 'ยินยอม']))
    expect((await detail(again, again.dry, store, 'dry')).consents).toMatchObject([{ granted: 1, opted_out: 1 }])
    const blind = await store.member(permissions.filter((one) => one !== 'cdp-core.profile.read'))
    expect((await detail(again, again.dry, blind, 'dry')).consents).toMatchObject([
      { read: 3, granted: null, withdrawn: null, revoked: null, opted_out: null },
    ])
    const { run_id } = await store.call(importRun.run, { params: again.params, body: { run_id: again.dry } })
    await runOf(store, again.id, run_id)
    expect(await states()).toEqual({ กมล: 'withdrawn', ขวัญ: 'granted', คมสัน: 'granted' })
  })

  test('loses against a no of the same customer in the same file', { tags: ['verify'] }, async () => {
    const file = `${HEAD},ยินยอม\nกมล,ใจดี,0815550010,ไม่ยินยอม\nกมล,ใจดี,0815550010,ยินยอม\n`
    await imported(file)
    expect(await states()).toEqual({ กมล: 'withdrawn' })
  })
})

describe('a column of other values', () => {
  test('records nothing if fewer than half of its cells are answers', { tags: ['verify'] }, async () => {
    const answers = ['à¸¢à¸´à¸™', 'à¹„à¸¡', 'ไม่ยินยอม', 'à¸¢']
    const run = await imported(fileOf('ยินยอม', answers), () => [
      { column: '4', purpose_id: purpose, granted_at_column: null, yes_means: 'granted', statement },
    ])
    const told = { wrong_column: true, granted: 0, withdrawn: 0, read: 1, unread: 3 }
    expect([run.seen, run.done]).toMatchObject([[told], [told]])
    expect(new Set(Object.values(await states()))).toEqual(new Set(['unknown']))
  })

  firstCases(1)([
    ['จำนวนบุตร', ['1', '0', '2', '1']],
    ['วันเกิดลูก', ['1/2/2540', '3/4/2541', '5/6/2542', '7/8/2543']],
    ['หมายเหตุ', ['ชอบสีแดง', 'ลูกค้าประจำ', 'ใช่', 'นัดวันศุกร์']],
  ])('such as %s is no consent', async (header, cells) => {
    const run = await imported(fileOf(header, cells), () => [
      { column: '4', purpose_id: purpose, granted_at_column: null, yes_means: 'withdrawn', statement },
    ])
    expect(run.done).toMatchObject([{ wrong_column: true, withdrawn: 0 }])
    expect(run.suggested.consents).toEqual([])
    expect(new Set(Object.values(await states()))).toEqual(new Set(['unknown']))
  })

  test('keeps its unreadable cells out, and lists them', { tags: ['verify'] }, async () => {
    const run = await imported(fileOf('ยินยอม', ['ยินยอม', 'à¸¢à¸´', 'ไม่ยินยอม']))
    expect(run.done).toMatchObject([{ read: 2, unread: 1, granted: 1, withdrawn: 1, wrong_column: false }])
    expect((await runOf(store, run.id, run.real)).stats).toMatchObject({ unread_cells: 1, failed: 0 })
  })
})

describe('an undo', () => {
  test('takes back what the run said, and leaves what was said since', async () => {
    await imported(fileOf('ยินยอม', ['ยินยอม', 'ยินยอม', 'ยินยอม']))
    const run = await imported(fileOf('ยินยอม', ['ไม่ยินยอม', 'ไม่ยินยอม', 'ยินยอม', 'ยินยอม', 'ยินยอม']))
    // The same answer by hand, which an undo leaves.
    await record('ขวัญ', 'withdrawn')
    await record('จันทร์', 'granted')
    const params = { ...run.params, run_id: run.real }
    expect(await store.call(importUndo.undoPreview, { params, query: {} })).toMatchObject({
      ...{ consents_restored: 2, consents_removed: 2, profiles_removed: 1, profiles_kept: 1 },
    })
    await undone(store, run.id, run.real)
    expect(await states()).toEqual({ กมล: 'granted', ขวัญ: 'withdrawn', คมสัน: 'granted', จันทร์: 'granted' })
  })

  test('of two runs that said the same takes it back with the second one', { tags: ['verify'] }, async () => {
    const first = await imported(CASE)
    const second = await imported(CASE)
    await undone(store, first.id, first.real)
    expect(await states()).toEqual({ กมล: 'withdrawn', ขวัญ: 'granted' })
    await undone(store, second.id, second.real)
    expect(new Set(Object.values(await states()))).not.toContain('granted')
  })
})

describe('a run that ends more than 5 % of the consents to a purpose', () => {
  test('waits until a person confirms it', async () => {
    await imported(
      fileOf(
        'ยินยอม',
        people.map(() => 'ยินยอม'),
      ),
    )
    const preview = await previewed(fileOf('ยินยอม', ['ไม่ยินยอม']))
    expect(await detail(preview, preview.dry, store, 'dry')).toMatchObject({
      ...{ withdraws_many: true, consents: [{ revoked: 1, withdrawn: 1 }] },
    })
    const start = (more: object) =>
      store.try(importRun.run, { params: preview.params, body: { run_id: preview.dry, ...more } })
    expect(await start({})).toMatchObject({ status: 409, body: { error: 'withdrawals_unconfirmed' } })
    expect((await states()).กมล).toBe('granted')
    const { status, body } = await start({ confirm_withdrawals: true })
    expect(status).toBe(200)
    await runOf(store, preview.id, (body as { run_id: string }).run_id)
    expect((await states()).กมล).toBe('withdrawn')
  })

  test('starts at once if it ends 5 % at most', { tags: ['verify'] }, async () => {
    const ids = await store.call(profiles.list, { query: {} })
    expect(ids.data).toEqual([])
    const rows = Array.from(
      { length: 20 },
      (_, at) => `${people[at % 10]},${people[(at + 3) % 10]},08155501${10 + at},ยินยอม`,
    )
    await imported(`${HEAD},ยินยอม\n${rows.join('\n')}\n`)
    const preview = await previewed(`${HEAD},ยินยอม\n${rows[0]!.replace('ยินยอม', 'ไม่ยินยอม')}\n`)
    const { run_id } = await store.call(importRun.run, { params: preview.params, body: { run_id: preview.dry } })
    await runOf(store, preview.id, run_id)
    expect((await detail(preview, run_id)).consents).toMatchObject([{ withdrawn: 1 }])
  })
})

test('a member without the right to record consents can bring none by a file', async () => {
  const without = (right: Permission) => store.member(permissions.filter((one) => one !== right))
  const clerk = await without('cdp-core.profile.edit')
  const { id } = await createDataSource(store, CASE.toString(), 'ของพนักงาน')
  const params = { id: String(id) }
  const { suggested } = await clerk.call(dataSources.getMapping, { params })
  expect(suggested.consents).toEqual([])
  const consents = [{ column: '4', purpose_id: purpose }]
  expect(await clerk.try(dataSources.putMapping, { params, body: { ...suggested, consents } })).toMatchObject({
    ...{ status: 403, body: { details: { permission: 'cdp-core.profile.edit' } } },
  })
  await store.call(dataSources.putMapping, { params, body: { ...suggested, consents } })
  expect((await clerk.try(importRun.dryRun, { params })).status).toBe(403)
})
