import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDataSource, importFile, loaded } from '../../testing/imports/data-sources.testing.ts'
import { sampleOf } from '../../testing/shapes.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n'
const headless = 'ญาดา,0812345670\nสมชาย,0898765432\n'
const byId = (id: number) => ({ params: { id: String(id) } })
const get = (id: number) => store.call(dataSources.get, byId(id))

async function uploaded(content: string, of = store) {
  const { body } = await of.upload(files.import, 'customers.csv', content)
  return { file_id: body.file_id, file_type: body.file_type }
}

describe('an unfinished data source', () => {
  test('is returned as the newest one of its author until it is finished', { tags: ['verify'] }, async () => {
    expect((await store.try(dataSources.latest)).body).toMatchObject({ error_code: 2 })
    const { id } = await createDataSource(store, csv, 'แรก')
    const { id: second } = await createDataSource(store, csv, 'สอง')
    expect((await store.call(dataSources.latest)).id).toBe(second)
    await store.call(dataSources.delete, { ...byId(second), query: {} })
    expect((await store.call(dataSources.latest)).id).toBe(id)
    await store.call(dataSources.delete, { ...byId(id), query: {} })
    await importFile(store, csv)
    expect((await store.try(dataSources.latest)).body).toMatchObject({ error_code: 2 })
  })

  test('is not returned to other members', async () => {
    await createDataSource(store, csv, 'ของฉัน')
    const colleague = await store.member(['cdp-core.datasource.create'])
    expect((await colleague.try(dataSources.latest)).body).toMatchObject({ error_code: 2 })
  })
})

describe('deleting a data source', () => {
  test('takes it out of the list and frees its name', async () => {
    const { id } = await createDataSource(store, csv, 'ชั่วคราว')
    await store.call(dataSources.delete, { ...byId(id), query: {} })
    expect((await store.try(dataSources.get, byId(id))).status).toBe(404)
    expect((await store.call(dataSources.list, { query: {} })).total).toBe(0)
    await createDataSource(store, csv, 'ชั่วคราว')
  })

  test.each(['loading', 'waiting', 'processing'])('is refused while it is %s', async (status) => {
    const { id } = await createDataSource(store, csv, 'ทำงานอยู่')
    const { admin } = await testServer()
    await admin.query('update data_source set status = $3 where store_id = $1 and id = $2', [store.storeId, id, status])
    expect((await store.try(dataSources.delete, { ...byId(id), query: {} })).body).toMatchObject({
      error: 'data_source_busy',
    })
  })
})

test('a data source that is switched off runs nothing until it is switched on', { tags: ['verify'] }, async () => {
  const { id } = await importFile(store, csv)
  await store.call(dataSources.setEnabled, { ...byId(id), body: { value: false } })
  expect((await get(id)).enabled).toBe(false)
  const { mapping, match } = await store.call(dataSources.getMapping, byId(id))
  await store.call(dataSources.putMapping, { ...byId(id), body: { mapping, match } })
  expect((await store.try(importRun.dryRun, byId(id))).body).toMatchObject({ error: 'data_source_disabled' })
  await store.call(dataSources.setEnabled, { ...byId(id), body: { value: true } })
  await store.call(importRun.dryRun, byId(id))
})

test('data sources are counted by type', async () => {
  await createDataSource(store, csv, 'ก')
  await createDataSource(store, csv, 'ข')
  expect(await store.call(dataSources.types)).toEqual({ data: [{ type: 'local_file', total: 2 }], total: 2 })
})

test('the file of a data source is described, and downloads unchanged', async () => {
  const { id } = await createDataSource(store, csv, 'ไฟล์')
  expect(await store.call(dataSources.file, byId(id))).toMatchObject({
    file_name: 'customers.csv',
    file_type: 'csv',
    file_size: Buffer.byteLength(csv),
    row_count: 1,
    import_id: expect.stringMatching(/^import_/),
  })
  expect(await (await store.call(dataSources.downloadFile, byId(id))).text()).toBe(csv)
})

test.each(['9000000000012', '1234'])(
  'a file with citizen ids (%s) can’t be downloaded without the right to see them',
  async (cell) => {
    const { id } = await createDataSource(store, `ชื่อ,เลขบัตรประชาชน\nญาดา,${cell}\n`, 'บัตร')
    const clerk = await store.member(['cdp-core.datasource.read'])
    expect((await clerk.try(dataSources.downloadFile, byId(id))).body).toMatchObject({
      error: 'forbidden',
      details: { permission: 'cdp-core.profile-sensitive.read' },
    })
  },
)

describe('a file whose first row looks like data', () => {
  test('is not loaded until the user confirms whether it is the header', async () => {
    const file = await uploaded(headless)
    const head = await store.call(dataSources.validate, { body: file })
    expect([head.header_unsure, head.settings.header_row, head.sample.length]).toEqual([true, 0, 2])
    const refused = await store.try(dataSources.create, { body: { ...file, name: 'ไม่มีหัว' } })
    expect(refused.body).toMatchObject({ error: 'header_unsure' })
  })

  test('loads all of its rows once the user says it has no header', async () => {
    const body = { ...(await uploaded(headless)), name: 'ไม่มีหัว', settings: { header_row: 0 } }
    const { datasource_id: id } = await store.call(dataSources.create, { body })
    await loaded(store, id)
    expect((await get(id)).file).toMatchObject({ row_count: 2, settings: { header_row: 0 } })
  })
})

test('loading may begin before the data source has a name', async () => {
  const file = await uploaded(csv)
  const { import_id } = await store.call(dataSources.import, { body: file })
  const { datasource_id: id } = await store.call(dataSources.create, { body: { ...file, name: 'เร็วกว่า' } })
  await loaded(store, id)
  expect((await store.call(dataSources.file, byId(id))).import_id).toBe(import_id)
})

test('a failed load returns its reason, and can be retried with other settings or another file', {
  tags: ['verify'],
}, async () => {
  // Past what is read of the head.
  const rows = Array.from({ length: 60_000 }, (_, n) => `ลูกค้า ${n},0812345670\n`).join('')
  const file = await uploaded(`ชื่อ,เบอร์โทร\n${rows}"ญาดา,0812345670\n`)
  const { datasource_id: id } = await store.call(dataSources.create, { body: { ...file, name: 'คำพูดค้าง' } })
  await expect(loaded(store, id)).rejects.toThrow()
  expect(await get(id)).toMatchObject({ status: 'load_failed', error: { error: 'quote_unclosed' } })
  await store.call(dataSources.retryLoad, { ...byId(id), body: { settings: { header_row: 2 } } })
  await expect(loaded(store, id)).rejects.toThrow()
  expect((await get(id)).file?.settings.header_row).toBe(2)
  await store.call(dataSources.putFile, { ...byId(id), body: await uploaded(csv) })
  await loaded(store, id)
  expect((await get(id)).file?.row_count).toBe(1)
})

describe('a new file for a data source', () => {
  const more = `${csv}สมชาย,0898765432\n`

  test('with the same columns keeps the mapping, and the next run reads the new file', async () => {
    const { id } = await importFile(store, csv)
    await store.call(dataSources.putFile, { ...byId(id), body: await uploaded(more) })
    await loaded(store, id)
    expect((await store.call(dataSources.getMapping, byId(id))).saved).toBe(true)
    expect((await get(id)).file?.row_count).toBe(2)
  })

  test('with other columns gets a new mapping', async () => {
    const { id } = await importFile(store, csv)
    await store.call(dataSources.putFile, { ...byId(id), body: await uploaded('เบอร์โทร,ชื่อ\n0812345670,ญาดา\n') })
    await loaded(store, id)
    const { saved, mapping } = await store.call(dataSources.getMapping, byId(id))
    expect([saved, mapping.find((row) => row.source_schema_id === '1')?.destination_id]).toEqual([false, 9])
  })

  test('is refused before the first one was run, and when another data source has it', async () => {
    const { id } = await createDataSource(store, csv, 'ยังไม่ได้นำเข้า')
    const early = await store.try(dataSources.putFile, { ...byId(id), body: await uploaded(more) })
    expect(early.body).toMatchObject({ error: 'data_source_status' })
    const done = await importFile(store, csv)
    const body = await uploaded(more)
    await store.call(dataSources.create, { body: { ...body, name: 'เจ้าของไฟล์' } })
    const taken = await store.try(dataSources.putFile, { ...byId(done.id), body })
    expect(taken.body).toMatchObject({ error: 'file_used' })
  })
})

test('one of two concurrent calls with the same name succeeds', async () => {
  const bodies = [await uploaded(csv), await uploaded(csv)]
  const replies = await Promise.all(
    bodies.map((body) => store.try(dataSources.create, { body: { ...body, name: 'ชื่อเดียวกัน' } })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

describe('a data source that is not there', () => {
  const nobodys = { id: '2147483647', run_id: 'run_1_1_1_aaaaaaaa' }

  test.each(Object.entries<Endpoint>(dataSources).filter(([, { path }]) => path.startsWith('/datasource/{id}')))(
    'is named as such by %s',
    async (_, endpoint) => {
      const { id } = await createDataSource(await newStore(), csv, 'ของเขา')
      const sample = endpoint.body && (sampleOf(endpoint.body, () => undefined) as object)
      const body =
        endpoint === dataSources.putFile
          ? await uploaded(csv)
          : endpoint === importRun.run
            ? { run_id: nobodys.run_id }
            : sample
      for (const params of [nobodys, { ...nobodys, id: String(id) }]) {
        const reply = await store.try(endpoint as typeof dataSources.get, { params, ...(body && { body }) } as never)
        expect(reply).toMatchObject({ status: 404, body: { error: 'data_source_not_found', error_code: 72 } })
      }
    },
  )
})

test('a data source of another type than its file is not valid', async () => {
  const body = { ...(await uploaded(csv)), file_type: 'xlsx' as const, name: 'ไม่ตรงชนิด' }
  const reply = await store.try(dataSources.create, { body })
  expect(reply).toMatchObject({ status: 400, body: { error: 'data_source_invalid', error_code: 71 } })
})
