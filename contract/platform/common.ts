import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_WIDE_PAGE_SIZE } from './constants.ts'
import { EMAIL, isDescription, isName, isPlainText } from './names.ts'

const MAX_INT4 = 2_147_483_647

/** An id in a body or an answer. */
export const Id = z.int().positive().max(MAX_INT4)
/** An id with its name. */
export const NamedRow = z.object({ id: Id, name: z.string() })
/** An id in an address: digits and nothing else. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= MAX_INT4)
/** Profiles may be more than an int4 counts: at most 15 digits, so that the id stays exact as a number. */
export const ProfileId = z.int().positive()
export const ProfileIdText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
export const byId = z.strictObject({ id: IdText })

/** An instant with its offset and all its microseconds, as text: a JS Date would drop three digits and break origin_time. */
export const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:?\d\d)$/)
/** Instant sent by a caller, with a year and an offset that PostgreSQL accepts. */
export const TimeText = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => !text.startsWith('0000') && /(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/.test(text))
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00Z')
const LAST_INSTANT = Date.parse('9999-12-30T00:00:00Z')
/** An instant that is stored: of a year of four digits in every time zone, so that it can be shown as stored. */
export const Moment = TimeText.refine((text) => Date.parse(text) >= FIRST_INSTANT && Date.parse(text) <= LAST_INSTANT)

/** A day alone, as one end of a range. */
export interface RangeDay {
  day: string
  end: 'from' | 'to'
}
/** A day that every time zone has within the years that PostgreSQL and JavaScript both write with four digits. */
export const Day = z.iso.date().refine((day) => day > '0001-01-01' && day < '9999-12-31')
/** Inclusive bounds of a range: an instant, or a whole day in the store's time zone. */
export const From = z.union([TimeText, Day.transform((day): RangeDay => ({ day, end: 'from' }))])
export const To = z.union([TimeText, Day.transform((day): RangeDay => ({ day, end: 'to' }))])
/** A filter whose days have become instants. */
export type InInstants<T> = { [K in keyof T]: Exclude<T[K], RangeDay> }

export const Direction = z.enum(['asc', 'desc'])

/** Text that PostgreSQL keeps as it is: without U+0000 and without half a character (a lone surrogate). */
export const Text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed())
/** Name of a time zone that this process knows. */
export const TimeZone = Text(100).refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
})
export const Name = Text(1000)
  .transform((text) => text.trim().normalize('NFC'))
  .refine(isName)
export const Description = Text(2000)
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => isDescription(text) && isPlainText(text))
export const Email = Text(320)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => EMAIL.test(text))
export const Keyword = Text(200).transform((text) => text.trim())

/** A whole number in a query. */
export const Count = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number)

const pageUpTo = (most: number) =>
  z.strictObject({
    offset: Count.pipe(z.int().min(0)).default(0),
    limit: Count.pipe(z.int().min(-1).max(most)).default(DEFAULT_PAGE_SIZE),
  })

/** offset and limit as every list takes them; limit 0 or -1 means all rows, up to 10,000. */
export const Page = pageUpTo(MAX_PAGE_SIZE)
/** The same for lists of whole profiles and of rows of files: up to 1,000. */
export const WidePage = pageUpTo(MAX_WIDE_PAGE_SIZE)

/** Sort fields are accepted in snake_case and camelCase and handed on in snake_case. */
export function sortBy<const T extends readonly [string, ...string[]]>(fields: T, fallback: T[number]) {
  return z
    .string()
    .transform((text) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .pipe(z.enum(fields))
    .default(fallback as never)
}

/** The answer of every list (spec section 3). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    total: z.int(),
    /** True when there are more than `total` rows: counting stopped at the cap. */
    total_capped: z.boolean().optional(),
    /** True when "all" was asked for and stopped at the cap. */
    truncated: z.boolean().optional(),
    pages: z.int(),
    page: z.int(),
    limit: z.int(),
    sort_by: z.string(),
    order: Direction,
  })

/** The rows of `limit`, where 0 and -1 stand for all that a list gives. */
export const rowsOf = (limit: number, most = MAX_PAGE_SIZE) => (limit <= 0 ? most : limit)

export const Exists = z.object({ exists: z.boolean() })
