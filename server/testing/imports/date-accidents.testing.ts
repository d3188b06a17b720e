// Columns of dates as shops have them, each cell with the day it means: known when the cell is made, not read from it.
import { type Random, randomOf } from '../../../tools/random.ts'

/** A real date cell of a workbook: days since 1900 as Excel counts them, and the format it is shown in. */
interface SerialCell {
  serial: number
  format: string
}

interface DateCell {
  /** Null if a cell merged downwards covers it. */
  cell: string | SerialCell | null
  /** The day meant (YYYY-MM-DD), the instant, or the house number; null if the cell means nothing. */
  truth: string | null
}

/** Answers of the person who wrote the column. */
interface ColumnMeaning {
  order?: 'dmy' | 'mdy'
  shortYears?: 'be' | 'ce'
  /** Years as written; later dates left empty; years 57 too early, 43 too late, or both; a century too late; a day too early. */
  shift?: 'none' | 'empty' | 'earlier' | 'later' | 'all' | 'century' | 'next_day'
}

export interface DateColumn {
  kind: string
  header: string
  holds: 'birth' | 'activity' | 'address'
  format: 'csv' | 'xlsx'
  cells: DateCell[]
  means: ColumnMeaning
}

interface Day {
  year: number
  month: number
  day: number
}

interface Make {
  random: Random
  /** Place of the variant: 0 to 3. */
  variant: number
  today: Date
  size: number
}

/** Cells per variant of a kind: 250 in all, the last two as small as the file of a small shop. */
const SIZES = [120, 80, 30, 20]
const DAY_MS = 86_400_000
const EPOCH_SERIAL = 25_569
const BUDDHIST = 543
const OFFSET = 7 * 3_600_000

const two = (number: number) => String(number).padStart(2, '0')
const isoOf = ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`
const dayOf = (instant: number): Day => {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-').map(Number)
  return { year: year!, month: month!, day: day! }
}
const exists = ({ year, month, day }: Day) => new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
const serialOf = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day) / DAY_MS + EPOCH_SERIAL
const inYear = (day: Day, year: number): Day => ({ ...day, year })
const written = ({ year, month, day }: Day, sign = '/') => `${two(day)}${sign}${two(month)}${sign}${year}`
const short = (day: Day) => written(day).replace(/\d\d(\d\d)$/, '$1')

/** Days of births, of customers between 18 and 80. */
function birth({ random, today }: Make, from = today.getUTCFullYear() - 80, until = today.getUTCFullYear() - 18): Day {
  const first = Date.UTC(from, 0, 1)
  return dayOf(first + random.below(Math.floor((Date.UTC(until, 11, 31) - first) / DAY_MS)) * DAY_MS)
}

/** Days of the last six years. */
const bought = ({ random, today }: Make): Day => dayOf(today.getTime() - (3 + random.below(2100)) * DAY_MS)

const texts = (day: Day, cell: string): DateCell => ({ cell, truth: isoOf(day) })

/** As Excel takes a typed date: a date cell, or the text if its calendar lacks the day. */
function typed(day: Day, shown: Day, format: string, text = `${shown.day}/${shown.month}/${shown.year}`): DateCell {
  return { cell: exists(shown) ? { serial: serialOf(shown), format } : text, truth: isoOf(day) }
}

type Column = Omit<DateColumn, 'kind' | 'cells' | 'means'> & { means?: ColumnMeaning }

const births = (format: DateColumn['format'], means?: ColumnMeaning): Column => ({
  header: 'วันเกิด',
  holds: 'birth',
  format,
  ...(means && { means }),
})
const sales = (format: DateColumn['format'], means?: ColumnMeaning): Column => ({
  header: 'วันที่ซื้อ',
  holds: 'activity',
  format,
  ...(means && { means }),
})

interface Kind {
  column: (variant: number) => Column
  cells: (make: Make) => DateCell[]
}

const each = (make: Make, one: (make: Make, at: number) => DateCell): DateCell[] =>
  Array.from({ length: make.size }, (_, at) => one(make, at))

const cellFormats = ['dd/mm/yyyy', 'd-mmm', '[$-D07041E]d mmm yyyy', 'yyyy-mm-dd'] as const
const thaiMonths = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.']
const fullMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const shortMonth = ({ month }: Day) => fullMonths[month - 1]!.slice(0, 3)
const thaiDigits = (text: string) => text.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'.charAt(Number(digit)))
const buddhist = (day: Day) => inYear(day, day.year + BUDDHIST)

/** Two digits as Excel completes them: 1930 to 2029. */
const completed = (year: number) => ((year % 100) + 1900 < 1930 ? 2000 : 1900) + (year % 100)

/** The year that the law gave a day: until 1940 the Thai year began on 1 April. */
const lawful = ({ year, month }: Day) => year + BUDDHIST - (year < 1941 && month < 4 ? 1 : 0)

const zeros = ['0/0/00', '00/00/0000', '0/0/0000', '0000-00-00', '00/00/00', '00-00-0000', '1900-01-00', '30/12/1899']

const timed = ({ random }: Make, day: Day, offset: number) => {
  const time = random.below(DAY_MS / 1000) * 1000
  const local = new Date(Date.parse(isoOf(day)) + time).toISOString().slice(0, 19)
  return { local, truth: new Date(Date.parse(`${local}Z`) - offset).toISOString() }
}

const dateKinds: Record<string, Kind> = {
  'date cells of Buddhist years': {
    column: (variant) => (variant % 2 === 0 ? births('xlsx') : sales('xlsx')),
    cells: (make) =>
      each(make, () => {
        const day = make.variant % 2 === 0 ? birth(make) : bought(make)
        return typed(day, buddhist(day), cellFormats[make.variant]!)
      }),
  },
  'leap days that stayed text': {
    column: (variant) => births(variant < 2 ? 'xlsx' : 'csv'),
    cells: (make) =>
      each(make, (_, at) => {
        const day = at % 2 === 0 ? { year: 1948 + 4 * make.random.below(15), month: 2, day: 29 } : birth(make)
        const shown = buddhist(day)
        if (make.variant < 2) return typed(day, shown, 'dd/mm/yyyy', written(shown, make.variant === 0 ? '/' : '-'))
        return texts(day, written(shown, make.variant === 2 ? '/' : '.'))
      }),
  },
  'day first': {
    column: (variant) => (variant === 1 ? sales('csv') : births('csv')),
    cells: (make) =>
      each(make, () => {
        const day = make.variant === 1 ? bought(make) : birth(make)
        const sign = ['/', '-', '.', ' '][make.variant]!
        return texts(day, written(make.variant < 2 ? day : buddhist(day), sign))
      }),
  },
  'month first': {
    column: (variant) => (variant === 1 ? sales('csv') : births('csv')),
    cells: (make) =>
      each(make, () => {
        const day = make.variant === 1 ? bought(make) : birth(make)
        const { year, month } = day
        return texts(
          day,
          make.variant < 2 ? `${two(month)}/${two(day.day)}/${year}` : `${month}/${day.day}/${year} 0:00`,
        )
      }),
  },
  'both orders in one column': {
    column: (variant) => {
      const means = { order: variant < 2 ? 'dmy' : 'mdy' } as const
      return variant === 1 ? sales('csv', means) : births('csv', means)
    },
    cells: (make) =>
      each(make, (_, at) => {
        let day = make.variant === 1 ? bought(make) : birth(make)
        // Evidence for each order, however small the column.
        if (at < 4) day = { ...day, day: 13 + make.random.below(15) }
        const own = make.variant < 2
        const dayFirst = day.day > 12 ? (at < 4 ? at % 2 === 0 : make.random.chance(0.5)) : own
        return texts(day, dayFirst ? written(day) : `${two(day.month)}/${two(day.day)}/${day.year}`)
      }),
  },
  'two-digit Buddhist years': {
    column: (variant) => (variant % 2 === 1 ? sales : births)('csv', { shortYears: 'be' }),
    cells: (make) =>
      each(make, () => {
        const day = make.variant % 2 === 1 ? bought(make) : birth(make)
        return texts(day, short(buddhist(day)))
      }),
  },
  'two-digit Christian years': {
    column: (variant) => (variant % 2 === 1 ? sales : births)('csv', { shortYears: 'ce' }),
    cells: (make) =>
      each(make, () => {
        const day = make.variant % 2 === 1 ? bought(make) : birth(make)
        return texts(day, short(day))
      }),
  },
  'two-digit Buddhist years that Excel completed': {
    column: (variant) => (variant === 1 ? sales : births)(variant === 3 ? 'csv' : 'xlsx', { shift: 'all' }),
    cells: (make) =>
      each(make, () => {
        const day = make.variant === 1 ? bought(make) : birth(make)
        const shown = inYear(day, completed(buddhist(day).year))
        const text = short(buddhist(day))
        if (make.variant === 3) return texts(day, exists(shown) ? written(shown) : text)
        return typed(day, shown, 'dd/mm/yyyy', text)
      }),
  },
  'births after today': {
    column: (variant) => births(variant === 1 ? 'xlsx' : 'csv', { shift: variant === 3 ? 'empty' : 'century' }),
    cells: (make) =>
      each(make, (_, at) => {
        const day = birth(make)
        if (make.variant === 3) return at % 7 === 3 ? { cell: '31/12/2099', truth: null } : texts(day, written(day))
        // Programs complete 69 to 99 with 19, others with 20.
        const shown = inYear(day, day.year < 1969 ? day.year + 100 : day.year)
        return make.variant === 1 ? typed(day, shown, 'dd/mm/yyyy') : texts(day, written(shown, '-'))
      }),
  },
  'half the column in shifted years': {
    column: (variant) =>
      variant === 1
        ? births('csv', { shift: 'earlier' })
        : variant === 2
          ? births('csv', { shift: 'later' })
          : births(variant === 3 ? 'xlsx' : 'csv'),
    cells: (make) =>
      each(make, (_, at) => {
        const half = at % 2 === 0
        if (make.variant === 1) {
          const day = birth(make, 1985, 2005)
          const shown = inYear(day, day.year - 57)
          return half && exists(shown) ? texts(day, written(shown)) : texts(day, written(day))
        }
        if (make.variant === 2) {
          const day = birth(make, 1946, 1955)
          const shown = inYear(day, day.year + 43)
          return half && exists(shown) ? texts(day, written(shown)) : texts(day, written(day))
        }
        const day = birth(make)
        const shown = half ? buddhist(day) : day
        return make.variant === 3 ? typed(day, shown, 'dd/mm/yyyy') : texts(day, written(shown))
      }),
  },
  'times just before midnight': {
    column: (variant) =>
      births(
        variant === 1 ? 'xlsx' : 'csv',
        variant === 1 ? { shift: 'next_day' } : variant === 2 ? { shift: 'none' } : {},
      ),
    cells: (make) =>
      each(make, () => {
        const day = birth(make)
        const before = isoOf(dayOf(Date.parse(isoOf(day)) - DAY_MS))
        if (make.variant === 0) return texts(day, `${before}T17:00:00.000Z`)
        // Four seconds are lost where the offset of local mean time is rounded.
        if (make.variant === 1)
          return { cell: { serial: serialOf(day) - 4000 / DAY_MS, format: 'yyyy-mm-dd hh:mm:ss' }, truth: isoOf(day) }
        return make.variant === 2 ? texts(day, `${isoOf(day)} 23:59:59`) : texts(day, `${before} 17:00:00+0000`)
      }),
  },
  'house numbers that became dates': {
    column: (variant) => ({ header: 'ที่อยู่', holds: 'address', format: variant === 2 ? 'xlsx' : 'csv' }),
    cells: (make) =>
      each(make, ({ random }, at) => {
        const [plot, house] = [1 + random.below(at % 3 === 0 ? 300 : 31), 1 + random.below(30)]
        const truth = `${plot}/${house}`
        const american = make.variant === 1
        const [day, month] = american ? [house, plot] : [plot, house]
        const shown = { year: make.today.getUTCFullYear(), month, day }
        if (month > 12 || day > 31 || !exists(shown)) return { cell: truth, truth }
        if (make.variant === 2) return { cell: { serial: serialOf(shown), format: 'd-mmm' }, truth }
        return { cell: `${day}-${make.variant === 3 ? thaiMonths[month - 1] : shortMonth(shown)}`, truth }
      }),
  },
  'zeros for no date': {
    column: (variant) => births(variant === 2 ? 'xlsx' : 'csv'),
    cells: (make) =>
      each(make, (_, at) => {
        const day = birth(make)
        if (make.variant === 2)
          return at % 3 === 0
            ? { cell: { serial: 0, format: 'dd/mm/yyyy' }, truth: null }
            : typed(day, day, 'dd/mm/yyyy')
        if (at % 3 === 0) return { cell: make.random.pick(zeros), truth: null }
        return texts(day, written(make.variant === 3 ? buddhist(day) : day))
      }),
  },
  'seconds and milliseconds since 1970': {
    column: (variant) => (variant < 2 ? sales('csv') : births('csv')),
    cells: (make) =>
      each(make, () => {
        if (make.variant < 2) {
          const { truth } = timed(make, bought(make), OFFSET)
          const instant = Date.parse(truth)
          return { cell: String(make.variant === 0 ? instant / 1000 : instant), truth }
        }
        const day = birth(make)
        const instant = Date.parse(isoOf(day)) - OFFSET
        return texts(day, String(make.variant === 2 ? instant / 1000 : instant))
      }),
  },
  'years that began in April': {
    column: (variant) => births(variant === 3 ? 'xlsx' : 'csv'),
    cells: (make) =>
      each(make, () => {
        const day = birth(make, 1925, 1950)
        const shown = inYear(day, lawful(day))
        if (make.variant === 3) return typed(day, shown, 'dd/mm/yyyy')
        return texts(day, make.variant === 1 ? `${day.day} ${thaiMonths[day.month - 1]} ${shown.year}` : written(shown))
      }),
  },
  'Thai digits': {
    column: (variant) => (variant === 3 ? sales('csv') : births(variant === 2 ? 'xlsx' : 'csv')),
    cells: (make) =>
      each(make, () => {
        const day = make.variant === 3 ? bought(make) : birth(make)
        const shown = buddhist(day)
        const text = make.variant === 1 ? `${day.day} ${thaiMonths[day.month - 1]} ${shown.year}` : written(shown)
        return texts(day, thaiDigits(text))
      }),
  },
  'months in words': {
    column: () => births('csv'),
    cells: (make) =>
      each(make, () => {
        const day = birth(make)
        const thai = thaiMonths[day.month - 1]
        const { year } = buddhist(day)
        return texts(
          day,
          [
            `${day.day} ${thai} ${year}`,
            `${day.day}-${shortMonth(day)}-${day.year}`,
            `${fullMonths[day.month - 1]} ${day.day}, ${day.year}`,
            `${day.day} ${thai} ${two(year % 100)}`,
          ][make.variant]!,
        )
      }),
  },
  'serial numbers as text': {
    column: (variant) => (variant % 2 === 1 ? sales('csv') : births('csv')),
    cells: (make) =>
      each(make, () => {
        if (make.variant === 3) {
          const { local, truth } = timed(make, bought(make), OFFSET)
          return { cell: (Date.parse(`${local}Z`) / DAY_MS + EPOCH_SERIAL).toFixed(6), truth }
        }
        const day = make.variant === 1 ? bought(make) : birth(make)
        const shown = make.variant === 2 ? buddhist(day) : day
        return texts(day, exists(shown) ? String(serialOf(shown)) : written(shown))
      }),
  },
  'instants with an offset': {
    column: (variant) => (variant === 1 || variant === 2 ? sales('csv') : births('csv')),
    cells: (make) =>
      each(make, () => {
        if (make.variant === 1 || make.variant === 2) {
          const { local, truth } = timed(make, bought(make), make.variant === 1 ? OFFSET : -5 * 3_600_000)
          return { cell: `${local}${make.variant === 1 ? '+07:00' : '-05:00'}`, truth }
        }
        const day = birth(make)
        return texts(day, `${isoOf(day)}T00:00:00${make.variant === 0 ? '+07:00' : 'Z'}`)
      }),
  },
  'cells merged downwards': {
    column: (variant) => (variant === 3 ? sales('xlsx') : births('xlsx')),
    cells: (make) => {
      const cells: DateCell[] = []
      while (cells.length < make.size) {
        const day = make.variant === 3 ? bought(make) : birth(make)
        const shown = make.variant === 1 ? buddhist(day) : day
        const cell = make.variant === 2 ? texts(day, written(shown)) : typed(day, shown, 'dd/mm/yyyy')
        const rows = Math.min(1 + make.random.below(5), make.size - cells.length)
        cells.push(cell, ...Array.from({ length: rows - 1 }, () => ({ cell: null, truth: cell.truth })))
      }
      return cells
    },
  },
}

/** Makes the columns of all kinds: 5,000 cells, of which `today` (midnight UTC) is the latest day. */
export function dateColumns(seed: number, today: Date): DateColumn[] {
  const random = randomOf(seed)
  return Object.entries(dateKinds).flatMap(([kind, { column, cells }]) =>
    SIZES.map((size, variant): DateColumn => {
      const made = column(variant)
      return { ...made, kind, means: made.means ?? {}, cells: cells({ random, variant, today, size }) }
    }),
  )
}
