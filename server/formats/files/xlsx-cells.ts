/** Display format of a number, as far as it affects reading. */
export type NumberStyle = 'plain' | 'date' | 'time' | 'elapsed' | { digits: number }

const DAY_MS = 86_400_000
/** Days from the serial 0 of the 1900 system to 1 January 1970, and what the 1904 system counts less. */
const EPOCH_SERIAL = 25_569
const SERIALS_1904 = 1462
/** 31 December 9999, the last day there is in a workbook. */
const LAST_SERIAL = 2_958_465

/** ECMA-376 part 1, 18.8.30: the formats that have a number and no code of their own, Thai ones among them. */
function builtinStyle(id: number): NumberStyle {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time'
  if (id === 46 || id === 79) return 'elapsed'
  if (id >= 71 && id <= 81) return id === 75 || id === 76 || id === 78 || id === 80 ? 'time' : 'date'
  return 'plain'
}

/** The style of a format by its number or, where it has one, its code (`[$-D07041E]d mmm yyyy`, `0-0000-00000-00-0`). */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return builtinStyle(id)
  const shown = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';')[0]!
    .toLowerCase()
  if (/\[(h+|m+|s+)\]/.test(shown)) return 'elapsed'
  const letters = shown.replace(/\[[^\]]*\]|e[+-]|general|am\/pm|a\/p/g, '')
  if (/[yd]|b{2}|e/.test(letters)) return 'date'
  if (/[hs]/.test(letters)) return 'time'
  if (/m/.test(letters)) return 'date'
  const zeros = letters.replace(/[\s\-()/]/g, '')
  return /^0{2,20}$/.test(zeros) ? { digits: zeros.length } : 'plain'
}

/** Reads a numeric cell: the text shown by Excel if that matters, and dates and times in ISO form. */
export function numberText(raw: string, style: NumberStyle, from1904: boolean): string {
  const value = Number(raw)
  if (raw === '' || !Number.isFinite(value)) return raw
  if (style === 'plain') return plainNumber(raw, value)
  if (typeof style === 'object') {
    const plain = plainNumber(raw, value)
    return /^\d+$/.test(plain) ? plain.padStart(style.digits, '0') : plain
  }
  if (value < 0 || value > LAST_SERIAL) return plainNumber(raw, value)
  if (style === 'elapsed') return clock(Math.round(value * DAY_MS))
  if (style === 'time' && value < 1) return clock(Math.round(value * DAY_MS))
  return dateText(from1904 ? value + SERIALS_1904 : value)
}

/** All 15 digits that a workbook keeps, never with an exponent: an id of 13 digits stays what it is. */
function plainNumber(raw: string, value: number): string {
  if (/^-?\d{1,15}$/.test(raw)) return raw
  const text = String(Number(value.toPrecision(15)))
  if (!text.includes('e')) return text
  if (Math.abs(value) >= 1) return BigInt(value).toString()
  return value.toFixed(20).replace(/\.?0+$/, '')
}

/** Hours may be more than 24. */
function clock(milliseconds: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const rest = milliseconds % 1000
  const text = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`
}

/** A serial of the 1900 system, which holds a 29 February 1900 that never was (60). */
function dateText(serial: number): string {
  // Excel shows 0 January 1900; it stands for no day.
  if (serial < 1) return ''
  const days = serial < 60 ? serial + 1 : serial
  const instant = Math.round((days - EPOCH_SERIAL) * DAY_MS)
  const [day, time] = new Date(instant).toISOString().slice(0, -1).split('T') as [string, string]
  const clockTime = time === '00:00:00.000' ? '' : ` ${time.replace('.000', '')}`
  // Years from 2400 on are Buddhist, typed into a Christian calendar: they are read like those of a text.
  return `${day}${clockTime}`
}

/** Excel writes what XML can't hold as _xHHHH_, and an underscore before such a thing as _x005F_. */
export function unescapeCharacters(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed()
}
