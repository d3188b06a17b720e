/** The header of a column of moments: its clock times are those of this zone. */
export const zonedHeader = (header: string, timeZone: string) => `${header} (${timeZone})`

const ZONED = /^(.*\S)\s*\(([A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2}|UTC)\)\s*$/s

/** Splits such a header. Brackets that hold no time zone belong to the name. */
export function splitZone(header: string): { name: string; timeZone?: string } {
  const [, name, timeZone] = ZONED.exec(header) ?? []
  return name !== undefined && isTimeZone(timeZone!) ? { name, timeZone: timeZone! } : { name: header }
}

const known = new Map<string, boolean>()

function isTimeZone(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  let valid = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    valid = false
  }
  // Headers come from uploaded files: kept names must not grow without limit.
  if (known.size < 1000) known.set(name, valid)
  return valid
}
