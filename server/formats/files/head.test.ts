import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileSettings } from '@ruam/contract/formats/files.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStorage, type Storage } from '../../storage/storage.ts'
import { readFileHead } from './head.ts'
import { headerSignature, REASON_COLUMN } from './header.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-heads-'))
  storage = diskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

async function headOf(content: string | Buffer, asked: Partial<FileSettings> = {}) {
  const { key } = await storage.put(1, Readable.from([Buffer.from(content)]), 200_000_000)
  return readFileHead(storage, { storage_key: key, type: 'csv' }, asked)
}
const settingsOf = async (content: string | Buffer) => (await headOf(content)).settings

describe('the delimiter', () => {
  test.each([
    ['that the rows agree on', 'name;note\na;x, y\nb;z, w, v\n', ';'],
    ['before those of a header that holds others', 'name\taddress, city, zip\na\tb, c, d\nb\tx\nc\ty\n', '\t'],
    ['before those of the texts', 'no|code|name\n1|2|Adam, the first\n2|3|B\n', '|'],
    ['not in quotes', 'a,"x;y;z"\nb,"p;q;r"\n', ','],
    ['of a file of one column is a comma', 'name\nสมชาย\n', ','],
    ['of two signs', 'ชื่อ||เบอร์||อีเมล\nก||1||\nข||2||b\n', '||'],
    ['of one sign where cells are empty', 'a||c|d\n1||3|\n2|x|3|\n', '|'],
    ['below a title', 'รายงานลูกค้า\n\nชื่อ;เบอร์;อีเมล\nก;1;x\nข;2;y\n', ';'],
    ['and a blank', 'ชื่อ, ที่อยู่, เบอร์\nก, "ข, ค", 1\n', ','],
  ])('is found: %s', async (_, text, delimiter) => {
    expect((await headOf(text, text.includes('||c') ? { header_row: 0 } : {})).settings.delimiter).toBe(delimiter)
  })

  test('is the requested one', async () => {
    expect((await headOf('a,b;c\n1,2;3\n', { delimiter: ';' })).header).toEqual(['a,b', 'c'])
  })
})

describe('the header', () => {
  test('is clean, and the first rows are shown as they stand', async () => {
    const head = await headOf('\ufeff ชื่อ \u200b,"a\u0000b"\n1,2\n3,4\n5,6\n7,8\n9,10\n11,12\n')
    expect(head.header).toEqual(['ชื่อ', 'ab'])
    expect(head.rows).toHaveLength(5)
    expect(head.first_rows).toHaveLength(7)
    expect(head.first_rows[1]).toEqual(['1', '2'])
  })

  test('is found below the title of a report', async () => {
    const head = await headOf('รายงานลูกค้า,,,\nวันที่พิมพ์ 1/1/2567\nชื่อ,นามสกุล,เบอร์,อีเมล\nก,ข,1,\nค,ง,2,\n')
    expect([head.settings.header_row, head.header[0], head.rows[0]![0]]).toEqual([3, 'ชื่อ', 'ก'])
  })

  test('is the requested row, or none, in which case columns are numbered', async () => {
    const text = 'ก,ข\nชื่อ,เบอร์\nญาดา,1\n'
    expect((await headOf(text, { header_row: 2 })).header).toEqual(['ชื่อ', 'เบอร์'])
    const none = await headOf(text, { header_row: 0 })
    expect([none.header, none.rows[0]]).toEqual([
      ['#1', '#2'],
      ['ก', 'ข'],
    ])
  })

  test.each([
    ['e-mails', 'ญาดา,yada@example.com\nสมชาย,som@example.com\n'],
    ['dates', '1,Adam,1945-12-30 00:00:00.000\n2,Eve,1950-03-06 00:00:00.000\n'],
    ['phones', 'ญาดา,081-234-5678\nสมชาย,0898765432\n'],
    ['numbers', '1,200,ก\n2,300,ข\n3,400,ค\n'],
  ])('is not taken from a first row of %s unasked', async (_, text) => {
    const head = await headOf(text)
    expect([head.header_unsure, head.settings.header_row, head.header[0]]).toEqual([true, 0, '#1'])
    const asked = await headOf(text, { header_row: 1 })
    expect([asked.header_unsure, asked.settings.header_row, asked.rows.length]).toEqual([
      true,
      1,
      text.split('\n').length - 2,
    ])
  })

  test.each([
    ['names', 'ชื่อ,อีเมล,วันเกิด\nญาดา,yada@example.com,1/1/2530\n'],
    ['names and one year', 'ชื่อ,2566,อีเมล,เบอร์\nญาดา,200,a@example.com,1\nสมชาย,300,b@example.com,2\n'],
    ['names of texts alone', 'ชื่อ,นามสกุล\nญาดา,ศรีสุข\nสมชาย,ใจดี\n'],
  ])('is sure of a first row of %s', async (_, text) => {
    expect(await headOf(text)).toMatchObject({ header_unsure: false, settings: { header_row: 1 } })
  })

  test('is rejected if it names a column twice, or leaves one without a name, unless it may be data', async () => {
    await expect(headOf('a,ข,a \n1,2,3\n')).rejects.toMatchObject({
      errorName: 'duplicate_column_header',
      details: { name: 'a' },
    })
    await expect(headOf('ก,\n1,2\n')).rejects.toMatchObject({
      errorName: 'empty_column_header',
      details: { index: '2' },
    })
    const data = 'ญาดา,,yada@example.com,1,1\nสมชาย,,som@example.com,1,1\n'
    expect((await headOf(data)).header_unsure).toBe(true)
    await expect(headOf(data, { header_row: 1 })).rejects.toMatchObject({ errorName: 'empty_column_header' })
  })

  test('that has several faults names every column, whatever is wrong with it', async () => {
    await expect(headOf('a,b,a,b,c\n1,2,3,4,5\n')).rejects.toMatchObject({ details: { name: 'a, b' } })
    await expect(headOf('a,,,b,,,,\n1,2,3,4,5,6,7,8\n')).rejects.toMatchObject({
      details: { index: '2, 3, 5, 6, 7, 8' },
    })
    const both = 'a,,b,a,,b,a\n1,2,3,4,5,6,7\n'
    await expect(headOf(both)).rejects.toMatchObject({
      errorName: 'empty_column_header',
      details: { index: '2, 5', name: 'a, b' },
    })
  })

  test('that has many faults names twenty of a kind and counts the others', async () => {
    const names = Array.from({ length: 23 }, (_, no) => `n${no}`)
    const header = [...names, ...names, ...Array(22).fill('')]
    await expect(headOf(`${header.join(',')}\n${header.map(() => 'x').join(',')}\n`)).rejects.toMatchObject({
      details: {
        index: Array.from({ length: 20 }, (_, no) => 47 + no).join(', '),
        more_columns: 2,
        name: names.slice(0, 20).join(', '),
        more_names: 3,
      },
    })
  })

  test('is named by its first words if it is a paragraph', async () => {
    const long = 'ก'.repeat(5000)
    await expect(headOf(`${long},${long}\n1,2\n`)).rejects.toMatchObject({ details: { name: `${'ก'.repeat(60)}…` } })
  })

  test('git conflict markers do not hide the conflict below', async () => {
    const head = await headOf('<<<<<<< HEAD\nชื่อ,เบอร์\nก,0811111111\n=======\nข,0822222222\n>>>>>>> theirs\n')
    expect([head.header, head.settings.header_row]).toEqual([['ชื่อ', 'เบอร์'], 2])
  })

  test('a file of 600 columns is refused', async () => {
    const row = Array.from({ length: 600 }, (_, place) => `c${place}`).join(',')
    await expect(headOf(`${row}\n${row}\n`)).rejects.toMatchObject({ errorName: 'too_many_columns' })
  })
})

describe('a file', () => {
  test.each([
    ['that is empty', ''],
    ['of blank lines', '\n , \n\r\n'],
    ['with a header and nothing else', 'ชื่อ,เบอร์\n'],
    ['with a mark and nothing else', '\ufeff'],
  ])('%s holds no rows', async (_, text) => {
    await expect(headOf(text)).rejects.toMatchObject({ errorName: 'file_empty' })
  })

  test('whose quote is never closed is rejected with its row', async () => {
    await expect(headOf('"ชื่อ,เบอร์\nก,1\n')).rejects.toMatchObject({ errorName: 'quote_unclosed', details: { row: 1 } })
    await expect(headOf('ชื่อ,เบอร์\n"ก,1\n')).rejects.toMatchObject({ errorName: 'quote_unclosed', details: { row: 2 } })
  })

  test('may begin with a cell of five megabytes', async () => {
    const head = await headOf(`ชื่อ,หมายเหตุ\nก,"${'x'.repeat(5_000_000)}"\nข,สั้น\n`)
    expect(head.rows.map((row) => row[1]!.length)).toEqual([1000, 4])
  })

  test('in Thai is read the same in every charset', async () => {
    const text = 'ชื่อ;เบอร์โทร\r\nญาดา;0812345678\r\nกี่;0898765432\r\n'
    const thai874 = Buffer.from(
      [...text].map((one) => (one > '\u0e00' ? one.charCodeAt(0) - 0x0d60 : one.charCodeAt(0))),
    )
    const heads = await Promise.all([
      headOf(text),
      headOf(thai874),
      headOf(Buffer.from(`\ufeff${text}`, 'utf16le')),
      headOf(Buffer.from(text, 'utf16le').swap16()),
    ])
    expect(heads.map((head) => head.settings.charset)).toEqual(['utf-8', 'windows-874', 'utf-16le', 'utf-16be'])
    for (const head of heads) expect([head.header, head.rows]).toEqual([heads[0]!.header, heads[0]!.rows])
  })

  test('whose first Thai letter comes after megabytes of English is still read', async () => {
    const english = 'name,note\n'.concat('Adam,nothing\n'.repeat(100_000))
    const thai = Buffer.from([0xad, 0xd2, 0xb4, 0xd2])
    const bytes = Buffer.concat([Buffer.from(english), thai, Buffer.from(',1\n')])
    expect((await settingsOf(bytes)).charset).toBe('windows-874')
    expect((await settingsOf(`${english}ญาดา,1\n`)).charset).toBe('utf-8')
  })

  test('in an unsupported charset is rejected', async () => {
    await expect(headOf(Buffer.from('nom,ville\nJos\xe9,Orl\xe9ans\n', 'latin1'))).rejects.toMatchObject({
      errorName: 'charset_unreadable',
    })
    await expect(headOf('ชื่อ\nก\n', { charset: 'utf-16le' })).rejects.toMatchObject({ errorName: 'charset_unreadable' })
  })
})

test('files of the same columns have the same signature, whatever their case, blanks and reasons', () => {
  const signature = headerSignature(['First Name', 'เบอร์โทร'], 1)
  expect(headerSignature(['first_name', ' เบอร์โทร ', REASON_COLUMN], 3)).toBe(signature)
  expect(headerSignature(['เบอร์โทร', 'First Name'], 1)).not.toBe(signature)
  expect(headerSignature(['#1', '#2'], 0)).toBeNull()
})
