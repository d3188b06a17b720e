// Numbers among words: "p:+66815550004", "แม่ 0815550015", "081-555-0015 กด 123". The words are what somebody wrote about the number.
import { isPlaceholderPhone, type PhoneNumbering, readPhone } from './phones.ts'
import { asciiForm } from './thai.ts'

interface WordedPhones {
  /** In E.164, each once; the first mobile comes first. */
  phones: string[]
  /** Text around them; empty if it says nothing. */
  words: string
}

const GAP = '[\\s().-]{0,2}'
/** A whole Thai number with its 0 or country code, and the end of a range of lines or an extension behind it. */
const THAI = `(?<thai>(?:(?:\\+|00)66${GAP}0?|0)${GAP}(?:[689](?:${GAP}\\d){8}|[23457](?:${GAP}\\d){7}))(?!\\d)(?<behind> ?[-–~] ?\\d{1,4}(?!\\d))?`
const FOREIGN = '(?<foreign>\\+(?!66)[1-9](?:[\\s().-]{0,2}\\d){7,14})(?!\\d)'
const NUMBERS = { thai: new RegExp(`(?<![\\d+])(?:${THAI}|${FOREIGN})`, 'g'), unknown: new RegExp(FOREIGN, 'g') }
/** Citizen and tax ids: 13 digits at once or as the card has them. They are no phone, and belong in no note. */
const IDS = /(?<!\d)(?:\d{13}|\d([- ])\d{4}\1\d{5}\1\d{2}\1\d)(?!\d)/g
/** Signs of money, goods, longer numbers and other machines before a number. */
const OTHER_BEFORE = /(?:[฿$€£#]\s?|\d[-./,]|(?:fax|แฟกซ์|แฟ็กซ์|โทรสาร)\s*[.:]?\s*)$/i
const CODE_BEFORE = /([a-z][a-z\d]*)[-_/]?$/i
const NUMBER_WORDS = /^(?:tel|telephone|phone|mobile|mob|cell|call|line|hp|[tmp])$/i
const PRICE_AFTER = /^(?:[.,]\d|\s*(?:บาท|baht|thb|฿))/i
/** Words that name the number and say nothing about it. */
const LABELS =
  /^(?:โทร(?:ศัพท์)?|เบอร์(?:โทร(?:ศัพท์)?|ติดต่อ)?|มือถือ|หรือ|และ|tel(?:ephone)?|phone|mobile|mob|or|no|[tmp]|[^\p{L}\p{M}\d])*$/iu
const EDGES = /^[\s,;:/|&()[\]"'.·]+|[\s,;:/|&()[\]"'.·-]+$/g
/** Longer cells are texts. */
const LONGEST_CELL = 200

/** Returns the clear numbers of a cell and the words around them. Citizen ids, codes and prices are no numbers. */
export function phonesAmongWords(raw: string, numbering: PhoneNumbering = 'thai'): WordedPhones {
  if (raw.length > LONGEST_CELL) return { phones: [], words: '' }
  const text = asciiForm(raw).replace(IDS, ' ')
  const found = new Set<string>()
  let words = ''
  let from = 0
  for (const { 0: whole, index, groups } of text.matchAll(NUMBERS[numbering])) {
    const end = index + whole.length
    if (!isApart(text.slice(0, index), text.slice(end))) continue
    const { thai, foreign = '', behind = '' } = groups!
    const reading = readPhone(thai ?? foreign, numbering)
    if (!('value' in reading) || !reading.value?.startsWith('+') || isPlaceholderPhone(reading.value)) continue
    found.add(reading.value)
    words += `${text.slice(from, index)} ${behind} `
    from = end
  }
  if (found.size === 0) return { phones: [], words: '' }
  return { phones: mobilesFirst([...found]), words: wordsOf(words + text.slice(from)) }
}

/** True for a number that is part of no longer one, no code, no price and no fax. */
function isApart(before: string, after: string): boolean {
  if (OTHER_BEFORE.test(before) || PRICE_AFTER.test(after)) return false
  const code = CODE_BEFORE.exec(before)?.[1]
  return code === undefined || NUMBER_WORDS.test(code)
}

function mobilesFirst(phones: string[]): string[] {
  const at = phones.findIndex((phone) => /^\+66[689]\d{8}$/.test(phone))
  return at > 0 ? [phones[at]!, ...phones.toSpliced(at, 1)] : phones
}

function wordsOf(rest: string): string {
  const words = rest.replace(/\s+/g, ' ').replace(EDGES, '').replace(EDGES, '')
  return LABELS.test(words) ? '' : words
}

const ADDRESSES = /(?:mailto:)?[^\s,;|/<>"]*@[^\s,;|/<>"]*/gi
const MAIL_LABELS = /^(?:e-?mail|อีเมล|หรือ|และ|or|[^\p{L}\p{M}\d])*$/iu

/** Returns what a cell of addresses says beside them: the name before `<a@x.test>`. */
export function wordsAroundEmails(raw: string): string {
  if (raw.length > LONGEST_CELL) return ''
  const words = asciiForm(raw)
    .replace(ADDRESSES, ' ')
    .replace(/[<>\s]+/g, ' ')
    .replace(EDGES, '')
    .replace(EDGES, '')
  return MAIL_LABELS.test(words) ? '' : words
}
