import type { Language } from '@ruam/contract/errors/catalog.ts'

const partsOf = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(new Date(instant))
    .match(/\d+/g)!

/** A day of the store as screens write it: `26 / 11 / 2026`. */
export const mailDay = (instant: string, timeZone: string) => partsOf(instant, timeZone).slice(0, 3).join(' / ')

/** A moment in the store's time zone as screens write it: `26 / 11 / 2026 - 14:32`, in Thai with น. */
export function mailMoment(instant: string, timeZone: string, language: Language): string {
  const [, , , hour, minute] = partsOf(instant, timeZone)
  return `${mailDay(instant, timeZone)} - ${hour}:${minute}${language === 'th' ? ' น.' : ''}`
}
