/** True when characters from..to are all ASCII digits. */
export function isDigits(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (!(code >= 0x30 && code <= 0x39)) return false
  }
  return to > from
}

/** True when one digit fills the text from its start up to `to`. */
export function isOneDigitRepeated(text: string, to: number): boolean {
  for (let i = 1; i < to; i++) if (text.charCodeAt(i) !== text.charCodeAt(0)) return false
  return true
}

/**
 * A whole number as spreadsheets and data frames write it: "812345678.0", "8.12345678E8". Null when the text is no such
 * thing; 'lost' when digits are gone ("8.12E+08": default formats keep at most 5 decimals, so 6 and more count as kept).
 */
export function expandNumber(text: string): string | 'lost' | null {
  const whole = /^(\d{8,})\.00?$/.exec(text)
  if (whole) return whole[1]!
  const scientific = /^(\d)[.,]?(\d*)e\+?(\d{1,3})$/i.exec(text)
  if (!scientific) return null
  const [, first, fraction, power] = scientific
  const places = Number(power)
  if (fraction!.length < 6 || fraction!.length > places || places > 20) return 'lost'
  return first! + fraction!.padEnd(places, '0')
}
