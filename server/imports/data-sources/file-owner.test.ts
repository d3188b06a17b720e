import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDataSource, importFile, loaded } from '../../testing/imports/data-sources.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let clerk: Member
beforeAll(async () => {
  store = await newStore()
  clerk = await store.member(['cdp-core.datasource.create', 'cdp-core.datasource.edit', 'cdp-core.datasource.read'])
})

const csv = 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nญาดา,0812345670,1112034563562\n'
const upload = async (who: Member, content = csv) => {
  const { file_id } = (await who.upload(files.import, 'members.csv', content)).body
  return { file_id, file_type: 'csv' as const }
}
const unknown = { file_id: 2_147_483_647, file_type: 'csv' as const }

describe('a file that is no data source yet', () => {
  test('exists only for its uploader: others get the response of an unknown file', async () => {
    const file = await upload(store)
    const params = { id: String((await importFile(store, csv, { name: 'มีแล้ว' })).id) }
    const asked = (body: typeof unknown) => [
      clerk.try(dataSources.validate, { body }),
      clerk.try(dataSources.import, { body }),
      clerk.try(dataSources.create, { body: { ...body, name: 'ของคนอื่น' } }),
      clerk.try(dataSources.putFile, { params, body }),
    ]
    const foreign = await Promise.all(asked(file))
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(foreign).toEqual(await Promise.all(asked(unknown)))
    expect((await store.call(dataSources.validate, { body: file })).sample[0]).toContain('1112034563562')
  })

  test('exists only for its uploader again when its data source was deleted', async () => {
    const file = await upload(store)
    const { datasource_id: id } = await store.call(dataSources.create, { body: { ...file, name: 'จะถูกลบ' } })
    await loaded(store, id)
    await store.call(dataSources.delete, { params: { id: String(id) }, query: {} })
    expect((await clerk.try(dataSources.validate, { body: file })).status).toBe(404)
  })
})

describe('the file of a data source', () => {
  test('is read with other settings only by its uploader or with the right to sensitive values', async () => {
    const file = await upload(store)
    await store.call(dataSources.create, { body: { ...file, name: 'ของร้าน' } })
    const trusted = await store.member(['cdp-core.datasource.create', 'cdp-core.profile-sensitive.read'])
    expect((await trusted.try(dataSources.validate, { body: file })).status).toBe(200)
    expect((await clerk.try(dataSources.validate, { body: file })).body).toMatchObject({
      error: 'forbidden',
      details: { permission: 'cdp-core.profile-sensitive.read' },
    })
  })

  test('can’t be used for another data source, whatever its header settings', async () => {
    const file = await upload(store)
    await store.call(dataSources.create, { body: { ...file, name: 'ใช้อยู่' } })
    // Read so, its header would be a row of data that names a column twice.
    const body = { ...file, name: 'อีกแห่ง', settings: { header_row: 2 } }
    expect((await clerk.try(dataSources.create, { body })).body).toMatchObject({ error: 'file_used' })
  })

  test('hides sensitive values at the first step from an uploader without the right', async () => {
    const file = await upload(clerk)
    const head = await clerk.call(dataSources.validate, { body: file })
    expect(head.sample).toEqual([['ญาดา', '0812345670', '•••']])
    expect(head.first_rows).toEqual([
      ['ชื่อ', 'เบอร์โทร', 'เลขบัตรประชาชน'],
      ['ญาดา', '0812345670', '•••'],
    ])
    const headed = { ...file, settings: { header_row: 0 } }
    expect(JSON.stringify(await clerk.call(dataSources.validate, { body: headed }))).not.toContain('1112034563562')
  })

  test('is not told by a header that is a row of data', async () => {
    const file = await upload(clerk, `${csv}สมชาย,0898765432,9517812865702\n`)
    const { columns } = await clerk.call(dataSources.validate, { body: { ...file, settings: { header_row: 2 } } })
    expect(columns.map(({ name }) => name)).toEqual(['ญาดา', '0812345670', '•••'])
  })

  test('can’t be downloaded without the right before it is scanned', async () => {
    const { id } = await createDataSource(store, csv, 'อ่านไม่จบ')
    const { admin } = await testServer()
    await admin.query(
      `update file set columns = '[]', facts = '[]', row_count = null, load_status = 'failed'
       where store_id = $1 and id = (select file_id from data_source where store_id = $1 and id = $2)`,
      [store.storeId, id],
    )
    expect((await clerk.try(dataSources.downloadFile, { params: { id: String(id) } })).status).toBe(403)
  })
})
