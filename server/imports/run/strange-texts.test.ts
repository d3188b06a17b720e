import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { loaded } from '../../testing/imports/data-sources.testing.ts'
import { create, importFile, linesOf, look } from '../../testing/imports/strange-files.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

const BIRTH_DATE = 8

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

describe('the line of a row is the one that people see', () => {
  test('below a title, blank lines and cells of several lines', async () => {
    const { records, correction } = await importFile(
      store,
      'รายงานลูกค้า,\n\nชื่อ,เบอร์โทร\nก,0811111111\n\n\n"ข\nสอง\nบรรทัด",0822222222\nค,0833333333\n,\nง,0844\n',
      { settings: { header_row: 2 } },
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

  firstCases(1)([
    ['CRLF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['CR', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le')],
  ])('in a text with %s, whose rows are far apart', async (_, bytes) => {
    // More rows than between two of the places that a load notes.
    const many = Array.from({ length: 5_100 }, (_, no) => `คน${no},08${10_000_000 + no}`)
    const text = `ชื่อ,เบอร์โทร\n${many.slice(0, 5_050).join('\n')}\n\n"สอง\nบรรทัด",0811\n\n${many.slice(5_050).join('\n')}\nท้าย,0899\n`
    const { records, correction } = await importFile(store, bytes(text))
    expect(records).toHaveLength(500)
    expect((await correction()).match(/,(\d+),เบอร์โทร/g)).toEqual([',5053,เบอร์โทร', ',5106,เบอร์โทร'])
  })
})

test('a header that comes again within the file is left out, outside of the total, and told', async () => {
  const page = 'ชื่อ,เบอร์โทร\n'
  const { run, records, source } = await importFile(
    store,
    `${page}ก,0861111111\n${page}ข,0862222222\n"ชื่อ" , เบอร์โทร \nค,0863333333\n`,
  )
  expect(run.stats).toMatchObject({ total: 3, added: 3, failed: 0 })
  expect(linesOf(records)).toEqual([
    [1, 2],
    [2, 4],
    [3, 6],
  ])
  expect(source).toMatchObject({ row_count: 3, warnings: [expect.stringContaining('2 แถว')] })
})

describe('a ragged row', () => {
  test.each([
    ['commas', ','],
    ['tabs', '\t'],
    ['two signs', '::'],
  ])('files with %s have sentences for too few and too many cells', async (_, sign) => {
    const rows = [
      ['ชื่อ', 'เบอร์โทร', 'หมายเหตุ'],
      ['ก', '0811111111', 'ดี'],
      ['ข', '0822222222'],
      ['ค', '0833333333', 'ดี', 'เกิน'],
    ]
    const { records } = await importFile(store, `${rows.map((row) => row.join(sign)).join('\n')}\n`)
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
    expect((await look(store, text)).head?.sample).toEqual(rows)
  })

  test.each([
    ['names in two words', 'ชื่อ นามสกุล\nสมชาย ใจดี\nมานี มีนา\n', ','],
    ['moments', 'created at\n2024-01-01 10:00\n2024-02-01 11:30\n', ','],
    ['phones in groups', 'phone number\n081 2345678\n082 3456789\n', ','],
  ])('but %s in one column are not separated by their blanks', async (_, text, delimiter) => {
    const { head } = await look(store, text)
    expect([head?.settings.delimiter, head?.columns.length]).toEqual([delimiter, 1])
  })

  test.each([
    ['an apostrophe that Excel marks a text with', "ชื่อ,เบอร์\nก,'0811111111\nข,'0822222222\n", "'0811111111"],
    ['JSON with escapes, quoted as usual', 'ชื่อ,json\nก,"{""a"":""b\\""c""}"\nข,"{""a"":""d""}"\n', '{"a":"b\\"c"}'],
    ['a path', 'ชื่อ,path\nก,"C:\\dir\\"\nข,"D:\\dir\\"\n', 'C:\\dir\\'],
  ])('and %s stays in its cell', async (_, text, cell) => {
    const { head } = await look(store, text)
    expect([head?.settings.quotes, head?.sample[0]?.[1]]).toEqual(['double', cell])
  })

  test('a backslash before a quote far down in a file that has none before ends the load with its line', {
    tags: ['verify'],
  }, async () => {
    const many = Array.from({ length: 20_000 }, (_, no) => `"คน ${no}","ร้าน ${no} ถนนสุขุมวิท แขวงคลองเตย เขตคลองเตย"`)
    const text = `ชื่อ,ที่อยู่\n${many.join('\n')}\n"พี่ \\"แดง\\"","กทม"\n`
    expect((await look(store, text)).head?.settings.quotes).toBe('double')
    const id = await create(store, text)
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

  test('is reported, and may be dropped; only a row with a value there fails', async () => {
    const { refusal } = await look(store, 'ชื่อ,เบอร์โทร,\nก,0811111111,\n')
    expect(refusal).toMatchObject({ error: 'empty_column_header', details: { empty_last: 1 } })
    const many = Array.from({ length: 70 }, (_, no) => `คน${no},08${71_000_000 + no},,`).join('\n')
    const { run, source } = await importFile(store, text.replace('\nข,', `\n${many}\nข,`), {
      settings: { drop_empty_last: true },
    })
    expect(source.settings).toMatchObject({ drop_empty_last: true })
    expect(run.stats).toMatchObject({ added: 72, failed: 1 })
  })

  test('that holds values is not offered to be dropped', async () => {
    const { refusal } = await look(store, text)
    expect(refusal).toMatchObject({ error: 'empty_column_header' })
    expect(refusal?.details).not.toHaveProperty('empty_last', 2)
  })
})

describe('within ten seconds, a correct error message reports', () => {
  const page =
    '<!DOCTYPE html>\n<html><head><title>เข้าสู่ระบบ</title></head><body><table><tr><td>ชื่อ</td></tr></table></body></html>'
  test.each([
    ['a web page under the name .csv', page, 'customers.csv', 'web_page'],
    ['one under the name .xls', `<!-- report -->\n${page}`, 'customers.xls', 'web_page'],
    ['one in UTF-16', Buffer.from(`\ufeff${page}`, 'utf16le'), 'customers.csv', 'web_page'],
    ['a table of one cell', '  <table border=1><tr><td>ชื่อ</td></tr></table>', 'customers.xls', 'web_page'],
    ['one saved as a mail', 'MIME-Version: 1.0\nContent-Type: multipart/related\n', 'customers.xls', 'web_page'],
    [
      'a workbook of XML without a sheet',
      '<?xml version="1.0"?><Workbook xmlns="urn:x"/>',
      'customers.xls',
      'workbook_broken',
    ],
  ] as [string, string | Buffer, string, string][])('%s', async (_, content, name, error) => {
    const began = Date.now()
    const { refusal } = await look(store, content, {}, name)
    expect(refusal).toMatchObject({ error })
    expect(Date.now() - began).toBeLessThan(10_000)
  })
})

test('a day of the year 1 other than the one that means none is rejected as impossible', async () => {
  const { records } = await importFile(
    store,
    'ชื่อ,เบอร์โทร,วันเกิด\nก,0881111111,0001-01-01\nข,0882222222,0001-05-14\nค,0883333333,1990-05-14\nง,0884444444,1991-05-14\n',
    { further: [BIRTH_DATE] },
  )
  expect(records.map(({ status }) => status)).toEqual(['added', 'added', 'added', 'added'])
  expect(records[1]!.data.map(({ error }) => error).join(' ')).toContain('ปีในช่องนี้เป็นไปไม่ได้')
})
