import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobWorker } from '../../jobs/define.ts'
import type { Block } from '../../jobs/queries.ts'
import { workJob } from '../../jobs/work.ts'
import type { Storage } from '../../storage/storage.ts'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { erase, profileWith, rowsContaining, thaiBytes } from '../../testing/customers/profile-erasure.testing.ts'
import { field } from '../../testing/customers/profiles.testing.ts'
import { workbook } from '../../testing/formats/workbook.testing.ts'
import { createDataSource, importFile, loaded, runOf } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import type { EraseRequest } from './cursor.ts'
import { eraseProfiles } from './erase.ts'
import { profileErasureWorks } from './jobs.ts'

let store: TestStore
let people = 0
/** A row of a file about a person whom no other test knows, and what of it may be found nowhere. */
let planted: string
let values: string[]
beforeEach(async () => {
  store = await newStore()
  const n = ++people
  planted = `กัญญาพัชร${n}พิมล,เทพหัสดิน${n}วิเศษ,089-765-43${10 + n},planted${n}@secret.example`
  values = [...planted.split(','), `8976543${10 + n}`]
})

const header = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล'
const other = (n: number) => `คนอื่น,รายที่ ${n},08${String(20_000_000 + n)},other${n}@example.com`
const others = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => other(from + n))
const csvOf = (lines: string[]) => [header, ...lines, ''].join('\r\n')
const phone = () => planted.split(',')[2]!
const mail = () => planted.split(',')[3]!
const plantedId = () => profileWith(store, `+66${phone().replaceAll('-', '').slice(1)}`)

const recordsOf = async (id: number, run: string, query: { offset?: string; limit?: string } = {}) =>
  (await store.call(importRun.records, { params: { id: String(id), run_id: run }, query })).data
const cellsOf = (records: Awaited<ReturnType<typeof recordsOf>>) =>
  records.map(({ record_no, data }) => [record_no, ...data.map(({ value }) => value)].join())

describe('erasing a person', () => {
  test('leaves none of their values in the database or the storage', async () => {
    const label = await store.call(labels.create, { body: { name: 'ป้าย', color: 'teal', type: 'general' } })
    await importFile(store, csvOf([...others(0, 3), planted, other(4)]), { labels: [label.id] })
    await importFile(store, csvOf([planted.replace(phone(), phone().replaceAll('-', '')), `${planted} `, other(5)]), {
      name: 'ไฟล์ที่สอง',
    })
    const { admin } = await testServer()
    await admin.query('analyze')
    expect(await rowsContaining(values)).not.toEqual([])
    expect((await erase(store, await plantedId())).status).toBe('completed')
    expect(await rowsContaining(values)).toEqual([])
    const { data, total_all } = await store.call(profiles.list, { query: {} })
    expect([total_all, data.length]).toEqual([5, 5])
    expect((await store.call(labels.get, { params: { id: String(label.id) } })).target_count).toBe(4)
  })

  test('shows its progress in rows, even within a large file', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted, other(1)]))
    const { id } = await createDataSource(store, csvOf(others(2, 50_000)), 'ไฟล์ใหญ่')
    await loaded(store, id)
    const { admin } = await testServer()
    const core = await coreOf(store)
    const { rows } = await admin.query<{ id: number }>(
      "insert into job (store_id, kind, request, created_by, queued) values ($1, 'profile_erase', $2, $3, true) returning id",
      [store.storeId, { profile_ids: [await plantedId()], again: [] }, store.userId],
    )
    const job = rows[0]!.id
    const counted: Block[] = []
    const work: JobWorker<EraseRequest> = (working) =>
      eraseProfiles({
        ...working,
        block: (one) =>
          working.block(async (db, client) => {
            const block = await one(db, client)
            counted.push(block)
            return block
          }),
      })
    const works = { profile_erase: { ...profileErasureWorks.profile_erase, work } }
    await workJob(works, core, store.storeId, job, new AbortController().signal)
    const { done, total } = await store.call(jobs.get, { params: { id: String(job) } })
    expect(counted.filter(({ midway }) => midway).map((block) => block.done! >= 20_000)).toEqual([true, true])
    expect(total).toBeGreaterThan(50_000)
    expect(done).toBe(total)
  })

  test('leaves every other row of a file with its number, its cells and its page', { tags: ['verify'] }, async () => {
    const lines = [...others(0, 5200), planted, ...others(5200, 12_000)]
    lines[17] = planted
    const { id, real } = await importFile(store, csvOf(lines))
    const pages = async () => {
      const starts = ['0', '4990', '5190', '9995', '11990']
      return (await Promise.all(starts.map((offset) => recordsOf(id, real, { offset, limit: '12' })))).flat()
    }
    const before = cellsOf(await pages())
    await erase(store, await plantedId())
    const after = cellsOf(await pages())
    expect(after.filter((line) => !before.includes(line))).toEqual(['5201,ruam:erased'])
    expect(after).toHaveLength(before.length)
    const download = await (await store.call(dataSources.downloadFile, { params: { id: String(id) } })).text()
    expect(download).toBe(csvOf(lines.map((line) => (line === planted ? 'ruam:erased' : line))))
  })

  test('reaches rows that were refused, and files that were never run', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted, planted.replace(mail(), `no mail ${mail().split('@')[0]}`)]))
    await createDataSource(store, csvOf([other(1), planted]), 'ยังไม่ได้นำเข้า')
    await store.upload(files.import, 'later.csv', csvOf([other(2), planted.replace('089', '+66 (89)')]))
    await erase(store, await plantedId())
    expect(await rowsContaining([...values, `no mail ${mail().split('@')[0]}`, `${phone().slice(4)}`])).toEqual([])
  })

  test('reaches a file in an older charset', { tags: ['verify'] }, async () => {
    const { id } = await importFile(store, thaiBytes(csvOf([other(1), planted, other(2)])))
    await erase(store, await plantedId())
    expect(await rowsContaining(values)).toEqual([])
    const download = await store.call(dataSources.downloadFile, { params: { id: String(id) } })
    const text = new TextDecoder('windows-874').decode(await download.arrayBuffer())
    expect(text).toBe(csvOf([other(1), 'ruam:erased', other(2)]))
  })

  test('keeps the other rows of a workbook as CSV, and says so', { tags: ['verify'] }, async () => {
    const cells = [csvOf([other(1), planted, other(2)])].flatMap((text) => text.trim().split('\r\n'))
    const rows = cells.map((line) => line.split(','))
    const file = await workbook({
      sheets: [
        { name: 'ลูกค้า', rows },
        { name: 'สำรอง', rows: rows.slice(1, 3) },
      ],
    })
    const { file_id } = (await store.upload(files.import, 'members.xlsx', file)).body
    const { datasource_id: id } = await store.call(dataSources.create, {
      body: { name: 'สมาชิก', file_id, file_type: 'xlsx' },
    })
    await importFile(store, csvOf([planted]))
    await loaded(store, id)
    await erase(store, await plantedId())
    expect(await rowsContaining(values)).toEqual([])
    const { file: now } = await store.call(dataSources.get, { params: { id: String(id) } })
    expect([now!.file_name, now!.file_type, now!.warnings.length]).toEqual(['members.csv', 'csv', 2])
    const download = await (await store.call(dataSources.downloadFile, { params: { id: String(id) } })).text()
    expect(download).toBe([header, other(1), 'ruam:erased', other(2), ''].join('\n'))
  })

  test('reaches a sheet of a workbook that was never loaded', { tags: ['verify'] }, async () => {
    const rows = (lines: string[]) => lines.map((line) => line.split(','))
    const sheets = [
      { name: 'ลูกค้า', rows: rows([header, other(1), other(2)]) },
      { name: 'เก่า', rows: rows([planted]) },
    ]
    await importFile(store, csvOf([planted]))
    const { file_id } = (await store.upload(files.import, 'two.xlsx', await workbook({ sheets }))).body
    const body = { name: 'สองชีต', file_id, file_type: 'xlsx' as const, settings: { sheet: 'ลูกค้า' } }
    const { datasource_id: id } = await store.call(dataSources.create, { body })
    await loaded(store, id)
    await erase(store, await plantedId())
    expect(await rowsContaining(values)).toEqual([])
    const download = await (await store.call(dataSources.downloadFile, { params: { id: String(id) } })).text()
    expect(download).toBe([header, other(1), other(2), ''].join('\n'))
  })

  test('is finished by another worker when the first one dies between two steps', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted, other(1)]))
    await importFile(store, csvOf([other(2), planted]), { name: 'อีกไฟล์' })
    const { admin } = await testServer()
    const core = await coreOf(store)
    const { rows } = await admin.query<{ id: number }>(
      "insert into job (store_id, kind, request, created_by) values ($1, 'profile_erase', $2, $3) returning id",
      [store.storeId, { profile_ids: [await plantedId()], again: [] }, store.userId],
    )
    const job = rows[0]!.id
    const dying = new AbortController()
    // The rewritten file is stored and committed, and the old one still exists.
    const remove = async () => {
      dying.abort()
      throw new Error('killed')
    }
    const work = (storage: Storage, signal: AbortSignal) =>
      workJob(profileErasureWorks, { ...core, storage }, store.storeId, job, signal)
    await expect(work({ ...core.storage, remove }, dying.signal)).rejects.toThrow('killed')
    expect(await rowsContaining(values)).not.toEqual([])
    await work(core.storage, new AbortController().signal)
    expect((await jobEnded(store.storeId, job)).status).toBe('completed')
    expect(await rowsContaining(values)).toEqual([])
  })

  test('knows every table that is about a profile', async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query<{ name: string }>(`
      select distinct table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name in ('profile_id', 'low_id', 'kept_id', 'gone_id') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([
      ...[
        'activity',
        'automation_act',
        'automation_rehearsal_person',
        'automation_run',
        'broadcast_person_click',
        'broadcast_recipient',
        'broadcast_sent',
        'channel_friend',
        'channel_friend_change',
        'consent_entry',
      ],
      ...['erased_profile', 'erasure', 'erasure_mention', 'identity', 'imported_row'],
      ...['incident_person', 'job_profile', 'line_link', 'match_answer', 'my_data_link'],
      ...['online_log', 'privacy_request_profile', 'profile_change', 'profile_contact'],
      ...['profile_duplicate', 'profile_duplicate_key', 'profile_key', 'profile_label', 'profile_merge'],
      ...['profile_name', 'profile_restriction', 'profile_touch', 'profile_value'],
      ...['program_request', 'replaced_activity', 'retention_row'],
      ...['rich_menu_friend', 'rich_menu_move'],
      ...['run_profile', 'run_record', 'segment_departure', 'sensitive_read_hour', 'work_done'],
    ])
  })

  test('leaves other people with the same phone unchanged', async () => {
    const child = `ลูก,เทพอื่น,${phone()},child@example.com`
    const { data } = await childAndParent(child)
    const { id, real } = data
    const parent = await idOf(mail())
    await erase(store, parent)
    expect(cellsOf(await recordsOf(id, real)).map((line) => line.split(',')[1])).toEqual(['ลูก', 'ruam:erased'])
    expect((await store.call(profiles.list, { query: {} })).data).toHaveLength(1)
  })

  test('removes their values from the keywords of saved lists', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted]))
    const { admin } = await testServer()
    const definition = {
      keyword: phone().replace('-', ' '),
      filters: [],
      sort_by: 'updated_at',
      sort_dir: 'desc',
      columns: null,
    }
    await admin.query('insert into profile_view (store_id, name, definition, created_by) values ($1, $2, $3, $4)', [
      store.storeId,
      'คนนี้',
      definition,
      store.userId,
    ])
    await erase(store, await plantedId())
    const { rows } = await admin.query('select definition from profile_view where store_id = $1', [store.storeId])
    expect(rows[0].definition).toEqual({ ...definition, keyword: '' })
  })

  test('keeps their consents, only under their number', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted]))
    const { admin } = await testServer()
    const id = await plantedId()
    await admin.query("insert into consent_purpose (store_id, name) values ($1, 'โปรโมชั่น')", [store.storeId])
    await admin.query(
      `insert into consent_entry (store_id, profile_id, purpose_id, status, source)
        select store_id, $2, id, 'withdrawn', 'user' from consent_purpose where store_id = $1`,
      [store.storeId, id],
    )
    await erase(store, id)
    const { rows } = await admin.query('select profile_id, status from consent_entry where store_id = $1', [
      store.storeId,
    ])
    expect(rows).toEqual([{ profile_id: id, status: 'withdrawn' }])
  })

  test('erases the profiles that were merged into theirs', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted, 'คนเดียวกัน,เก่า,081-111-2222,old@secret.example']))
    const id = await plantedId()
    const { admin } = await testServer()
    await admin.query(
      "update profile set merged_into = $2, deleted_at = now() where store_id = $1 and email like 'old@%'",
      [store.storeId, id],
    )
    await erase(store, id)
    expect(await rowsContaining([...values, '081-111-2222', '811112222', 'old@secret.example'])).toEqual([])
  })

  test('erases further phones and addresses from a merge in all texts', {
    tags: ['verify'],
  }, async () => {
    await importFile(store, csvOf([planted, 'คนเดียวกัน,เก่า,081-111-2222,old@secret.example']))
    const id = await plantedId()
    const old = await profileWith(store, '+66811112222')
    const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [id, old] } })
    await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: id, fields: [] } })
    const { admin } = await testServer()
    // Its profile is gone, and the kept contact alone holds it.
    await admin.query('update profile set phone = null, email = null where store_id = $1 and id = $2', [
      store.storeId,
      old,
    ])
    const label = await newLabel(store)
    await admin.query("update label set name = 'โทร 0811112222' where store_id = $1 and id = $2", [
      store.storeId,
      label,
    ])
    expect(await rowsContaining(['811112222'])).not.toEqual([])
    await erase(store, id)
    expect(await rowsContaining([...values, '811112222', 'old@secret.example'])).toEqual([])
  })

  test('is audited with its author', async () => {
    await importFile(store, csvOf([planted]))
    const id = await plantedId()
    await erase(store, id)
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select user_id, action from audit_log where store_id = $1 and subject_id = $2 and action like 'profile_eras%' order by id",
      [store.storeId, String(id)],
    )
    expect(rows).toEqual([
      { user_id: store.userId, action: 'profile_erasure_started' },
      { user_id: store.userId, action: 'profile_erased' },
    ])
  })

  test('answers the job of the first request to a second one for the same person', { tags: ['verify'] }, async () => {
    await importFile(store, csvOf([planted]))
    const sent = { params: { id: String(await plantedId()) }, body: { confirm: true as const } }
    const replies = await Promise.all([store.call(profileErasure.erase, sent), store.call(profileErasure.erase, sent)])
    expect(replies[0]!.job_id).toBe(replies[1]!.job_id)
    await jobEnded(store.storeId, replies[0]!.job_id)
  })

  test('waits for others: many can be asked for at once, singly and by a list', {
    tags: ['verify'],
    timeout: 60_000,
  }, async () => {
    const made = async (n: number) => {
      const fields = [{ id: field.phone, value: `08977700${String(n).padStart(2, '0')}` }]
      return (await store.call(profiles.create, { body: { fields, label_ids: [] } })).id
    }
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await made(n))
    const confirm = true as const
    const single = await Promise.all(
      ids.slice(0, 6).map((id) => store.call(profileErasure.erase, { params: { id: String(id) }, body: { confirm } })),
    )
    const unknown = ids.at(-1)! + 1_000_000
    const { started, not_found } = await store.call(profileErasure.eraseSeveral, {
      body: { profile_ids: [...ids.slice(5), unknown], confirm },
    })
    expect(not_found).toEqual([unknown])
    expect(started.map(({ profile_id }) => profile_id)).toEqual(ids.slice(5))
    expect(started[0]!.job_id).toBe(single[5]!.job_id)
    for (const { job_id } of [...single, ...started]) await jobEnded(store.storeId, job_id)
    const { admin } = await testServer()
    expect((await admin.query('select from profile where id = any($1)', [ids])).rowCount).toBe(0)
  })

  async function childAndParent(child: string) {
    const lines = csvOf([child, planted])
    const { id } = await createDataSource(store, lines, 'ครอบครัว')
    const mapping = [1, 2, 9, 11].map((destination_id, place) => ({
      source_schema_id: String(place + 1),
      destination_id,
      destination_type: 'system_profile' as const,
    }))
    const params = { id: String(id) }
    await store.call(dataSources.putMapping, { params, body: { mapping, match: { keys: [11], mode: 'both' } } })
    const dry = (await store.call(importRun.dryRun, { params })).run_id
    await runOf(store, id, dry)
    const real = (await store.call(importRun.run, { params, body: { run_id: dry } })).run_id
    await runOf(store, id, real)
    return { data: { id, real } }
  }

  async function idOf(email: string): Promise<number> {
    const { admin } = await testServer()
    const text = 'select id from profile where store_id = $1 and email = $2'
    return (await admin.query<{ id: number }>(text, [store.storeId, email])).rows[0]!.id
  }
})
