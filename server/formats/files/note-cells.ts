import { isBooleanWord } from '../values/booleans.ts'
import { readCitizenId } from '../values/citizen-ids.ts'
import { noDates, noteDate, noteSerial } from '../values/date-facts.ts'
import { dateParts } from '../values/date-parts.ts'
import { readEmail } from '../values/emails.ts'
import { isMasked } from '../values/masked.ts'
import { titleWords } from '../values/names.ts'
import { readNumber } from '../values/numbers.ts'
import { phonesAmongWords } from '../values/phone-words.ts'
import { phoneVote } from '../values/phones.ts'
import { emailsOf } from '../values/several-contacts.ts'
import { canonicalText } from '../values/thai.ts'
import { isEmptyCell, nothings } from '../values/values.ts'
import { type ColumnFacts, noFacts } from './column-facts.ts'
import { BROKEN, isGarbled } from './garbled.ts'
import { noteNames } from './note-names.ts'
import { type GroupTally, groupsOf, HASH_START, hashStep, mixedHash, newGroups, noteGroup } from './value-groups.ts'

/** A column whose cells go by: its facts so far, and what is needed to gather them. */
export interface NoteColumn {
  facts: ColumnFacts
  groups: GroupTally
  /** Which beginnings of four digits its codes have had: a byte each; null before the first code. */
  heads: Uint8Array | null
  /** The last code, the least and the greatest. */
  last: number
  least: number
  most: number
  /** Cells whose letters were saved wrongly. */
  garbled: number
}

const MAX_SAMPLES = 5
const SAMPLE_LENGTH = 100
/** Longer cells are texts. */
const LONGEST_VALUE = 64
/** Hashed length at each end of a longer cell. */
const HASHED_ENDS = 24
const LINE_USER_ID = /^U[0-9a-f]{32}$/

const DIGIT = 1
const LETTER = 2
const AT = 4
/** - ( ) +: between the digits of phones and ids. */
const GAP = 8
const SLASH = 16
const COMMA = 32
/** Thai digits. */
const WIDE = 64
const BAHT = 128
const OTHER = 256
const POINT = 512
const BLANK = 1024
/** Letters that stand for hidden digits. */
const X = 2048
const CLASSES = 4095
const DIGITS_TYPED = DIGIT | GAP | WIDE | POINT | BLANK
const NUMBER_SIGNS = DIGITS_TYPED | COMMA | BAHT
/** 88/12 ถ.ห้วยแก้ว: no date has all of them but one with a time, whose colon is another sign. */
const ADDRESS_SIGNS = SLASH | LETTER | BLANK
const NAME_SIGNS = LETTER | X | BLANK | POINT | GAP | COMMA

const classes = new Uint16Array(128).fill(OTHER)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  if (/\d/.test(character)) classes[code] = DIGIT
  else if (/[a-z]/i.test(character)) classes[code] = /x/i.test(character) ? LETTER | X : LETTER
  else if (character === '@') classes[code] = AT
  else if ('-()+'.includes(character)) classes[code] = GAP
  else if (character === '.') classes[code] = POINT
  else if (character === ' ') classes[code] = BLANK
  else if (character === '/') classes[code] = SLASH
  else if (character === ',') classes[code] = COMMA
}

/** The block of Thai begins here, and is as long as ASCII. */
const THAI = 0x0e00

/**
 * Class of each ASCII and Thai character, and in the upper bits its hash: lower case for capitals, 0 for characters that do not distinguish
 * values.
 */
const signs = Int32Array.from({ length: 256 }, (_, place) => {
  const code = place < 128 ? place : THAI + place - 128
  const kind = place < 128 ? classes[place]! : wideClass(code)
  const letter = (kind & (GAP | BLANK)) !== 0 ? 0 : (kind & LETTER) !== 0 && place < 128 ? code | 0x20 : code
  return (letter << 16) | kind
})

export const newColumn = (): NoteColumn => ({
  facts: noFacts(),
  groups: newGroups(),
  heads: null,
  last: 0,
  least: 0,
  most: 0,
  garbled: 0,
})

/** Returns the facts of a column after its last cell. */
export function factsOf({ facts, groups, least, most }: NoteColumn): ColumnFacts {
  const run = { ...facts.run, span: most - least }
  return { ...facts, run, groups: groupsOf(groups, facts.filled, nothingHashes) }
}

/** Facts as they were stored. Those of an older version lack the later counts: its dates are taken for days, its samples for all cells. */
export function storedFacts(stored: Partial<ColumnFacts>): ColumnFacts {
  if (stored.run) return { ...noFacts(), lastNames: null, ...stored, dates: { ...noDates(), ...stored.dates } }
  const { filled = 0, samples = [], dates } = stored
  const column = newColumn()
  for (const sample of samples) noteCell(column, sample)
  const share = samples.length > 0 ? filled / samples.length : 0
  const { words, wholeNames } = column.facts
  return {
    ...noFacts(),
    days: dates?.dates ?? 0,
    words: words * share,
    wholeNames: wholeNames * share,
    lastNames: null,
    ...stored,
    dates: { ...noDates(), ...dates },
  }
}

/** Counts one cell of the column in. */
export function noteCell(column: NoteColumn, cell: string): void {
  if (isEmptyCell(cell)) return
  // Shops and tills put an apostrophe before digits, so that spreadsheets keep them as text.
  const raw = cell.charCodeAt(0) === 0x27 && /^'[+\d]/.test(cell) ? cell.slice(1) : cell
  const { facts } = column
  if (raw.length > LONGEST_VALUE) {
    noteFilled(facts, raw)
    if (raw.includes(BROKEN)) noteBroken(column)
    noteGroup(column.groups, hashOfLong(raw))
    return
  }

  let seen = 0
  let digits = 0
  let number = 0
  let hash = HASH_START
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    const sign = signOf(code)
    seen |= sign
    if ((sign & DIGIT) !== 0) {
      digits++
      // Digits in ASCII and in Thai end in the same four bits.
      number = number * 10 + (code & 15)
    }
    hash = hashed(hash, sign)
  }
  seen &= CLASSES
  // Stars, or an x for each digit: 08xxxxxx34 and xxx-xxx-xxxx.
  if ((seen & (OTHER | X)) !== 0 && isMasked(raw)) {
    facts.masked++
    facts.maskedSample ??= noteSampleText(raw)
    return
  }
  noteFilled(facts, raw)
  if ((seen & OTHER) !== 0 && isGarbled(raw)) {
    if (raw.includes(BROKEN)) noteBroken(column)
    else column.garbled++
  }
  noteGroup(column.groups, mixedHash(hash))
  if ((seen & AT) !== 0) {
    if ('value' in readEmail(raw) || emailsOf(raw).length > 0) facts.emails++
    return
  }
  if (raw.length <= 6) noteBoolean(facts, raw)
  if (digits === 0) {
    noteWords(facts, raw, seen)
    return
  }
  if (seen === DIGIT) noteWholeNumber(facts, raw, number)
  else if (((seen & ~NUMBER_SIGNS) === 0 || raw.endsWith('บาท')) && isNumber(raw)) {
    facts.numbers++
    if ((seen & (COMMA | BAHT)) !== 0 || raw.charCodeAt(raw.length - 3) === 0x2e) facts.amounts++
    if (seen === (DIGIT | POINT) && raw.charCodeAt(5) === 0x2e) noteSerial(facts.dates, raw, Number(raw))
    if ((seen & (COMMA | BAHT | POINT)) !== 0) return
  }
  noteLookalikes(column, raw, seen, digits, number)
}

function noteFilled(facts: ColumnFacts, raw: string): void {
  facts.filled++
  if (raw.length > facts.longest) facts.longest = raw.length
  if (facts.samples.length < MAX_SAMPLES) noteSample(facts.samples, raw)
  if (isLookedAt(facts)) noteNames(facts.names, raw)
}

function noteBroken(column: NoteColumn): void {
  column.garbled++
  column.facts.broken++
}

/** Cells whose names are looked up: the first ones, then one in sixteen. More would be seen in the time of a load. */
const FIRST_LOOKED_AT = 100
const MOST_LOOKED_AT = 400

const isLookedAt = ({ filled, names }: ColumnFacts) =>
  filled <= FIRST_LOOKED_AT || ((filled & 15) === 0 && names.looked < MOST_LOOKED_AT)

const signOf = (code: number) =>
  code < 128 ? signs[code]! : (code & ~127) === THAI ? signs[(code & 127) | 128]! : (code << 16) | OTHER

/** Equal values have equal hashes, also where one of them has other blanks, dashes, brackets or capitals. */
function hashed(hash: number, sign: number): number {
  const letter = sign >>> 16
  return letter === 0 ? hash : hashStep(hash, letter)
}

function hashOf(text: string): number {
  let hash = HASH_START
  for (let i = 0; i < text.length; i++) hash = hashed(hash, signOf(text.charCodeAt(i)))
  return mixedHash(hash)
}

function hashOfLong(text: string): number {
  let hash = hashStep(HASH_START, text.length)
  for (let i = 0; i < HASHED_ENDS; i++) {
    hash = hashStep(hashStep(hash, text.charCodeAt(i)), text.charCodeAt(text.length - 1 - i))
  }
  return mixedHash(hash)
}

/** Also of nothing but zeros, which stand for no phone, id or code. */
const nothingHashes: ReadonlySet<number> = new Set(
  [...nothings, ...Array.from({ length: 15 }, (_, more) => '0'.repeat(more + 1))].map(hashOf),
)

function wideClass(code: number): number {
  if (code >= 0x0e50 && code <= 0x0e59) return WIDE | DIGIT
  if (code === 0x0e3f) return BAHT
  return code >= 0x0e01 && code <= 0x0e5b ? LETTER : OTHER
}

function noteSample(samples: string[], raw: string): void {
  // A column of few values would clean each of its cells up in vain.
  if (samples.includes(raw)) return
  const sample = noteSampleText(raw)
  if (!samples.includes(sample)) samples.push(sample)
}

/** A cell as it would stand among the samples. */
export function noteSampleText(raw: string): string {
  // Without half of a letter at the cut: jsonb would refuse it.
  return canonicalText(raw.slice(0, SAMPLE_LENGTH).replace(/[\ud800-\udbff]$/, ''))
}

function noteBoolean(facts: ColumnFacts, raw: string): void {
  if (!isBooleanWord(raw)) return
  facts.booleans++
  if (raw === '0' || raw === '1') facts.zeroOrOne++
}

function noteWords(facts: ColumnFacts, raw: string, seen: number): void {
  if ((seen & LETTER) === 0 || (seen & ~NAME_SIGNS) !== 0) return
  facts.words++
  const title = titleWords(raw)
  if (title !== null) facts.titles++
  // A blank before or behind the only word tells nothing.
  const words = (seen & BLANK) === 0 ? 1 : wordsIn(raw)
  if (title !== null || words > 1) facts.wholeNames++
  if (words - (title ?? 0) > 1) facts.lastNames!++
}

function wordsIn(text: string): number {
  let words = 0
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== 0x20 && (i === 0 || text.charCodeAt(i - 1) === 0x20)) words++
  }
  return words
}

function isNumber(raw: string): boolean {
  const reading = readNumber(raw)
  return 'value' in reading && reading.value !== null
}

function noteWholeNumber(facts: ColumnFacts, raw: string, number: number): void {
  if (raw.length <= 15) facts.numbers++
  if (raw.length > 15 || (raw.length > 1 && raw.startsWith('0'))) facts.codes++
  if (raw.length === 5 && number >= 10_000 && number < 97_000 && number % 10 === 0) facts.postcodes++
  if (raw.length === 5 || raw.length === 6) noteSerial(facts.dates, raw, number)
}

function noteLookalikes(column: NoteColumn, raw: string, seen: number, digits: number, number: number): void {
  const { facts } = column
  if (raw.length === 33 && LINE_USER_ID.test(raw)) {
    facts.lineUserIds++
    return
  }
  const typedDigits = (seen & ~DIGITS_TYPED) === 0
  // A time with its offset has as many digits: 2026-03-01 09:15:00 +0700.
  if (!typedDigits && digits >= SEVERAL_PHONES && (seen & LETTER) === 0 && dateParts(raw) === null) {
    notePhone(facts, raw, digits, number)
    return
  }
  if (!typedDigits && digits >= FEWEST_PHONE_DIGITS && hasPhoneInWords(raw, seen)) facts.phonesInWords++
  if (typedDigits && digits <= 15) noteRun(column, digits, number)
  // Possible dates are no phones: 2567-05-01 and 20240501 have the digits of a phone without its zero.
  const mayBeDate = seen === DIGIT ? digits === 8 : (seen & (ADDRESS_SIGNS | OTHER)) !== ADDRESS_SIGNS
  const shortYears = facts.dates.twoDigitYears
  if (mayBeDate && noteDate(facts.dates, raw)) {
    facts.days++
    if (isAged(raw)) facts.aged++
    if (facts.dates.twoDigitYears > shortYears) facts.shortYear ??= dateParts(raw)!.year
    if (digits <= 8) return
  }
  if (typedDigits && digits >= 7 && (digits <= 12 || raw.includes('+'))) notePhone(facts, raw, digits, number)
  if (typedDigits && digits === 13) {
    const reading = readCitizenId(raw)
    if ('value' in reading && reading.value !== null) {
      facts.citizenIds++
      if (reading.value.startsWith('0')) facts.firmIds++
    }
  }
}

/** Times of a day have as many digits as a phone, and are found to be none with less work. */
const hasPhoneInWords = (raw: string, seen: number) =>
  ((seen & LETTER) !== 0 || dateParts(raw) === null) && phonesAmongWords(raw).phones.length > 0

const THIS_YEAR = new Date().getUTCFullYear()
/** Difference of the Buddhist and the Christian year. */
const ERA = 543

/** True for a day on which an adult may have been born. Two-digit years count if either era makes them old enough. */
function isAged(raw: string): boolean {
  const parts = dateParts(raw)
  if (!parts) return false
  const { year, yearDigits } = parts
  const ages = (yearDigits === 2 ? [2500 - ERA + year, 1900 + year] : [year > 2300 ? year - ERA : year]).map(
    (born) => THIS_YEAR - born,
  )
  return ages.some((age) => age >= 16 && age <= 110)
}

/** Digits of a landline. */
const FEWEST_PHONE_DIGITS = 9
/** Digits of two phones in one cell. */
const SEVERAL_PHONES = 16

function notePhone(facts: ColumnFacts, raw: string, digits: number, number: number): void {
  const vote = phoneVote(raw)
  if (vote === 'foreign') facts.foreignPhones++
  else if (vote === 'thai') {
    facts.thaiPhones++
    if (digits === 8 || (digits === 9 && number >= 1e8)) facts.repairedPhones++
  }
}

/** Counts a cell of digits among the codes of its column: how they follow each other, and how differently they begin. */
function noteRun(column: NoteColumn, digits: number, number: number): void {
  const { run } = column.facts
  if (run.cells === 0) {
    column.least = number
    column.most = number
    run.shortest = digits
    run.longest = digits
  } else {
    if (number > column.last) run.rising++
    if (number === column.last + 1) run.steps++
    if (number < column.least) column.least = number
    if (number > column.most) column.most = number
    if (digits < run.shortest) run.shortest = digits
    if (digits > run.longest) run.longest = digits
  }
  run.cells++
  column.last = number
  if (digits < 7) return
  // +66 81 and 081 begin alike.
  const national = number >= 66e9 && number < 67e9 ? number - 66e9 : number
  // As a small integer, which is divided by multiplying.
  let head = (national < 1e8 ? national : national / (national < 1e12 ? 1e4 : 1e8)) | 0
  while (head >= 10_000) head = (head / 10) | 0
  column.heads ??= new Uint8Array(10_000)
  if (column.heads[head] === 0) {
    column.heads[head] = 1
    run.heads++
  }
}
