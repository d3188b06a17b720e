import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { workbook } from '../../testing/formats/workbook.testing.ts'
import { createDataSource, importFile, loaded, runMapping, runOf } from '../../testing/imports/data-sources.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const CITIZEN = '1112034563562'
const csv = `ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nญาดา,0812345670,${CITIZEN}\n`
const hidden = 'cdp-core.profile-sensitive.read'

let store: TestStore
/** Does all the work of imports, and may not see sensitive values. */
let clerk: Member
beforeEach(async () => {
  store = await newStore()
  clerk = await store.member([
    'cdp-core.datasource.read',
    'cdp-core.datasource.create',
    'cdp-core.datasource.edit',
    'cdp-core.datasource.execute',
  ])
})

const byId = (id: number) => ({ params: { id: String(id) } })
const row = (column: number, destination_id: number) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type: destination_id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
})
type Body = Sent<typeof dataSources.putMapping>['body']
const byPhone = { keys: [9], mode: 'both' as const }
const put = (who: Member, id: number, body: Body) => who.try(dataSources.putMapping, { ...byId(id), body })
const download = (who: Member, id: number) => who.try(dataSources.downloadFile, byId(id))
const recordsOf = async (who: Member, id: number, run_id: string) =>
  (await who.call(importRun.records, { params: { id: String(id), run_id }, query: {} })).data
const samplesOf = async (who: Member, id: number) =>
  (await who.call(dataSources.getMapping, byId(id))).preview_data.map(({ values }) => values[0])

describe('a member who may not see sensitive values', () => {
  test.each([
    ['as a key', { mapping: [row(1, 1), row(3, 10)], match: { keys: [10], mode: 'both' } }],
    ['with another key', { mapping: [row(2, 9), row(3, 10)], match: byPhone }],
  ] as const)('imports no sensitive field, %s', async (_, { mapping, match }) => {
    const { id } = await createDataSource(store, csv, 'บัตร')
    const body = { mapping: [...mapping], match: { ...match, keys: [...match.keys] } }
    expect(await put(clerk, id, body)).toMatchObject({
      status: 403,
      body: { error: 'field_sensitive', details: { field: 'เลขประจำตัวประชาชน', field_id: 10, permission: hidden } },
    })
    await store.call(dataSources.putMapping, { ...byId(id), body })
    expect((await clerk.try(importRun.dryRun, byId(id))).body.error).toBe('field_sensitive')
    const { run_id } = await store.call(importRun.dryRun, byId(id))
    await runOf(store, id, run_id)
    const reply = await clerk.try(importRun.run, { ...byId(id), body: { run_id } })
    expect([reply.status, reply.body.error]).toEqual([403, 'field_sensitive'])
  })

  test('is suggested a mapping without them, and it can be run', async () => {
    await importFile(store, csv, { name: 'เดือนก่อน' })
    const { id } = await createDataSource(store, csv, 'เดือนนี้')
    const { mapping, match, remembered, source_mapping, profile_fields } = await clerk.call(
      dataSources.getMapping,
      byId(id),
    )
    const fed = (rows: { destination_id: number }[]) => rows.map(({ destination_id }) => destination_id)
    expect([fed(mapping), match.keys]).toEqual([[1, 9], [9]])
    expect([fed(remembered!.mapping), remembered!.match.keys]).toEqual([[1, 9], [9]])
    expect(source_mapping[2]).toMatchObject({ destination_id: null, reason: 'sensitive' })
    expect(profile_fields.map((field) => field.id)).not.toContain(10)
    expect((await put(clerk, id, { mapping, match })).status).toBe(204)
    expect((await clerk.try(importRun.dryRun, byId(id))).status).toBe(200)
  })

  test('maps no column that holds citizen ids to another field or to an activity', async () => {
    const type = await store.call(activities.createType, { body: { name: 'ซื้อ' } })
    const { id: field } = await store.call(activities.createField, {
      query: { activity_type_id: String(type.id) },
      body: { name: 'remark', display_name: 'หมายเหตุ', data_type: 'String' },
    })
    const { id } = await createDataSource(store, csv, 'อ้อม')
    const occupation = { mapping: [row(2, 9), row(3, 14)], match: byPhone }
    const activity = {
      activity_id: type.id,
      mapping: [
        row(2, 9),
        { source_schema_id: '1', destination_id: 24, destination_type: 'system_activity' as const },
        { source_schema_id: '3', destination_id: field, destination_type: 'custom_activity' as const },
      ],
      match: byPhone,
    }
    for (const body of [occupation, activity]) {
      expect((await put(clerk, id, body)).body).toMatchObject({
        error: 'column_sensitive',
        details: { column: 'เลขบัตรประชาชน', source_schema_id: '3' },
      })
    }
    await runMapping(store, id, occupation)
    const { latest_dry_run } = await store.call(dataSources.get, byId(id))
    for (const query of [{}, { kind: 'dry' as const }]) {
      const params = { id: String(id), run_id: latest_dry_run! }
      const page = await clerk.call(importRun.records, { params, query })
      expect(JSON.stringify(page)).not.toContain(CITIZEN)
    }
  })

  test('does not learn from the records of others whom a citizen id has found', { tags: ['verify'] }, async () => {
    await importFile(store, csv, { name: 'คนเดิม' })
    const body = { mapping: [row(1, 1), row(3, 10)], match: { keys: [10], mode: 'both' as const } }
    const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nญาดา,,${CITIZEN}\n`, 'ใครกัน')
    const { real } = await runMapping(store, id, body)
    const told = { profile_id: null, matched_by: null, withheld: true, change: null }
    expect(await recordsOf(clerk, id, real)).toMatchObject([{ status: 'duplicated', ...told }])
    expect(await recordsOf(store, id, real)).toMatchObject([{ matched_by: 10, withheld: false }])
  })
})

describe('a column stays hidden', () => {
  const income = 'ชื่อ,เบอร์โทร,ยอด\nญาดา,0812345670,8675309\nก,08111,8675308\n'

  /** Maps the third column to income once, and then to something that everybody sees. */
  async function remapped(id: number) {
    await runMapping(store, id, { mapping: [row(2, 9), row(3, 19)], match: byPhone })
    await runMapping(store, id, { mapping: [row(1, 1), row(2, 9), row(3, 14)], match: byPhone })
  }

  test('when it is mapped away from a sensitive field: samples, records, correction and download', async () => {
    const { id } = await createDataSource(store, income, 'รายได้')
    expect(await samplesOf(clerk, id)).toEqual(['ญาดา', '0812345670', '8675309'])
    await remapped(id)
    expect(await samplesOf(clerk, id)).toEqual(['ญาดา', '0812345670', '•••'])
    const { latest_run } = await store.call(dataSources.get, byId(id))
    const records = await recordsOf(clerk, id, latest_run!)
    expect(records.map(({ data }) => data[2]!.value)).toEqual(['•••', '•••'])
    expect(JSON.stringify(records)).not.toContain('867530')
    const params = { id: String(id), run_id: latest_run! }
    expect((await clerk.try(importRun.correction, { params, query: {} })).status).toBe(403)
    expect((await download(clerk, id)).status).toBe(403)
    expect((await download(store, id)).status).toBe(200)
  })

  test('in the next file with the same columns', { tags: ['verify'] }, async () => {
    await remapped((await createDataSource(store, income, 'เดือนก่อน')).id)
    const { id } = await createDataSource(store, income, 'เดือนนี้')
    expect(await samplesOf(clerk, id)).toEqual(['ญาดา', '0812345670', '•••'])
  })

  test('from when its field is made sensitive, and when that is deleted', async () => {
    const made = { field_name: 'allergy', display_name: 'แพ้ยา', data_type: 'String' as const }
    const field = await store.call(profileFields.create, { body: made })
    const { id } = await createDataSource(store, 'เบอร์โทร,ก\n0812345670,penicillin\n', 'แพ้ยา')
    const mapping = [row(1, 9), { ...row(2, field.id), destination_type: 'custom_profile' as const }]
    await runMapping(store, id, { mapping, match: byPhone })
    expect((await download(clerk, id)).status).toBe(200)
    const change = { sensitive: true, origin_time: field.updated_at! }
    await store.call(profileFields.update, { params: { id: String(field.id) }, body: change })
    expect([(await samplesOf(clerk, id))[1], (await download(clerk, id)).status]).toEqual(['•••', 403])
    await store.call(profileFields.delete, { params: { id: String(field.id) }, query: { confirm: 'true' } })
    expect([(await samplesOf(clerk, id))[1], (await download(clerk, id)).status]).toEqual(['•••', 403])
  })

  test.each([
    ['next to another column of citizen ids', `เลขบัตรประชาชน,ผู้ปกครอง\n${CITIZEN},9517812865702\n`],
    ['under a name that may mean anything', `เบอร์โทร,เลขที่\n0812345670,9517812865702\n`],
  ])('that holds citizen ids %s', async (_, content) => {
    const { id } = await createDataSource(store, content, 'สองคอลัมน์')
    expect((await samplesOf(clerk, id))[1]).toBe('•••')
    expect((await download(clerk, id)).status).toBe(403)
  })

  test('in a workbook with sheets that were not scanned', { tags: ['verify'] }, async () => {
    const sheets = [
      {
        name: 'ลูกค้า',
        rows: [
          ['ชื่อ', 'เบอร์โทร'],
          ['ญาดา', '0812345670'],
        ],
      },
      {
        name: 'บัตร',
        rows: [
          ['ชื่อ', 'เลขบัตรประชาชน'],
          ['ญาดา', CITIZEN],
        ],
      },
    ]
    const file = (await store.upload(files.import, 'two.xlsx', await workbook({ sheets }))).body
    const body = { file_id: file.file_id, file_type: file.file_type, name: 'สองชีต' }
    const { datasource_id: id } = await store.call(dataSources.create, { body })
    await loaded(store, id)
    expect((await download(clerk, id)).status).toBe(403)
    expect((await download(store, id)).status).toBe(200)
  })
})

test('a mapping without `match` uses the suggested keys', async () => {
  const { id } = await createDataSource(store, csv, 'ไม่บอก')
  const { mapping, match } = await store.call(dataSources.getMapping, byId(id))
  expect((await put(store, id, { mapping })).status).toBe(204)
  expect((await store.call(dataSources.getMapping, byId(id))).match).toEqual(match)
  expect((await put(store, id, { mapping: [row(1, 1)] })).body).toMatchObject({ error: 'match_keys_missing' })
})

test('the id of a dry run refers to the run that began with it, and with `kind=dry` to the preview', {
  tags: ['verify'],
}, async () => {
  const { id, dry, real } = await importFile(store, csv, { name: 'คู่กัน' })
  const of = (run_id: string) => ({ params: { id: String(id), run_id } })
  for (const run_id of [dry, real]) {
    expect(await store.call(importRun.getRun, { ...of(run_id), query: {} })).toMatchObject({
      run_id: real,
      kind: 'real',
    })
    expect(await store.call(importRun.getRun, { ...of(run_id), query: { kind: 'dry' } })).toMatchObject({
      run_id: dry,
    })
  }
  const { admin } = await testServer()
  await admin.query("update run set added = 0, failed = 1 where store_id = $1 and kind = 'real'", [store.storeId])
  await admin.query(
    "update run_record set status = 'failed' where store_id = $1 and run = (select id from run where store_id = $1 and kind = 'real')",
    [store.storeId],
  )
  const told = async (query: { kind?: 'dry' }) => [
    (await store.call(importRun.records, { ...of(dry), query })).data[0]!.status,
    (await store.call(importRun.result, { ...of(dry), query })).stats.added,
    (await store.try(importRun.correction, { ...of(dry), query })).status,
  ]
  expect(await told({})).toEqual(['failed', 0, 200])
  expect(await told({ kind: 'dry' })).toEqual(['added', 1, 409])
})
