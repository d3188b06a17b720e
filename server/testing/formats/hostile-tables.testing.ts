import { dbf, decorated, excel5, formsOf } from './table-files.testing.ts'
import { workbookParts, zipped } from './workbook.testing.ts'

const MB = 1024 * 1024
const people = [
  ['ชื่อ', 'เบอร์โทร', 'ยอดซื้อ'],
  ['ญาดา', '0812345678', 1200.5],
  ['สมชาย', '0898765432', 90],
]

/** Good files of each kind, to be damaged. */
export const goodTables = async (): Promise<Record<string, Buffer>> => {
  const { csv: _, ...forms } = formsOf(people)
  const tables: Record<string, Buffer> = {}
  for (const [name, form] of Object.entries(forms)) tables[name] = Buffer.from(await form())
  return {
    ...tables,
    'xls with styles': decorated('biff8'),
    'xlsb with styles': decorated('xlsb'),
    dbf: dbf([{ name: 'NAME', type: 'C', length: 20 }], [{ cells: ['กมล'] }, { cells: ['มานี'] }], {
      codePage: 0,
      declared: 2,
    }),
    vcard: Buffer.from('BEGIN:VCARD\nVERSION:3.0\nFN:กมล\nTEL:0812345678\nEND:VCARD\n'),
  }
}

/** Overwrites numbers of a file. */
const changed = (file: Buffer, ...changes: [place: number, value: number][]) => {
  const copy = Buffer.from(file)
  for (const [place, value] of changes) copy.writeUInt32LE(value, place)
  return copy
}

const ods = (rows: string | Buffer) =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': Buffer.concat([
      Buffer.from('<office:document-content><office:spreadsheet><table:table table:name="ก">'),
      Buffer.from(rows),
      Buffer.from('</table:table></office:spreadsheet></office:document-content>'),
    ]),
  })
const odsCell = '<table:table-cell office:value-type="string"><text:p>ก</text:p></table:table-cell>'

const excelXml = (rows: string | Buffer, before = '') =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0"?>${before}<Workbook><Worksheet ss:Name="ก"><Table>`),
    Buffer.from(rows),
    Buffer.from('</Table></Worksheet></Workbook>'),
  ])

const laughs = (depth: number) =>
  `<!DOCTYPE Workbook [<!ENTITY a0 "ha">${Array.from({ length: depth }, (_, no) => `<!ENTITY a${no + 1} "${`&a${no};`.repeat(10)}">`).join('')}]>`

const xlsb = async (sheet: Buffer) => {
  const parts = workbookParts({ sheets: [{ name: 'ก', rows: [['ชื่อ'], ['ญาดา']] }] })
  const wide = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text.length)
    return Buffer.concat([length, Buffer.from(text, 'utf16le')])
  }
  const name = Buffer.concat([Buffer.alloc(8), wide('s1'), wide('ก')])
  return zipped({
    '[Content_Types].xml': parts['[Content_Types].xml']!,
    '_rels/.rels': String(parts['_rels/.rels']).replace('workbook.xml', 'workbook.bin'),
    'xl/_rels/workbook.bin.rels': parts['xl/_rels/workbook.xml.rels']!,
    'xl/workbook.bin': Buffer.concat([Buffer.of(0x9c, 0x01, name.length), name]),
    'xl/worksheets/sheet1.xml': sheet,
  })
}

/** A row of a binary workbook with one number in it. */
const xlsbRow = (no: number) => {
  const row = Buffer.alloc(12)
  row.writeUInt32LE(no)
  return Buffer.concat([Buffer.of(0, 12), row, Buffer.of(5, 16), Buffer.alloc(16)])
}

/** Files that lie about themselves or are too much, by what they are. */
export const hostileTables: Record<string, () => Buffer | Promise<Buffer>> = {
  'xls: a ring of sectors': () => {
    const file = decorated('biff8')
    const fat = (file.readUInt32LE(76) + 1) * 512
    const copy = Buffer.from(file)
    for (let at = fat; at < fat + 512; at += 4) copy.writeUInt32LE((at - fat) / 4 === 1 ? 0 : 1, at)
    return copy
  },
  'xls: a ring of tables of sectors': () => changed(decorated('biff8'), [68, 0], [72, 0xfffffff0]),
  'xls: streams longer than the file': () => {
    const copy = decorated('biff8')
    const directory = (copy.readUInt32LE(48) + 1) * 512
    return changed(copy, [directory + 128 + 120, 0x7fffffff], [directory + 120, 0x7fffffff])
  },
  'xls: sectors of 2^31 bytes': () => changed(decorated('biff8'), [28, 0x001ffffe]),
  'xls: shared texts without an end': () => {
    const globals = Buffer.from('0908100000060500000000000000000000000000', 'hex')
    const texts = Buffer.from('fc000800ffffffffffffffff', 'hex')
    return Buffer.concat([globals, texts, Buffer.alloc(50 * MB, Buffer.from('3c00030001000041', 'hex').subarray(0, 7))])
  },
  'xls: a million tiny records': () =>
    Buffer.concat([
      excel5(people).subarray(0, 0),
      Buffer.from('0908080000001000000000 00'.replace(' ', ''), 'hex'),
      Buffer.alloc(40 * MB, Buffer.from('0402090000000000000001 0041'.replace(' ', ''), 'hex')),
    ]),
  'xls: cells from the last row to the first': () => {
    const rows = []
    for (let row = 65_535; row >= 0; row--) {
      const cell = Buffer.from('03020e000000000000000000000000000000', 'hex')
      cell.writeUInt16LE(row, 4)
      rows.push(cell)
    }
    return Buffer.concat([Buffer.from('09080800000010000000 0000'.replace(' ', ''), 'hex'), ...rows])
  },
  'xlsb: row four billion': () => xlsb(Buffer.concat([xlsbRow(0), xlsbRow(0xfffffff0)])),
  'xlsb: a record of 256 MB': () =>
    xlsb(Buffer.concat([Buffer.of(0x05, 0xff, 0xff, 0xff, 0x7f), Buffer.alloc(3 * MB)])),
  'xlsb: a bomb of records': () => xlsb(Buffer.alloc(300 * MB)),
  'ods: a bomb of blanks': () => ods(Buffer.alloc(300 * MB, ' ')),
  'ods: a row two billion times': () =>
    ods(`<table:table-row table:number-rows-repeated="2147483647">${odsCell}</table:table-row>`),
  'ods: long rows a million times': () =>
    ods(
      `<table:table-row table:number-rows-repeated="1048576">${odsCell.replace('>ก<', `>${'ก'.repeat(30_000)}<`)}</table:table-row>`,
    ),
  'ods: a cell two billion times': () =>
    ods(
      `<table:table-row>${odsCell.replace('cell ', 'cell table:number-columns-repeated="2147483647" ')}</table:table-row>`,
    ),
  'ods: a cell of 100 MB': () => {
    const [before, after] = odsCell.split('ก') as [string, string]
    const noise = Buffer.alloc(100 * MB)
    for (let at = 0; at < noise.length; at++) noise[at] = 97 + ((at * 7919) % 24)
    return ods(
      Buffer.concat([Buffer.from(`<table:table-row>${before}`), noise, Buffer.from(`${after}</table:table-row>`)]),
    )
  },
  'ods: entities of its own': async () =>
    zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': `${laughs(20)}<a>&a20;</a>` }),
  'excel_xml: entities of its own': () => excelXml('<Row><Cell><Data>&a20;</Data></Cell></Row>', laughs(20)),
  'excel_xml: row four billion': () =>
    excelXml(
      '<Row ss:Index="4000000000"><Cell ss:Index="4000000000"><Data ss:Type="String">ก</Data></Cell></Row>'.repeat(2),
    ),
  'excel_xml: cells that cover a billion others': () =>
    excelXml(
      '<Row><Cell ss:MergeDown="1000000000" ss:MergeAcross="1000000000"><Data ss:Type="String">ก</Data></Cell></Row>'.repeat(
        1000,
      ),
    ),
  'excel_xml: a cell of 100 MB': () =>
    excelXml(
      Buffer.concat([
        Buffer.from('<Row><Cell><Data ss:Type="String">'),
        Buffer.alloc(100 * MB, 'x'),
        Buffer.from('</Data></Cell></Row>'),
      ]),
    ),
  'excel_xml: elements inside of each other': () => excelXml('<Row>'.repeat(2_000_000)),
  'html: elements inside of each other': () => Buffer.from(`<table><tr><td>1<td>2<tr><td>${'<div>'.repeat(2_000_000)}`),
  'html: tables inside of each other': () => Buffer.from('<table><tr><td>'.repeat(1_000_000)),
  'html: cells that cover a billion others': () =>
    Buffer.from(`<table>${'<tr><td rowspan=1000000000 colspan=1000000000>1<td>2'.repeat(20_000)}</table>`),
  'html: a cell of 100 MB': () =>
    Buffer.concat([
      Buffer.from('<table><tr><td>1<td>2<tr><td>'),
      Buffer.alloc(100 * MB, 'x '),
      Buffer.from('<td>1</table>'),
    ]),
  'html: an attribute of 100 MB': () =>
    Buffer.concat([
      Buffer.from('<table><tr><td>1<td>2<tr><td title="'),
      Buffer.alloc(100 * MB, 'x'),
      Buffer.from('">1<td>1</table>'),
    ]),
  'dbf: two thousand fields, four billion records': () =>
    dbf(
      Array.from({ length: 2000 }, (_, no) => ({ name: `F${no}`, type: 'C', length: 20 })),
      [{ cells: Array.from({ length: 2000 }, () => 'x') }],
      { codePage: 0, declared: 0xffffffff },
    ),
  'dbf: records that end in the middle': () =>
    dbf([{ name: 'NAME', type: 'C', length: 200 }], [{ cells: ['ก'] }], { codePage: 0, declared: 9 }).subarray(0, 150),
  'vcard: a line of 150 MB': () =>
    Buffer.concat([
      Buffer.from('BEGIN:VCARD\nFN:ก\nNOTE:'),
      Buffer.alloc(150 * MB, ';='),
      Buffer.from('\nEND:VCARD\n'),
    ]),
  'vcard: a value of a million folded lines': () =>
    Buffer.concat([Buffer.from('BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:='), Buffer.alloc(100 * MB, '\n=')]),
  'vcard: parameters without an end': () => Buffer.from(`BEGIN:VCARD\nTEL${';'.repeat(10 * MB)}\nEND:VCARD\n`),
  'vcard: a million phones of one card': () =>
    Buffer.from(`BEGIN:VCARD\nFN:ก\n${'TEL:0812345678\n'.repeat(1_000_000)}END:VCARD\n`),
  'json: arrays inside of each other': () => Buffer.from(`[{"a":${'['.repeat(10_000_000)}`),
  'json: objects inside of each other': () => Buffer.from('{"a":'.repeat(5_000_000)),
  'json: 150 MB of blanks': () =>
    Buffer.concat([Buffer.from('[{"a":1},'), Buffer.alloc(150 * MB, ' '), Buffer.from('{"a":2}]')]),
  'json: a text of 100 MB': () =>
    Buffer.concat([Buffer.from('[{"a":"'), Buffer.alloc(100 * MB, 'x'), Buffer.from('"}]')]),
  'json: a million keys': () =>
    Buffer.from(`[{${Array.from({ length: 500_000 }, (_, no) => `"k${no}":1`).join(',')}}]`),
  'json: a key of 100 MB': () =>
    Buffer.concat([Buffer.from('{"'), Buffer.alloc(100 * MB, 'k'), Buffer.from('":[{"a":1}]}')]),
  'json: a million tables': () =>
    Buffer.from(`{${Array.from({ length: 300_000 }, (_, no) => `"t${no}":[{"a":1}]`).join(',')}}`),
  'json_lines: a line of 100 MB': () =>
    Buffer.concat([Buffer.from('{"a":1}\n{"a":2}\n{"a":"'), Buffer.alloc(100 * MB, 'x'), Buffer.from('"}\n')]),
}
