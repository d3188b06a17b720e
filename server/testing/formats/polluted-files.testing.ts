// Delimited files with the kinds of pollution of the Pollock benchmark. The rows are written first, and each file made from them.
import { type Random, randomOf } from '../../../tools/random.ts'

export interface PollutedFile {
  name: string
  bytes: Buffer
  header: readonly string[]
  /** Rows that must come out so; null for a row of which nobody can say what was meant. */
  rows: readonly (readonly string[] | null)[]
}

interface Dialect {
  delimiter: string
  quote: string
  /** Written before a quote inside a quoted cell. */
  escapeSign: string
  newline: string
  /** Every cell is quoted. */
  all: boolean
  /** Written behind each delimiter. */
  gap: string
}

const usual: Dialect = { delimiter: ',', quote: '"', escapeSign: '"', newline: '\n', all: false, gap: '' }
const header = ['ชื่อ', 'เบอร์โทร', 'อีเมล', 'ที่อยู่', 'หมายเหตุ', 'วันที่']

function rowsOf(random: Random, count: number, signs: readonly string[]): string[][] {
  const word = () => random.pick(['กมล', 'ขวัญ', 'ชาลี', 'ดวงใจ', 'Somchai', 'มะลิวรรณ', "O'Brien"])
  return Array.from({ length: count }, (_, no) => [
    `${word()} ${word()}`,
    `081${String(2_000_000 + no * 7919).slice(-7)}`,
    `user${no}@example.com`,
    `${no + 1}/7 ถนนสุขุมวิท${random.pick(['', ...signs])} กรุงเทพ`,
    random.pick(['', 'ปกติ', `ขนาด${random.pick(['', ...signs])} ใหญ่`, 'C:\\new\\file']),
    `2025-11-${String(1 + (no % 28)).padStart(2, '0')}`,
  ])
}

function cellText(cell: string, { delimiter, quote, escapeSign, all }: Dialect): string {
  const special = [delimiter, quote, '\n', '\r'].some((sign) => sign !== '' && cell.includes(sign))
  if (quote === '' || !(all || special)) return cell
  const inner = escapeSign === '\\' ? cell.replaceAll('\\', '\\\\') : cell
  return `${quote}${inner.replaceAll(quote, escapeSign + quote)}${quote}`
}

const lineOf = (cells: readonly string[], dialect: Dialect) =>
  cells.map((cell) => cellText(cell, dialect)).join(dialect.delimiter + dialect.gap)

const textOf = (rows: readonly (readonly string[])[], dialect: Dialect) =>
  rows.map((cells) => lineOf(cells, dialect) + dialect.newline).join('')

/** Dialects of whole files. */
const dialects: [name: string, Partial<Dialect>][] = [
  ['usual', {}],
  ...([';', '\t', '|', '||', '::'] as const).map((sign): [string, Partial<Dialect>] => [
    `delimiter ${JSON.stringify(sign)}`,
    { delimiter: sign },
  ]),
  ...([';', '\t', '|'] as const).map((sign): [string, Partial<Dialect>] => [
    `delimiter ${JSON.stringify(sign)}, all quoted`,
    { delimiter: sign, all: true },
  ]),
  ['delimiter blank, all quoted', { delimiter: ' ', all: true }],
  ['delimiter blank, single quotes', { delimiter: ' ', quote: "'", escapeSign: "'", all: true }],
  ['delimiter ^, which is none of ours', { delimiter: '^' }],
  ['delimiter 0x1f, which is none of ours', { delimiter: '\u001f' }],
  ['all quoted', { all: true }],
  ['single quotes', { quote: "'", escapeSign: "'" }],
  ['single quotes, all quoted', { quote: "'", escapeSign: "'", all: true }],
  ['single quotes, backslash', { quote: "'", escapeSign: '\\', all: true }],
  ['backslash escapes', { escapeSign: '\\' }],
  ['backslash escapes, all quoted', { escapeSign: '\\', all: true }],
  ['backslash escapes, semicolons', { escapeSign: '\\', delimiter: ';' }],
  ['NUL escapes', { escapeSign: '\0' }],
  ['NUL escapes, all quoted', { escapeSign: '\0', all: true }],
  ['quotes that are not escaped', { escapeSign: '' }],
  ['quotes that are not escaped, all quoted', { escapeSign: '', all: true }],
  ['blank behind delimiters', { gap: ' ' }],
  ['blank behind delimiters, all quoted', { gap: ' ', all: true }],
  ['CRLF', { newline: '\r\n' }],
  ['CR', { newline: '\r' }],
]

const singleQuotes: Dialect = { ...usual, quote: "'", escapeSign: "'", all: true }
const withFourth = (cells: readonly string[], text: string) => [...cells.slice(0, 3), text, ...cells.slice(4)]
const quoted = 'ก "ข", ค'

/** Rewrites the text of one line of a file. `means`: what its row is then, true if as before; null if nobody can say. */
const lineFaults: [
  name: string,
  means: true | null | ((cells: readonly string[]) => readonly string[]),
  rewrite: (cells: readonly string[], line: string) => string,
][] = [
  ['one cell less', null, (cells) => lineOf(cells.slice(0, -1), usual)],
  ['one cell more', null, (cells) => lineOf([...cells, 'เกิน'], usual)],
  ['many cells more', null, (cells) => lineOf([...cells, 'a', 'b', 'c'], usual)],
  ['only its first cell', null, (cells) => cells[0]!],
  ['trailing delimiters', null, (_, line) => `${line},,`],
  ['another delimiter', null, (cells) => lineOf(cells, { ...usual, delimiter: ';' })],
  ['a delimiter that is not quoted', null, (cells) => [...cells.slice(0, 3), 'ก, ข', ...cells.slice(4)].join(',')],
  // One line in other quotes keeps them, as it stands.
  [
    'single quotes',
    (cells) => cells.map((cell) => cellText(cell, singleQuotes)),
    (cells) => lineOf(cells, { ...usual, quote: "'", escapeSign: "'", all: true }),
  ],
  [
    'backslash escapes',
    (cells) => withFourth(cells, quoted),
    (cells) => lineOf(withFourth(cells, quoted), { ...usual, escapeSign: '\\' }),
  ],
  [
    'NUL escapes',
    (cells) => withFourth(cells, quoted),
    (cells) => lineOf([...cells.slice(0, 3), 'ก "ข", ค', ...cells.slice(4)], { ...usual, escapeSign: '\0' }),
  ],
  [
    'a quote that is never closed',
    (cells) => withFourth(cells, `"${cells[3]}`),
    (cells) => [...cells.slice(0, 3), `"${cells[3]}`, ...cells.slice(4)].join(','),
  ],
  [
    'a stray quote',
    (cells) => withFourth(cells, '24" TV'),
    (cells) => [...cells.slice(0, 3), '24" TV', ...cells.slice(4)].join(','),
  ],
  [
    'text behind a closing quote',
    (cells) => withFourth(cells, '"ก" ข'),
    (cells) => [...cells.slice(0, 3), '"ก" ข', ...cells.slice(4)].join(','),
  ],
  ['all quoted', true, (cells) => lineOf(cells, { ...usual, all: true })],
  [
    'a blank before the delimiter',
    true,
    (cells) => cells.map((cell) => cellText(cell, { ...usual, all: true })).join(' ,'),
  ],
  ['a CR inside', null, (cells) => [...cells.slice(0, 3), 'ก\rข', ...cells.slice(4)].join(',')],
  ['an LF inside', null, (cells) => [...cells.slice(0, 3), 'ก\nข', ...cells.slice(4)].join(',')],
]

const LEAST_ROWS = 12

/** Polluted files of a seed, each with what it holds. */
export function pollutedFiles(seed: number, size = 30): PollutedFile[] {
  const random = randomOf(seed)
  const files: PollutedFile[] = []
  const add = (name: string, text: string | Buffer, rows: PollutedFile['rows'], names: readonly string[] = header) =>
    files.push({ name, bytes: Buffer.from(text), header: names, rows })
  const fresh = (signs: readonly string[] = [',', ' "ใน"', ', "ก", ข', '\n', '\\']) => rowsOf(random, size, signs)
  for (const [name, change] of dialects) {
    const dialect = { ...usual, ...change }
    const rows = fresh([dialect.delimiter, dialect.quote, `${dialect.quote}ใน${dialect.quote}`, '\n'])
    add(`file: ${name}`, textOf([header, ...rows], dialect), rows)
  }
  for (const [name, means, rewrite] of lineFaults) {
    const rows = fresh()
    const at = 2 + random.below(LEAST_ROWS - 3)
    const lines = rows.map((cells, place) =>
      place === at ? rewrite(cells, lineOf(cells, usual)) : lineOf(cells, usual),
    )
    add(
      `line: ${name}`,
      `${[lineOf(header, usual), ...lines].join('\n')}\n`,
      rows.map((cells, place) => (place !== at || means === true ? cells : (means?.(cells) ?? null))),
    )
  }
  const rows = fresh()
  const clean = textOf([header, ...rows], usual)
  const body = textOf(rows, usual)
  add('no line end at the end', clean.slice(0, -1), rows)
  add('blank lines between', textOf([header, ...rows], { ...usual, newline: '\n\n' }), rows)
  add('byte order mark', `\ufeff${clean}`, rows)
  add('UTF-16', Buffer.from(`\ufeff${clean}`, 'utf16le'), rows)
  add(
    'line ends of all kinds',
    rows
      .map((cells, no) => lineOf(cells, usual) + ['\n', '\r\n', '\r'][no % 3])
      .reduce((a, b) => a + b, `${lineOf(header, usual)}\n`),
    rows,
  )
  for (const count of [1, 2, 5]) {
    const above = ['รายงานลูกค้า', 'สาขา ลาดพร้าว', 'ช่วงวันที่ 01/11/2568 - 30/11/2568', 'ผู้จัดทำ ฝ่ายขาย', 'ทุกช่องทาง'].slice(
      0,
      count,
    )
    add(`${count} lines above the header`, `${above.join('\n')}\n${clean}`, rows)
    add(`${count} padded lines above the header`, `${above.map((line) => `${line},,,,,`).join('\n')}\n${clean}`, rows)
  }
  add('lines below the table', `${clean}จบรายงาน\nหน้า 1/1\n`, rows)
  add('a second table below', `${clean}\nสินค้า,ราคา\nแก้ว,100\nถ้วย,200\n`, rows)
  add('header twice', `${lineOf(header, usual)}\n${clean}`, rows)
  add('header of two rows', `ลูกค้า,,ติดต่อ,,อื่น,\n${clean}`, rows)
  add(
    'no header',
    body,
    rows,
    header.map((_, place) => `#${place + 1}`),
  )
  add('equal names of columns', clean.replace('หมายเหตุ', 'ที่อยู่'), rows)
  add('header with a cell less', clean.replace(',วันที่\n', '\n'), rows)
  add('header with a cell more', clean.replace(',วันที่\n', ',วันที่,เกิน\n'), rows)
  add('header alone', `${lineOf(header, usual)}\n`, [])
  add('nothing', '', [])
  add('trailing delimiters everywhere', textOf([[...header, ''], ...rows.map((cells) => [...cells, ''])], usual), rows)
  add('NULs in cells', textOf([header, ...rows.map(([first, ...rest]) => [`${first}\0`, ...rest])], usual), rows)
  return files
}
