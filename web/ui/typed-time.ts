const LIKE_A_TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?(?:\s*น\.?)?$/

/** `9.30`, `930`, `9`, `09:30 น.`: a time of the day as HH:mm; undefined of what is none. */
export function readTime(typed: string): string | undefined {
  const [, hour, minute = '00'] = LIKE_A_TIME.exec(typed.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}
