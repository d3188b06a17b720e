/** Formats of spec section 9. Instants are given in the contract's form and shown in the store's time zone. */

export type Era = 'ce' | 'be'
/** The time zone and the era that dates are written in. */
export interface Calendar {
  timeZone: string
  era: Era
}

interface Moment {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(timeZone, made)
  return made
}

const dayOnly = /^(\d{4})-(\d\d)-(\d\d)$/

/** Undefined for what is empty, unreadable or the all-zero date of year 1, which counts as empty (spec section 3). */
function momentOf(value: string | null | undefined, { timeZone, era }: Calendar): Moment | undefined {
  if (!value || value.startsWith('0001-01-01')) return undefined
  const yearOf = (year: number) => String(era === 'be' ? year + 543 : year).padStart(4, '0')
  // A date without a time belongs to no time zone: shifting it would change the day.
  const date = dayOnly.exec(value)
  if (date)
    return { year: yearOf(Number(date[1])), month: date[2]!, day: date[3]!, hour: '00', minute: '00', second: '00' }
  const instant = new Date(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(instant.getTime())) return undefined
  const [day = '', month = '', year, hour = '', minute = '', second = ''] =
    clock(timeZone).format(instant).match(/\d+/g) ?? []
  return { year: yearOf(Number(year)), month, day, hour, minute, second }
}

type Value = string | null | undefined

/** `20 / 11 / 2026` */
export function formatDate(value: Value, calendar: Calendar): string {
  const m = momentOf(value, calendar)
  return m ? dateOf(m) : ''
}
const dateOf = ({ day, month, year }: Moment) => `${day} / ${month} / ${year}`

/** `14:32 น.` */
export function formatTime(value: Value, calendar: Calendar): string {
  const m = momentOf(value, calendar)
  return m ? timeOf(m) : ''
}
const timeOf = ({ hour, minute }: Moment) => `${hour}:${minute} น.`

/** `20 / 11 / 2026 - 14:32 น.` */
export function formatDateTime(value: Value, calendar: Calendar): string {
  const m = momentOf(value, calendar)
  return m ? `${dateOf(m)} - ${timeOf(m)}` : ''
}

/** `20/11/2026` */
export function formatIsoDate(value: Value, calendar: Calendar): string {
  const m = momentOf(value, calendar)
  return m ? `${m.day}/${m.month}/${m.year}` : ''
}

/** `14:32:11` */
export function formatIsoTime(value: Value, calendar: Calendar): string {
  const m = momentOf(value, calendar)
  return m ? `${m.hour}:${m.minute}:${m.second}` : ''
}

/** The time for today, the date for any other day. */
export function formatWhen(value: Value, calendar: Calendar, now = new Date()): string {
  const date = formatDate(value, calendar)
  return date === formatDate(now.toISOString(), calendar) ? formatTime(value, calendar) : date
}

const minus = (text: string) => text.replace('-', '−')
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, signDisplay: 'negative' })
const cents = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})
/** `12,486` */
export const formatNumber = (value: number | null | undefined) =>
  value == null || !Number.isFinite(value) ? '' : minus(whole.format(value))

/** `1,234.50`, in baht. */
export const formatPrice = (value: number | null | undefined) =>
  value == null || !Number.isFinite(value) ? '' : minus(cents.format(value))

const answers = { th: ['ใช่', 'ไม่ใช่'], en: ['Yes', 'No'] } as const

/** Thai yes or no (spec section 9); the English interface says it in English. */
export function formatBoolean(value: boolean | null | undefined, language: 'th' | 'en' = 'th'): string {
  if (value == null) return ''
  return answers[language][value ? 0 : 1]
}

const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' })
const thaiLetter = /[\u0E01-\u0E30\u0E32\u0E33\u0E3F-\u0E46\u0E4F-\u0E5B]/g

/** Counts letters of a grapheme: Thai vowels and tones above or below count none, น้ำ counts two. */
const lettersOf = (grapheme: string) => Math.max(1, grapheme.match(thaiLetter)?.length ?? 1)

/** At most `max` letters, combining Thai marks not counted (spec section 5), then an ellipsis; no grapheme is cut. */
export function truncate(text: string, max = 30): string {
  if (text.length <= max) return text
  let letters = 0
  let end = 0
  for (const { segment, index } of segmenter.segment(text)) {
    letters += lettersOf(segment)
    if (letters > max) return `${text.slice(0, end).trimEnd()}…`
    end = index + segment.length
  }
  return text
}

/** `081-234-5678` for +66812345678; numbers of other countries and masked ones stay as they are. */
export function formatPhone(value: string | null | undefined): string {
  if (!value) return ''
  const national = /^\+66(\d{8,9})$/.exec(value)?.[1]
  if (!national) return value
  const cut = (...ends: number[]) => {
    const digits = `0${national}`
    return ends.map((end, index) => digits.slice(ends[index - 1] ?? 0, end)).join('-')
  }
  if (national.length === 9) return /^[689]/.test(national) ? cut(3, 6, 10) : value
  if (national.startsWith('2')) return cut(2, 5, 9)
  return /^[3457]/.test(national) ? cut(3, 6, 9) : value
}

/** `1-2345-67890-12-3`; anything but 13 digits stays as it is. */
export const formatCitizenId = (value: string | null | undefined) =>
  (value ?? '').replace(/^(\d)(\d{4})(\d{5})(\d{2})(\d)$/, '$1-$2-$3-$4-$5')
