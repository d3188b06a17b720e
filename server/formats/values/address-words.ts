import { asciiForm } from './thai.ts'

/** A part of an address that is compared by itself. */
export interface AddressWord {
  /** As it is compared: in lower case, a number with the sign of what it counts. */
  text: string
  /** A number on the way to a door (house, floor, หมู่, lane), or what names a place: its words and its postcode. */
  kind: 'door' | 'place'
}

/** More than an address has: what is compared is bounded. */
const MOST_WORDS = 24
const LONGEST_WORD = 40

/** Counted parts by their words: หมู่ 7, ม.7 and moo 7 are equal. */
const counted: readonly (readonly [sign: string, words: RegExp])[] = [
  ['m', /(?:หมู่ที่|หมู่(?!บ้าน)|(?<![ก-ฮ])ม\.|(?<![a-z])moo?\.?)(?=\s*\d)/g],
  ['s', /(?:ตรอก|ซอย|(?<![ก-ฮ])ซ\.|(?<![a-z])soi\.?)(?=\s*\d)/g],
  ['f', /(?:ชั้นที่|ชั้น|(?<![a-z])(?:floor|level|fl\.?))(?=\s*\d)/g],
]

/** Words for a kind of place, which some write and others leave out. */
const KINDS = new RegExp(
  [
    'บ้านเลขที่|เลขที่|หมู่บ้าน|ตำบล|แขวง|อำเภอ|กิ่งอำเภอ|เขต|จังหวัด|ถนน|ซอย|ตรอก|อาคาร|รหัสไปรษณีย์',
    '(?<![ก-ฮ])(?:ต|อ|จ|ถ|ซ)\\.',
    '(?<![a-z])(?:sub[ -]?district|tambon|tambol|khwaeng|district|amphoe|amphur|khet|province|changwat|soi|no\\.|p\\.?\\s?o\\.?\\s?box)(?![a-z])',
  ].join('|'),
  'g',
)

/** Ways to write one word. */
const CAPITAL = /กรุงเทพ(?:มหานคร|ฯ)?|(?<![ก-ฮ])กทม\.?|(?<![a-z])(?:bkk|krung ?thep(?: maha ?nakhon)?)(?![a-z])/g
const shortForms: Record<string, string> = {
  road: 'rd',
  street: 'st',
  avenue: 'ave',
  lane: 'ln',
  drive: 'dr',
  place: 'pl',
  court: 'ct',
  crt: 'ct',
  crescent: 'cres',
  close: 'cl',
  circuit: 'cct',
  building: 'bldg',
  apartment: 'apt',
  village: 'vlge',
}

/** Numbers with what divides them (949/3, 12-14) and their letter (12a), or letters with the marks on them. */
const PARTS = /[\ue000-\ue00f]?\s*\d+(?:[/-]\d+)*(?:[a-z](?![a-z]))?|[\p{L}\p{M}]+/gu
/** A house has fewer digits, or what divides them. */
const POSTCODE = /^\d{4,}$/
const SIGN_START = 0xe000

/** The words and numbers of an address in their order, each once; what only says of what kind a place is stands for nothing. */
export function addressWords(address: string): AddressWord[] {
  let text = asciiForm(address).toLowerCase().replace(/['’]/g, '')
  // A sign of its own stands before what it counts, so that no letter of the address is taken for one.
  for (const [place, [, words]] of counted.entries())
    text = text.replace(words, ` ${String.fromCharCode(SIGN_START + place)}`)
  text = text.replace(KINDS, ' ').replace(CAPITAL, ' bangkok ')
  const found = new Map<string, AddressWord>()
  for (const [part] of text.matchAll(PARTS)) {
    if (found.size >= MOST_WORDS) break
    const word = wordOf(part.slice(0, LONGEST_WORD))
    found.set(word.text, word)
  }
  return [...found.values()]
}

function wordOf(part: string): AddressWord {
  const sign = counted[part.charCodeAt(0) - SIGN_START]?.[0]
  if (sign !== undefined) return { text: sign + part.slice(1).trim(), kind: 'door' }
  const text = part.trim()
  if (/^\d/.test(text)) return { text, kind: POSTCODE.test(text) ? 'place' : 'door' }
  return { text: shortForms[text] ?? text, kind: 'place' }
}
