import type { Language } from '../../../data/text.ts'
import type { DraftRow, SuggestedTarget } from './mapping-draft.ts'

type Order = 'dmy' | 'mdy'
type Era = NonNullable<DraftRow['twoDigitYears']>

/** A date of a column that can be read in more than one way. */
interface DateExample {
  /** As it stands in the file. */
  text: string
  first: number
  second: number
  /** Two or four digits. */
  year: string
}

const NUMERIC = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/

const read = (text: string): DateExample | undefined => {
  const digits = text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
  const [, first, second, year] = NUMERIC.exec(digits) ?? []
  return year ? { text: text.trim(), first: Number(first), second: Number(second), year } : undefined
}

/** The first of a column's samples that shows the question; one made up where none does. */
export function dateExample(samples: readonly string[], question: 'date_order' | 'two_digit_years'): DateExample {
  const open = (one: DateExample) =>
    question === 'two_digit_years'
      ? one.year.length === 2
      : one.first !== one.second && Math.max(one.first, one.second) <= 12 && Math.min(one.first, one.second) > 0
  const dates = samples.flatMap((sample) => read(sample) ?? [])
  const year = (question === 'date_order' && dates[0]?.year) || '67'
  return dates.find(open) ?? { text: `03/04/${year}`, first: 3, second: 4, year }
}

/** The first cell that the answers read differently. */
export const differingCell = (shown: SuggestedTarget['dateExamples'][number] | undefined): string | undefined =>
  shown?.cells.find(({ readings }) => new Set(readings.map(({ day }) => day)).size > 1)?.text

const monthNames = (language: Language) =>
  new Intl.DateTimeFormat(language === 'th' ? 'th-TH-u-ca-gregory' : 'en-GB', { month: 'long', timeZone: 'UTC' })

/** `3 เมษายน 2567`: the example read with day or month first. A year of two digits is written in full once its era is known. */
export function dayText(example: DateExample, order: Order, era: Era | null, language: Language, now: Date): string {
  const [day, month] = order === 'dmy' ? [example.first, example.second] : [example.second, example.first]
  const name = monthNames(language).format(Date.UTC(2024, month - 1, 1))
  const plain = example.year.length === 4 || era === null
  const year = plain ? example.year : yearText(example.year, era, language, now).replace('พ.ศ. ', '')
  return `${day} ${name} ${year}`
}

/** `พ.ศ. 2567` for 67: the latest such year that is not ahead, as the server takes it. */
export function yearText(twoDigits: string, era: Era, language: Language, now: Date): string {
  const late = Number(twoDigits) + (era === 'be' ? 2500 - 543 : 2000)
  const year = late > now.getUTCFullYear() ? late - 100 : late
  if (era === 'ce') return language === 'th' ? `ค.ศ. ${year}` : String(year)
  return language === 'th' ? `พ.ศ. ${year + 543}` : `${year} (B.E. ${year + 543})`
}
