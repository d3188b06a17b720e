/** Part of a time zone's name as the language writes it; empty for a zone that this browser does not know. */
function partOf(timeZone: string, language: string, timeZoneName: 'shortGeneric' | 'shortOffset'): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}

/** Name of a time zone in words, with how far it is from UTC today: `เวลาไทย (GMT+7)`. */
export function timeZoneName(timeZone: string, language: string): string {
  const [name, offset] = [partOf(timeZone, language, 'shortGeneric'), partOf(timeZone, language, 'shortOffset')]
  if (name === '') return timeZone.replaceAll('_', ' ')
  return name === offset ? name : `${name} (${offset})`
}
