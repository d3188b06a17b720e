import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { sampleWorkbook } from '../../formats/files/workbook.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { workbookOf } from './workbook.ts'

test('a workbook goes on in a second sheet where the first is full, wherever its lines are cut on their way', async () => {
  const { storeId } = await newStore()
  const { core } = await testServer()
  const lines = Buffer.from([1, 2, 3, 4, 5, 6, 7].map((n) => `น้ำ ${n}\t${n}\n`).join(''))
  async function* cut() {
    for (let at = 0; at < lines.length; at += 5) yield lines.subarray(at, at + 5)
  }
  const columns = [
    { header: 'ชื่อ', type: 'text' as const },
    { header: 'n', type: 'number' as const },
  ]
  const ends: unknown[] = []
  const workbook = workbookOf(cut(), { sheet: 'ลูกค้า', columns, sheetRows: 4 }, (end) => ends.push(end))
  const { key } = await core.storage.put(storeId, Readable.from(workbook, { objectMode: false }), 1_000_000)
  const rowsOf = async (sheet: string) => (await sampleWorkbook(core.storage, key, { sheet })).rows
  const row = (n: number) => [`น้ำ ${n}`, String(n)]
  expect(await rowsOf('ลูกค้า')).toEqual([['ชื่อ', 'n'], row(1), row(2), row(3)])
  expect(await rowsOf('ลูกค้า 2')).toEqual([['ชื่อ', 'n'], row(4), row(5), row(6)])
  expect(await rowsOf('ลูกค้า 3')).toEqual([['ชื่อ', 'n'], row(7)])
  expect(ends).toEqual([{ cut: 0 }])
})

test('the parts of a workbook have the checksums and sizes of its archive, which has no marks of archives beyond 4 GB', async () => {
  const columns = [{ header: 'ชื่อ', type: 'text' as const }]
  const lines = Readable.from([Buffer.from('มาลี\n'.repeat(50_000))])
  const file = await buffer(Readable.from(workbookOf(lines, { sheet: 'ลูกค้า', columns }, () => {})))
  const zip = await yauzl.fromBufferPromise(file)
  const parts: string[] = []
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    expect([entry.fileName, crc32(content), content.length]).toEqual([
      entry.fileName,
      entry.crc32,
      entry.uncompressedSize,
    ])
    // Zip64, without which LibreOffice opens them.
    expect(entry.extraFields.map(({ id }) => id)).not.toContain(1)
    parts.push(entry.fileName)
  }
  expect(parts).toContain('xl/worksheets/sheet1.xml')
})
