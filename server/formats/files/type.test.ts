import { files } from '@ruam/contract/formats/files.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { StorageFull } from '../../storage/storage.ts'
import { sheetOf, workbookParts, zipped } from '../../testing/formats/workbook.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { storedNames } from '../../testing/stored.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

async function stored(): Promise<number> {
  const core = await coreOf(store)
  return (await storedNames(core, store.storeId)).length
}

const ole = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(70_000),
    ...names.map((name) => Buffer.from(`${name}\0`, 'utf16le')),
  ])
const utf8 = (text: string) => Buffer.from(text)

describe('a file is recognized by its content, whatever its name:', () => {
  test.each([
    ['a workbook', () => sheetOf([['ชื่อ'], ['ญาดา']]), 'xlsx'],
    ['a text with commas', () => utf8('ชื่อ,เบอร์\nญาดา,1\n'), 'csv'],
    ['a text with tabs', () => utf8('ชื่อ\tเบอร์\nญาดา\t1\n'), 'tsv'],
    ['a text with tabs as Excel saves it', () => Buffer.from('\ufeffชื่อ\tเบอร์\r\nญาดา\t1\r\n', 'utf16le'), 'tsv'],
    ['a text that begins like an archive of letters', () => utf8('PK,name\n1,a\n'), 'csv'],
  ] as [string, () => Buffer | Promise<Buffer>, string][])('%s', async (_, content, type) => {
    const { status, body } = await store.upload(files.import, 'file.pdf', await content())
    expect([status, body.file_type]).toEqual([200, type])
  })
})

describe('rejects with advice, and keeps nothing of', () => {
  test.each([
    ['a damaged workbook of old Excel', () => ole('Root Entry', 'Workbook'), 'workbook_broken'],
    ['one of Excel 4.0', () => Buffer.from('0904060000000200', 'hex'), 'file_type_not_supported'],
    ['a web page without a table', () => utf8('<html><table><tr><td>ชื่อ</td></tr></table></html>'), 'web_page'],
    ['a workbook with a password', () => ole('EncryptionInfo', 'EncryptedPackage'), 'file_encrypted'],
    ['an old document', () => ole('WordDocument'), 'document_file'],
    ['a PDF', () => utf8('%PDF-1.7 ...'), 'pdf_file'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'picture_file'],
    ['an archive of something else', () => zipped({ 'letter.txt': 'x' }), 'archive_file'],
    ['a document', () => zipped({ 'word/document.xml': '<document/>' }), 'document_file'],
    [
      'a workbook that is cut off',
      async () => {
        const bytes = await zipped(workbookParts({ sheets: [{ name: 'ก', rows: [['ชื่อ'], ['ญาดา']] }] }))
        return bytes.subarray(0, bytes.length / 2)
      },
      'workbook_broken',
    ],
    ['an empty file', () => Buffer.alloc(0), 'file_empty'],
  ] as [string, () => Buffer | Promise<Buffer>, string][])('%s', async (_, content, error) => {
    const before = await stored()
    const { status, body } = await store.upload(files.import, 'customers.csv', await content())
    expect([status, body.error, await stored()]).toEqual([400, error, before])
  })

  test('an upload onto a full disk', async () => {
    const core = await coreOf(store)
    const before = await stored()
    const { put } = core.storage
    core.storage.put = async () => Promise.reject(new StorageFull())
    const { status, body } = await store.upload(files.import, 'customers.csv', 'ชื่อ\nก\n')
    core.storage.put = put
    expect([status, body.error, await stored()]).toEqual([507, 'storage_full', before])
  })
})
