import { dateParts } from './date-parts.ts'
import { months } from './date-words.ts'
import { asciiForm } from './thai.ts'

const LONGEST = 25
/** 12-May and May-25, as a spreadsheet shows the house numbers 12/5 and 5/25. */
const SHOWN = /^(?:(\d{1,2})-(\D{2,9})|(\D{2,9})-(\d{2}))$/

/**
 * True for a cell of an address that is a date and nothing else: a spreadsheet made it of a house number. Which number it was depends
 * on the language of the spreadsheet.
 */
export function isHouseNumberDate(raw: string): boolean {
  if (raw.length > LONGEST || !/\d/.test(raw)) return false
  const text = asciiForm(raw)
  const [, , after, before] = SHOWN.exec(text) ?? []
  const word = after ?? before
  if (word !== undefined) return months.has(word.replaceAll('.', '').toLowerCase())
  return dateParts(text)?.yearDigits === 4
}
