// Accidents of files that arrive by themselves, planted in good ones. Written before the terms of watches.
import { csvLine } from '../formats/files/csv-line.ts'
import type { Chance } from './secret-pairs/chance.ts'
import { csvOf, type Part, type Shop, type ShopColumn } from './watch-days.ts'

/** Material of a break. `yesterday`: rows of the file before; `other`: rows of another shop with the same till on this day. */
interface BreakScene {
  shop: Shop
  /** Place of the day, whose file has rows. */
  place: number
  other: Shop
  chance: Chance
}

interface Broken {
  kind: string
  content: Buffer
}

interface Scene extends BreakScene {
  columns: readonly ShopColumn[]
  rows: string[][]
  yesterday: string[][]
  /** Place of the column with this meaning; -1 if the file has none. */
  at: (part: Part) => number
}

type Table = { header?: string[]; rows: string[][] }
/** Returns null if the kind can't befall this file. */
type Break = (scene: Scene) => Table | Buffer | null

/** Rows of a small accident: every twentieth, at least three. */
const SMALL = 0.05
const LEAST = 3

/** Changes this share of the rows. */
function inSome({ rows, chance }: Scene, share: number, change: (row: string[], no: number) => string[]): Table {
  const count = Math.max(LEAST, Math.ceil(rows.length * share))
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, rows.length)) chosen.add(chance.int(rows.length))
  return { rows: rows.map((row, no) => (chosen.has(no) ? change([...row], no) : row)) }
}

/** A small share or all rows, by chance. */
const size = ({ chance }: Scene) => chance.pick([SMALL, 0.2, 1])

/** Changes one cell of some rows; null without such a column. */
function inColumn(scene: Scene, part: Part, share: number, change: (cell: string) => string): Table | null {
  const at = scene.at(part)
  if (at < 0) return null
  return inSome(scene, share, (row) => row.with(at, change(row[at]!)))
}

/** Column of the day that moves with each file. */
const dated = ({ at }: Scene): Part => (at('time') >= 0 ? 'time' : 'seen')

const DATE = /^(\d+)([/-])(\d+)\2(\d+)/
const swapDayAndMonth = (cell: string) =>
  cell.replace(DATE, (_, a, sep, b, c) => (a.length === 4 ? [a, c, b] : [b, a, c]).join(sep))
const addYears = (years: number) => (cell: string) => cell.replace(/\d{4}/, (year) => String(Number(year) + years))

const amountOf = (cell: string) => Number(cell)
const scaled = (by: number) => (cell: string) =>
  Number.isNaN(amountOf(cell)) ? cell : (amountOf(cell) * by).toFixed(2)

const names = (scene: Scene) => scene.columns.map(({ name }) => name)
const textOf = (scene: Scene, { header, rows }: Table) =>
  csvLine(header ?? names(scene)) + rows.map((row) => csvLine(row)).join('')

/** Bytes of UTF-8 that were read as Latin-1 and written again. */
const garbled = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
/** Windows-874, as older tills write. */
const thaiBytes = (text: string) =>
  Buffer.from(
    [...text].map((one) => {
      const code = one.codePointAt(0)!
      return code >= 0xe01 && code <= 0xe5b ? code - 0xe00 + 0xa0 : code < 128 ? code : 63
    }),
  )

const filesBefore = ({ shop, place }: BreakScene, count: number) =>
  shop.days.slice(Math.max(0, place - count), place).flatMap(({ rows }) => rows ?? [])

const breaks: Record<string, Break> = {
  column_shifted: (scene) =>
    inSome(scene, scene.chance.pick([SMALL, 0.2]), (row) => {
      const from = scene.chance.int(row.length - 1)
      return scene.chance.is(0.5)
        ? [...row.slice(0, from), '', ...row.slice(from, -1)]
        : [...row.slice(0, from), ...row.slice(from + 1), '']
    }),
  branch_missing: ({ rows, at, chance, shop, place }) => {
    const branch = at('branch')
    if (branch < 0) return null
    const old = new Set(
      shop.days.slice(Math.max(0, place - 10), place).flatMap(({ rows }) => rows?.map((row) => row[branch]!) ?? []),
    )
    const gone = chance.pick([...new Set(rows.map((row) => row[branch]!))].filter((one) => old.has(one)))
    return { rows: rows.filter((row) => row[branch] !== gone) }
  },
  baht_as_satang: (scene) => inColumn(scene, 'amount', size(scene), scaled(100)),
  satang_as_baht: (scene) => inColumn(scene, 'amount', scene.chance.pick([0.2, 1]), scaled(0.01)),
  one_branch_in_satang: (scene) => {
    const [branch, amount] = [scene.at('branch'), scene.at('amount')]
    if (branch < 0) return null
    const one = scene.chance.pick([...new Set(scene.rows.map((row) => row[branch]!))])
    const by = scene.chance.pick([100, 0.01])
    return { rows: scene.rows.map((row) => (row[branch] === one ? row.with(amount, scaled(by)(row[amount]!)) : row)) }
  },
  yesterday_again: ({ yesterday }) => ({ rows: yesterday }),
  yesterday_and_one_row: ({ yesterday, rows, at, chance, ...scene }) => {
    const when = at(dated({ yesterday, rows, at, chance, ...scene }))
    const row = chance.pick(rows).with(when, yesterday.at(-1)![when]!)
    return { rows: [...yesterday, row] }
  },
  day_and_month_swapped: (scene) => {
    const { day } = scene.shop.days[scene.place]!
    // Dates whose day can't be a month are read right.
    if (Number(day.slice(8)) > 12 || day.slice(5, 7) === day.slice(8)) return null
    return inColumn(scene, dated(scene), size(scene), swapDayAndMonth)
  },
  another_shop: ({ other, place }) => {
    const { rows } = other.days[place]!
    return rows && rows.length > 0 ? { rows } : null
  },
  half_a_file: (scene) => {
    const text = Buffer.from(textOf(scene, scene))
    return text.subarray(0, Math.floor(text.length * (0.3 + scene.chance.next() * 0.5)))
  },
  half_of_the_rows: ({ rows, chance }) => ({
    rows: rows.slice(0, Math.ceil(rows.length * (0.3 + chance.next() * 0.4))),
  }),
  twice_in_one: ({ rows }) => ({ rows: [...rows, ...rows] }),
  some_rows_twice: ({ rows, chance }) => ({ rows: rows.flatMap((row) => (chance.is(0.3) ? [row, row] : [row])) }),
  renamed_column: (scene) => {
    const at = scene.chance.int(scene.columns.length)
    return { header: names(scene).with(at, `${scene.columns[at]!.name} (ใหม่)`), rows: scene.rows }
  },
  column_removed: (scene) => {
    const at = scene.chance.int(scene.columns.length)
    const without = (row: string[]) => row.filter((_, no) => no !== at)
    return { header: without(names(scene)), rows: scene.rows.map(without) }
  },
  column_added: (scene) => ({ header: [...names(scene), 'หมายเหตุ'], rows: scene.rows.map((row) => [...row, '']) }),
  header_missing: (scene) => Buffer.from(scene.rows.map((row) => csvLine(row)).join('')),
  cells_under_wrong_headers: (scene) => {
    const from = scene.chance.int(scene.columns.length)
    const to = (from + 1 + scene.chance.int(scene.columns.length - 1)) % scene.columns.length
    return { rows: scene.rows.map((row) => row.with(from, row[to]!).with(to, row[from]!)) }
  },
  another_delimiter: (scene) => {
    const by = scene.chance.pick([';', '\t', '|'])
    return Buffer.from([names(scene), ...scene.rows].map((row) => `${row.join(by)}\r\n`).join(''))
  },
  decimal_comma: (scene) =>
    inColumn(scene, 'amount', 1, (cell) => (scene.shop.kind === 'members' ? `${cell},50` : cell.replace('.', ','))),
  another_charset: (scene) => thaiBytes(textOf(scene, scene)),
  garbled_cells: (scene) => inSome(scene, scene.chance.pick([0.2, 1]), (row) => row.map(garbled)),
  test_file: ({ rows, columns, chance, yesterday }) => ({
    rows: yesterday.slice(0, chance.pick([3, 5, rows.length])).map((row) =>
      row.map((cell, no) => {
        const { part } = columns[no]!
        if (part === 'name') return `ทดสอบ ระบบ${chance.int(1000)}`
        if (part === 'phone') return `08${String(chance.int(1e8)).padStart(8, '0')}`
        if (part === 'branch' || part === 'item') return 'ทดสอบ'
        return part === 'receipt' || part === 'code' ? `TEST${chance.int(1e6)}` : cell
      }),
    ),
  }),
  leading_zero_lost: (scene) => inColumn(scene, 'phone', size(scene), (cell) => cell.replace(/^0/, '')),
  phones_empty: (scene) => inColumn(scene, 'phone', scene.chance.pick([0.5, 1]), () => ''),
  phones_in_powers: (scene) =>
    inColumn(scene, 'phone', size(scene), (cell) =>
      cell === '' ? '' : Number(cell.replace(' ', '')).toExponential(2).toUpperCase(),
    ),
  phones_masked: (scene) => inColumn(scene, 'phone', size(scene), (cell) => cell.replace(/^(...).*(...)$/, '$1xxxx$2')),
  names_and_phones_swapped: (scene) => {
    const [name, phone] = [scene.at('name'), scene.at('phone')]
    return inSome(scene, size(scene), (row) => row.with(name, row[phone]!).with(phone, row[name]!))
  },
  phones_moved_by_a_row: (scene) => {
    const { rows, chance } = scene
    const phone = scene.at('phone')
    const length = Math.max(8, Math.ceil(rows.length * chance.pick([0.15, 0.5, 1])))
    const from = chance.int(Math.max(1, rows.length - length))
    return {
      rows: rows.map((row, no) =>
        no >= from && no < from + length ? row.with(phone, rows[(no + 1) % rows.length]![phone]!) : row,
      ),
    }
  },
  last_year: (scene) => inColumn(scene, dated(scene), size(scene), addYears(-1)),
  // Added to a Buddhist year, or taken from a Christian one: 543 added to the latter is a Buddhist year, and right.
  buddhist_year_twice: (scene) =>
    inColumn(scene, dated(scene), size(scene), (cell) => addYears(/2[45]\d\d/.test(cell) ? 543 : -543)(cell)),
  totals_row: (scene) => {
    const amount = scene.at('amount')
    const sum = scene.rows.reduce((total, row) => total + (amountOf(row[amount]!) || 0), 0)
    const row = scene.columns
      .map(() => '')
      .with(0, 'รวมทั้งสิ้น')
      .with(amount, sum.toFixed(2))
    // With a date in it, as some tills do; such a row looks like data.
    const when = scene.at(dated(scene))
    return { rows: [...scene.rows, scene.chance.is(0.5) ? row.with(when, scene.rows.at(-1)![when]!) : row] }
  },
  one_phone_for_all: (scene) => inColumn(scene, 'phone', scene.chance.pick([0.1, 0.3, 1]), () => '0812345678'),
  empty_amounts: (scene) => inColumn(scene, 'amount', size(scene), () => ''),
  negative_amounts: (scene) =>
    inColumn(scene, 'amount', size(scene), (cell) => (cell === '0' ? '-1' : `-${cell.replace('-', '')}`)),
  one_amount_for_all: (scene) => inColumn(scene, 'amount', 1, () => '1.00'),
  everything_so_far: (scene) => {
    if (scene.shop.kind === 'members') return null
    return { rows: [...filesBefore(scene, scene.chance.pick([1, 3, 30])), ...scene.rows] }
  },
  an_older_file: ({ shop, place, chance }) => {
    const older = shop.days
      .slice(Math.max(0, place - 40), place - 1)
      .flatMap(({ rows }) => (rows && rows.length > 0 ? [rows] : []))
    return older.length === 0 ? null : { rows: chance.pick(older) }
  },
  wrong_report: ({ rows, at, columns }) => ({
    header: ['ลำดับ', columns[at(at('item') >= 0 ? 'item' : 'name')]!.name, 'จำนวน', 'รวม'],
    rows: rows
      .slice(0, 40)
      .map((row, no) => [String(no + 1), row[at(at('item') >= 0 ? 'item' : 'name')]!, '1', row[at('amount')]!]),
  }),
  error_page: () =>
    Buffer.from('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'),
  clock_ahead: (scene) => inColumn(scene, dated(scene), size(scene), (cell) => addYears(1)(cell)),
}

const breakKinds = Object.keys(breaks)

/** Returns the file of this day with this accident; null if it can't befall it, or leaves it as it is. */
function breakFile(kind: string, scene: BreakScene): Broken | null {
  const { shop, place } = scene
  const rows = shop.days[place]!.rows!
  const yesterday = shop.days.slice(0, place).findLast((one) => one.rows && one.rows.length > 0)?.rows
  if (!yesterday) return null
  const at = (part: Part) => shop.columns.findIndex((column) => column.part === part)
  const whole: Scene = { ...scene, columns: shop.columns, rows, yesterday, at }
  const made = breaks[kind]!(whole)
  if (made === null) return null
  const content = Buffer.isBuffer(made) ? made : Buffer.from(textOf(whole, made))
  return content.equals(Buffer.from(csvOf(shop.columns, rows))) ? null : { kind, content }
}

interface Planted extends Broken {
  place: number
}

/** Plants accidents of all kinds in turn, each on a chance day from `from` on that has rows. */
export function plantBreaks(
  shop: Shop,
  other: Shop,
  chance: Chance,
  count: number,
  from: number,
  first = 0,
): Planted[] {
  const good = shop.days.flatMap(({ rows }, place) => (place >= from && rows && rows.length > 0 ? [place] : []))
  const planted: Planted[] = []
  for (let no = first, tries = 0; planted.length < count && tries < count * 20; no++, tries++) {
    const place = chance.pick(good)
    const broken = breakFile(breakKinds[no % breakKinds.length]!, { shop, place, other, chance })
    if (broken) planted.push({ ...broken, place })
  }
  return planted.sort((a, b) => a.place - b.place)
}
