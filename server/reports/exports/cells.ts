import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type RawBuilder, sql } from 'kysely'
import { genders } from '../../master-data/master-data.ts'
import type { CopyFormat } from './copy-out.ts'
import type { CellType, FileColumn } from './export-file.ts'

/** A column with the expression of its cells. */
export interface SelectedColumn extends FileColumn {
  cell: RawBuilder<unknown>
}

/** Format of cells: displayed text in CSV, typed fields for workbooks. */
export interface CellStyle {
  format: CopyFormat
  language: Language
  /** The store's. */
  timeZone: string
  /** Prefix of customer numbers. */
  mark: string
  /** For people, not for an import: headers without marks, and phones as staff read them. */
  plain?: boolean
}

type Value = RawBuilder<unknown>

const FIRSTS = [9, 10, 13, 35, 39, 40, 43, 45, 61, 64, 78, 92, 110, 0x2013, 0x2014, 0xff0b, 0xff0d, 0xff1d, 0xff20]
const GUARDED = "^'*([=+@＝＋－＠\\t\\r\\n-]|(--?|–|—|NULL|null|\\(null\\)|\\\\N|N/A|n/a|#N/A|#NULL!)$)"
const NUMBER = '^[+-]?[0-9 ().,-]*[0-9][0-9 ().,-]*$'

/** SQL for `guarded` (formats/files/csv-line.ts). Tests the first letter, since nearly all texts begin with another. */
export const guardedText = (value: Value) =>
  sql`case when ascii(${value}) in (${sql.join(FIRSTS.map((code) => sql.lit(code)))}) and ${value} ~ ${sql.lit(GUARDED)} and ${value} !~ ${sql.lit(NUMBER)}
    then '''' || ${value} else ${value} end`

/** A word for each gender that is read back as the same. */
function genderText(value: Value, language: Language): Value {
  const cases = genders.map((gender) => {
    const word = language === 'th' ? gender.th : gender.value.charAt(0).toUpperCase() + gender.value.slice(1)
    return sql`when ${sql.lit(gender.value)} then ${sql.lit(word)}`
  })
  return sql`case ${value} ${sql.join(cases, sql` `)} else ${guardedText(value)} end`
}

const yesNo = { th: ['ใช่', 'ไม่ใช่'], en: ['Yes', 'No'] } as const

/** A bare year from 2400 on would be read as Buddhist; a workbook has days of its own. */
const christian = (text: Value, { format }: CellStyle) =>
  format === 'text'
    ? text
    : sql`case when left(${text}, 4) collate "C" >= '2400' then to_char(left(${text}, 10)::date, 'FMDD Mon YYYY') || ' CE' || substr(${text}, 11) else ${text} end`

/** A moment by the clocks of the store; with its offset where they show it twice. `exact`: with its fraction of a second. */
export function instantText(at: Value, style: CellStyle, exact = false): Value {
  const wall = sql`(${at} at time zone ${sql.lit(style.timeZone)})`
  // System times have no year that needs care. COPY writes no fraction if there is none: rounded down, since that takes half the time of
  // text, and the zone is looked up per value.
  if (!exact) return sql`(${at} - interval '0.5 s')::timestamptz(0) at time zone ${sql.lit(style.timeZone)}`
  const shown = (time: Value) => sql`rtrim(rtrim(to_char(${time}, 'YYYY-MM-DD HH24:MI:SS.US'), '0'), '.')`
  const utc = sql`${shown(sql`(${at} at time zone 'UTC')`)} || 'Z'`
  return christian(
    sql`case when ${wall} at time zone ${sql.lit(style.timeZone)} = ${at} then ${shown(wall)} else ${utc} end`,
    style,
  )
}

/** A value that is a day, or a moment as ISO text. */
const dayOrInstant = (value: Value, style: CellStyle): Value =>
  sql`case when length(${value}) <= 10 then ${christian(value, style)} else ${instantText(sql`(${value})::timestamptz`, style, true)} end`

/** The cell of a value of a type, whose expression is a text. */
export function cellOf(value: Value, type: CellType, style: CellStyle): Value {
  switch (type) {
    case 'text':
      return guardedText(value)
    case 'number':
      return value
    case 'boolean': {
      if (style.format === 'text') return value
      const [yes, no] = yesNo[style.language]
      return sql`case ${value} when 'true' then ${sql.lit(yes)} when 'false' then ${sql.lit(no)} end`
    }
    case 'day':
    case 'instant':
      return dayOrInstant(value, style)
  }
}

/** The cell of a gender. */
export const genderCell = (value: Value, { language }: CellStyle) => genderText(value, language)

/** A Thai phone in E.164 as staff read it, as `formatPhone` of the web shows it; others stay as they are. */
export const plainPhone = (value: Value): Value => sql`case
  when ${value} ~ '^\\+66[689][0-9]{8}$' then '0' || substr(${value}, 4, 2) || '-' || substr(${value}, 6, 3) || '-' || substr(${value}, 9)
  when ${value} ~ '^\\+662[0-9]{7}$' then '02-' || substr(${value}, 5, 3) || '-' || substr(${value}, 8)
  when ${value} ~ '^\\+66[3457][0-9]{7}$' then '0' || substr(${value}, 4, 2) || '-' || substr(${value}, 6, 3) || '-' || substr(${value}, 9)
  else ${value} end`
