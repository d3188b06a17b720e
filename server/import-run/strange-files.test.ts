import { dataSources } from '@ruam/contract/data-sources.ts'
import type { Sent } from '@ruam/contract/endpoint.ts'
import { files } from '@ruam/contract/files.ts'
import { importRun } from '@ruam/contract/import-run.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore } from '../core/store.testing.ts'
import { loaded, runMapping } from '../data-sources/data-sources.testing.ts'
import { sheetOf, workbook, workbookParts, zipped } from '../files/workbook.testing.ts'

type Asked = NonNullable<Sent<typeof dataSources.validate>['body']['settings']>

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

/** Uploads a file and has its head read. */
async function look(content: string | Buffer, settings: Asked = {}, name = 'customers.csv') {
  const uploaded = await store.upload(files.import, name, content)
  if (uploaded.status !== 200) return { refusal: uploaded.body, file: undefined, head: undefined }
  const { file_id, file_type } = uploaded.body
  const file = { file_id, file_type }
  const reply = await store.try(dataSources.validate, { body: { ...file, settings } })
  return reply.status === 200
    ? { file, head: reply.body, refusal: undefined }
    : { file, refusal: reply.body, head: undefined }
}

/** The whole way of a file whose columns are a name and a phone. */
async function take(content: string | Buffer, settings: Asked = {}) {
  const { file, head, refusal } = await look(content, settings)
  if (!file || !head) throw new Error(refusal?.error)
  const body = { ...file, settings: head.settings, name: `ไฟล์ ${file.file_id}` }
  const { datasource_id: id } = await store.call(dataSources.create, { body })
  await loaded(store, id)
  const mapped = (column: string, destination_id: number) => ({
    source_schema_id: column,
    destination_id,
    destination_type: 'system_profile' as const,
  })
  const run = await runMapping(store, id, {
    mapping: [mapped('1', 1), mapped('2', 9)],
    match: { keys: [9], mode: 'both' },
  })
  const params = { id: String(id), run_id: run.real }
  const { data } = await store.call(importRun.records, { params, query: { limit: '500' } })
  const source = await store.call(dataSources.file, { params: { id: String(id) } })
  const correction = async () => (await store.call(importRun.correction, { params, query: {} })).text()
  return { id, run, records: data, source, correction }
}

const linesOf = (records: { record_no: number; line: number | null }[]) =>
  records.map(({ record_no, line }) => [record_no, line])

describe('the line of a row is the one that people see', () => {
  test('below a title, blank lines and cells of several lines', async () => {
    const { records, correction } = await take(
      'รายงานลูกค้า,\n\nชื่อ,เบอร์โทร\nก,0811111111\n\n\n"ข\nสอง\nบรรทัด",0822222222\nค,0833333333\n,\nง,0844\n',
      { header_row: 2 },
    )
    expect(linesOf(records)).toEqual([
      [1, 4],
      [2, 7],
      [3, 10],
      [4, 12],
    ])
    const [header, row] = (await correction()).trim().split('\r\n')
    expect(header).toMatch(/^ชื่อ,เบอร์โทร,ruam_line_\d+,ruam_reason$/)
    expect(row).toMatch(/^ง,0844,12,เบอร์โทร: /)
  })

  test.each([
    ['CRLF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['CR', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le')],
  ])('in a text with %s, whose rows are far apart', async (_, bytes) => {
    // More rows than between two of the places that a load notes.
    const many = Array.from({ length: 5_100 }, (_, no) => `คน${no},08${10_000_000 + no}`)
    const text = `ชื่อ,เบอร์โทร\n${many.slice(0, 5_050).join('\n')}\n\n"สอง\nบรรทัด",0811\n\n${many.slice(5_050).join('\n')}\nท้าย,0899\n`
    const { records } = await take(bytes(text))
    expect(records).toHaveLength(500)
    const failed = await take(bytes(text)).then(({ correction }) => correction())
    expect(failed.match(/,(\d+),เบอร์โทร/g)).toEqual([',5053,เบอร์โทร', ',5106,เบอร์โทร'])
  })

  test('in a workbook, whose rows may lie far apart and hold several lines', async () => {
    const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
    const xml = `<row r="2">${cell('A2', 'รายงาน')}</row><row r="4">${cell('A4', 'ชื่อ')}${cell('B4', 'เบอร์โทร')}</row>
      <row r="5">${cell('A5', 'ก&#10;สอง')}${cell('B5', '0811111111')}</row><row r="9">${cell('A9', 'ข')}${cell('B9', '0822222222')}</row>
      <row r="10">${cell('A10', 'ค')}${cell('B10', '0833')}</row>`
    const { records, correction } = await take(await sheetOf(xml), { header_row: 2 })
    expect(linesOf(records)).toEqual([
      [1, 5],
      [2, 9],
      [3, 10],
    ])
    expect(await correction()).toMatch(/\r\nค,0833,10,/)
  })
})

test('a header that comes again within the file is left out, outside of the total, and told', async () => {
  const page = 'ชื่อ,เบอร์โทร\n'
  const { run, records, source } = await take(
    `${page}ก,0861111111\n${page}ข,0862222222\n"ชื่อ" , เบอร์โทร \nค,0863333333\n`,
  )
  expect(run.stats).toMatchObject({ total: 3, added: 3, failed: 0 })
  expect(linesOf(records)).toEqual([
    [1, 2],
    [2, 4],
    [3, 6],
  ])
  expect(source).toMatchObject({ row_count: 3, warnings: [expect.stringContaining('2 แถว')] })
  const rows = [
    ['ชื่อ', 'เบอร์โทร'],
    ['ง', '0864444444'],
    ['ชื่อ', 'เบอร์โทร'],
    ['จ', '0865555555'],
  ]
  const sheet = await take(await sheetOf(rows))
  expect(sheet.run.stats).toMatchObject({ total: 2, added: 2 })
  expect(linesOf(sheet.records)).toEqual([
    [1, 2],
    [2, 4],
  ])
})

describe('a ragged row', () => {
  test.each([
    ['commas', ','],
    ['tabs', '\t'],
    ['two signs', '::'],
  ])('of a file with %s has a sentence for too few and one for too many cells', async (_, sign) => {
    const rows = [
      ['ชื่อ', 'เบอร์โทร', 'หมายเหตุ'],
      ['ก', '0811111111', 'ดี'],
      ['ข', '0822222222'],
      ['ค', '0833333333', 'ดี', 'เกิน'],
    ]
    const { records } = await take(`${rows.map((row) => row.join(sign)).join('\n')}\n`)
    expect(records.map(({ status }) => status === 'failed')).toEqual([false, true, true])
    expect(records[1]!.error).toContain('มีช่องน้อยกว่าหัวคอลัมน์')
    expect(records[2]!.error).toContain('มีช่องมากกว่าหัวคอลัมน์')
  })
})

describe('how cells are separated and quoted is recognised', () => {
  const cases: [string, string, string[][]][] = [
    [
      '::',
      'ชื่อ::เบอร์::เวลา\nก::0811111111::10:30\nข::0822222222::\n',
      [
        ['ก', '0811111111', '10:30'],
        ['ข', '0822222222', ''],
      ],
    ],
    [
      '||',
      'ชื่อ||เบอร์||กลุ่ม\nก||0811111111||a|b\nข||0822222222||\n',
      [
        ['ก', '0811111111', 'a|b'],
        ['ข', '0822222222', ''],
      ],
    ],
    [
      'blanks',
      'name phone email\nAnn  0811111111   ann@example.com \nBob 0822222222 bob@example.com\n',
      [
        ['Ann', '0811111111', 'ann@example.com'],
        ['Bob', '0822222222', 'bob@example.com'],
      ],
    ],
    [
      'single quotes',
      "'ชื่อ','ที่อยู่','เบอร์'\n'ก','1 ถ.สุขุมวิท, กทม','0811111111'\n'O''Brien','2, เชียงใหม่','0822222222'\n",
      [
        ['ก', '1 ถ.สุขุมวิท, กทม', '0811111111'],
        ["O'Brien", '2, เชียงใหม่', '0822222222'],
      ],
    ],
    [
      'backslashes in quotes',
      'ชื่อ,ฉายา,เบอร์\n"ก","พี่ \\"แดง\\", เล็ก","0811111111"\n"ข","C:\\\\ใหม่","0822222222"\n',
      [
        ['ก', 'พี่ "แดง", เล็ก', '0811111111'],
        ['ข', 'C:\\ใหม่', '0822222222'],
      ],
    ],
    [
      'backslashes before delimiters',
      'ชื่อ,ที่อยู่,เบอร์\nก,1 ถ.สุขุมวิท\\, กทม,0811111111\nข,เชียงใหม่,0822222222\n',
      [
        ['ก', '1 ถ.สุขุมวิท, กทม', '0811111111'],
        ['ข', 'เชียงใหม่', '0822222222'],
      ],
    ],
    [
      'backslashes that would swallow rows',
      'ชื่อ,ขนาด\n"5\\"",ก\n"6\\"",ข\n"7\\"",ค\n"8\\"",ง\n',
      [
        ['5"', 'ก'],
        ['6"', 'ข'],
        ['7"', 'ค'],
        ['8"', 'ง'],
      ],
    ],
  ]
  test.each(cases)('%s', async (_, text, rows) => {
    expect((await look(text)).head?.sample).toEqual(rows)
  })

  test.each([
    ['names in two words', 'ชื่อ นามสกุล\nสมชาย ใจดี\nมานี มีนา\n', ','],
    ['moments', 'created at\n2024-01-01 10:00\n2024-02-01 11:30\n', ','],
    ['phones in groups', 'phone number\n081 2345678\n082 3456789\n', ','],
  ])('but %s in one column are not separated by their blanks', async (_, text, delimiter) => {
    const { head } = await look(text)
    expect([head?.settings.delimiter, head?.columns.length]).toEqual([delimiter, 1])
  })

  test.each([
    ['an apostrophe that Excel marks a text with', "ชื่อ,เบอร์\nก,'0811111111\nข,'0822222222\n", "'0811111111"],
    ['JSON with escapes, quoted as usual', 'ชื่อ,json\nก,"{""a"":""b\\""c""}"\nข,"{""a"":""d""}"\n', '{"a":"b\\"c"}'],
    ['a path', 'ชื่อ,path\nก,"C:\\dir\\"\nข,"D:\\dir\\"\n', 'C:\\dir\\'],
  ])('and %s stays in its cell', async (_, text, cell) => {
    const { head } = await look(text)
    expect([head?.settings.quotes, head?.sample[0]?.[1]]).toEqual(['double', cell])
  })

  test('a backslash before a quote far down in a file that has none before ends the load with its line', async () => {
    const many = Array.from({ length: 20_000 }, (_, no) => `"คน ${no}","ร้าน ${no} ถนนสุขุมวิท แขวงคลองเตย เขตคลองเตย"`)
    const text = `ชื่อ,ที่อยู่\n${many.join('\n')}\n"พี่ \\"แดง\\"","กทม"\n`
    const { file, head } = await look(text)
    expect(head?.settings.quotes).toBe('double')
    const body = { ...file!, settings: head!.settings, name: 'ไกล' }
    const { datasource_id: id } = await store.call(dataSources.create, { body })
    await expect(loaded(store, id)).rejects.toThrow(/แถวที่ 20002 มีเครื่องหมาย \\/)
    const { error } = await store.call(dataSources.get, { params: { id: String(id) } })
    expect(error).toMatchObject({ error: 'quotes_unclear', error_code: 55 })
    await store.call(dataSources.retryLoad, { params: { id: String(id) }, body: { settings: { quotes: 'backslash' } } })
    await loaded(store, id)
    expect(await store.call(dataSources.file, { params: { id: String(id) } })).toMatchObject({ row_count: 20_001 })
  })
})

describe('an empty last column', () => {
  const text = 'ชื่อ,เบอร์โทร,,\nก,0871111111,,\nข,0872222222\nค,0873333333,,เกิน\n'

  test('is told, and may be dropped; a row that holds something there fails alone', async () => {
    const { refusal } = await look('ชื่อ,เบอร์โทร,\nก,0811111111,\n')
    expect(refusal).toMatchObject({ error: 'empty_column_header', details: { empty_last: 1 } })
    const many = Array.from({ length: 70 }, (_, no) => `คน${no},08${71_000_000 + no},,`).join('\n')
    const { run, source } = await take(text.replace('\nข,', `\n${many}\nข,`), { drop_empty_last: true })
    expect(source.settings).toMatchObject({ drop_empty_last: true })
    expect(run.stats).toMatchObject({ added: 72, failed: 1 })
  })

  test('that holds values is not offered to be dropped', async () => {
    const { refusal } = await look(text)
    expect(refusal).toMatchObject({ error: 'empty_column_header' })
    expect(refusal?.details).not.toHaveProperty('empty_last', 2)
  })
})

describe('of a workbook', () => {
  const people = [
    ['ชื่อ', 'เบอร์โทร'],
    ['ก', '0811111111'],
  ]
  const legal = Array.from({ length: 12 }, (_, no) => [
    `ข้อ ${no + 1} ผู้ให้ข้อมูลยินยอมให้ร้านเก็บ ใช้ และเปิดเผยข้อมูลส่วนบุคคลเพื่อการให้บริการตามที่ประกาศไว้`,
  ])

  test('a hidden sheet can be chosen', async () => {
    const book = await workbook({
      sheets: [
        { name: 'หน้าแรก', rows: people },
        { name: 'เก่า', rows: [...people, ['ข', '0822222222']], state: 'hidden' },
      ],
    })
    const { head } = await look(book)
    expect([head?.settings.sheet, head?.sheets.map(({ hidden }) => hidden)]).toEqual(['หน้าแรก', [false, true]])
    const { run } = await take(book, { sheet: 'เก่า' })
    expect(run.stats.total).toBe(2)
  })

  test.each(['hidden', 'veryHidden'] as const)(
    'the only sheet that is %s is told as such, and can be chosen',
    async (state) => {
      const book = await workbook({ sheets: [{ name: 'ลูกค้า', rows: people, state }] })
      const { refusal } = await look(book)
      expect(refusal).toMatchObject({
        error: 'sheet_hidden',
        details: { sheets: [{ name: 'ลูกค้า', rows: 2, hidden: true }] },
      })
      expect((await look(book, { sheet: 'ลูกค้า' })).head?.columns).toHaveLength(2)
    },
  )

  test('lines of legal text are no table, and the sheet with one can be chosen', async () => {
    const sheets = [
      { name: 'ข้อตกลง', rows: legal },
      { name: 'ลูกค้า', rows: people, state: 'hidden' as const },
    ]
    const { refusal } = await look(await workbook({ sheets }))
    expect(refusal).toMatchObject({ error: 'no_table', error_code: 64 })
    expect(refusal?.details).toMatchObject({ sheets: [{ name: 'ข้อตกลง' }, { name: 'ลูกค้า', hidden: true }] })
    const numbered = legal.map(([text], no) => [no + 1, text!])
    expect((await look(await sheetOf(numbered))).refusal).toMatchObject({ error: 'no_table' })
    // Beside a table, the text is not what is proposed.
    const both = await look(await workbook({ sheets: [sheets[0]!, { name: 'ลูกค้า', rows: people }] }))
    expect(both.head?.settings.sheet).toBe('ลูกค้า')
  })
})

describe('within ten seconds, a true sentence tells of', () => {
  const MB = 1024 * 1024
  const part = (xml: string | Buffer) =>
    zipped({ ...workbookParts({ sheets: [{ name: 'ก', rows: [['ชื่อ'], ['ญาดา']] }] }), 'xl/worksheets/sheet1.xml': xml })
  const page =
    '<!DOCTYPE html>\n<html><head><title>เข้าสู่ระบบ</title></head><body><table><tr><td>ชื่อ</td></tr></table></body></html>'
  test.each([
    ['a web page under the name .csv', page, 'customers.csv', 'web_page'],
    ['one under the name .xls', `<!-- report -->\n${page}`, 'customers.xls', 'web_page'],
    ['one in UTF-16', Buffer.from(`\ufeff${page}`, 'utf16le'), 'customers.csv', 'web_page'],
    ['a table of a web page alone', '  <table border=1><tr><td>ชื่อ</td></tr></table>', 'customers.xls', 'web_page'],
    ['one saved as a mail', 'MIME-Version: 1.0\nContent-Type: multipart/related\n', 'customers.xls', 'web_page'],
    ['a workbook of XML', '<?xml version="1.0"?><Workbook xmlns="urn:x"/>', 'customers.xls', 'xls_old'],
  ] as [string, string | Buffer, string, string][])('%s', async (_, content, name, error) => {
    const began = Date.now()
    const { refusal } = await look(content, {}, name)
    expect(refusal).toMatchObject({ error })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  test.each([
    ['a bomb of blanks', () => part(Buffer.alloc(300 * MB, ' '))],
    [
      'a bomb of cells',
      () =>
        part(
          Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(300 * MB, '<row><c><v>1</v></c></row>')]),
        ),
    ],
    [
      'a bomb of texts',
      async () => {
        const strings = Buffer.concat([Buffer.from('<sst>'), Buffer.alloc(300 * MB, '<si><t>x</t></si>')])
        const rows = '<worksheet><sheetData><row><c t="s"><v>40000000</v></c></row></sheetData></worksheet>'
        return zipped({
          ...workbookParts({ sheets: [{ name: 'ก', rows: '' }] }),
          'xl/worksheets/sheet1.xml': rows,
          'xl/sharedStrings.xml': strings,
        })
      },
    ],
  ] as [string, () => Promise<Buffer>][])('%s', { timeout: 120_000 }, async (_, content) => {
    const bytes = await content()
    const began = Date.now()
    const { refusal } = await look(bytes, {}, 'customers.xlsx')
    expect(refusal).toMatchObject({ error: 'workbook_too_big' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  test('a day of the year 1, which is not the one that means none', async () => {
    const { file, head } = await look(
      'ชื่อ,เบอร์โทร,วันเกิด\nก,0881111111,0001-01-01\nข,0882222222,0001-05-14\nค,0883333333,1990-05-14\nง,0884444444,1991-05-14\n',
    )
    const { datasource_id: id } = await store.call(dataSources.create, {
      body: { ...file!, settings: head!.settings, name: 'ปี' },
    })
    await loaded(store, id)
    const mapped = (column: string, destination_id: number) => ({
      source_schema_id: column,
      destination_id,
      destination_type: 'system_profile' as const,
    })
    const run = await runMapping(store, id, {
      mapping: [mapped('1', 1), mapped('2', 9), mapped('3', 8)],
      match: { keys: [9], mode: 'both' },
    })
    const { data } = await store.call(importRun.records, { params: { id: String(id), run_id: run.real }, query: {} })
    expect(data.map(({ status }) => status)).toEqual(['added', 'failed', 'added', 'added'])
    expect(data[1]!.error).toContain('ปีในช่องนี้เป็นไปไม่ได้')
  })
})
