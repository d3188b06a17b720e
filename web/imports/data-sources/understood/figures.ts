import { formatPrice } from '../../../data/format.ts'
import type { Language } from '../../../data/text.ts'

/** `30,104,220.00` for an exact decimal of the server. */
export const baht = (sum: string) => formatPrice(Number(sum))

/** `ม.ค. 2567`: the month of a day, in the person's era. */
export function monthText(day: string, era: 'be' | 'ce', language: Language): string {
  const [year = '', month = ''] = day.split('-')
  const name = new Intl.DateTimeFormat(language === 'th' ? 'th-TH-u-ca-gregory' : 'en-GB', {
    ...{ month: 'short', timeZone: 'UTC' },
  }).format(Date.UTC(2024, Number(month) - 1, 1))
  return `${name} ${era === 'be' ? Number(year) + 543 : year}`
}

/** Days from which on months are said instead of days. */
export const FEW_DAYS = 62

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
