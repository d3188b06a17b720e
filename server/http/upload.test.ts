import { files } from '@ruam/contract/formats/files.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { storedNames } from '../testing/stored.testing.ts'

const B = 'b'
const part = (disposition: string, content: string) =>
  `--${B}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345678\n'
const end = `--${B}--\r\n`

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

async function upload(payload: string, token = store.token) {
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${B}` }
  const reply = await app.inject({ method: 'POST', url: `/api${files.import.path}`, headers, payload })
  return { status: reply.statusCode, body: reply.json() }
}

async function stored(): Promise<number> {
  const { core } = await testServer()
  return (await storedNames(core, store.storeId)).length
}

test('a file is kept and told by its own name, size and type', async () => {
  const before = await stored()
  const { status, body } = await upload(part('name="file"; filename="ลูกค้า สาขา 1.csv"', csv) + end)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    file_name: 'ลูกค้า สาขา 1.csv',
    file_size: Buffer.byteLength(csv),
    file_type: 'csv',
    settings: { delimiter: ',', charset: 'utf-8' },
  })
  expect(await stored()).toBe(before + 1)
})

describe('a name', () => {
  test.each([
    ['of a path is no path', 'filename="../../etc/passwd"', 'passwd'],
    ['that is missing is "file"', 'filename=""', 'file'],
    ['of 400 letters is cut', `filename="${'ก'.repeat(400)}"`, 'ก'.repeat(255)],
    ['is never cut in the middle of a letter', `filename="${'a'.repeat(254)}👨‍👩‍👧b"`, `${'a'.repeat(254)}👨‍👩‍👧`],
  ])('%s', async (_, filename, shown) => {
    expect((await upload(part(`name="file"; ${filename}`, csv) + end)).body.file_name).toBe(shown)
  })
})

describe('nothing is kept of', () => {
  test.each([
    ['an upload that breaks off', part('name="file"; filename="a.csv"', csv), 'invalid_input'],
    ['an upload without a file', part('name="file"', 'text') + end, 'invalid_input'],
    ['an empty body', '', 'invalid_input'],
    ['a file in another field', part('name="document"; filename="a.csv"', csv) + end, 'invalid_input'],
    ['an empty file', part('name="file"; filename="a.csv"', '') + end, 'file_empty'],
    ['a PDF', part('name="file"; filename="a.csv"', '%PDF-1.7') + end, 'pdf_file'],
    ['a broken workbook', part('name="file"; filename="a.csv"', 'PK\u0003\u0004') + end, 'workbook_broken'],
  ])('%s', async (_, payload, error) => {
    const before = await stored()
    const { status, body } = await upload(payload!)
    expect([status, body.error, await stored()]).toEqual([400, error, before])
  })

  test('an upload without the right', async () => {
    const before = await stored()
    const member = await store.member(['cdp-core.datasource.read'])
    const { status } = await upload(part('name="file"; filename="a.csv"', csv) + end, member.token)
    expect([status, await stored()]).toEqual([403, before])
  })
})

test('an upload of several files takes the first', async () => {
  const { body } = await upload(
    part('name="file"; filename="1.csv"', csv) + part('name="file"; filename="2.csv"', csv) + end,
  )
  expect(body.file_name).toBe('1.csv')
})
