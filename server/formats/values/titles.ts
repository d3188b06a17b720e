import { namePrefixes } from '../../master-data/master-data.ts'
import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'
import { isNickname } from './nicknames.ts'
import { remembered } from './remembered.ts'

type Sex = 'male' | 'female' | null

/** A title before a name. `spoken`: staff address people with it, and it stands before nicknames. */
interface Title {
  /** Stored form: of the master list, else as written with its dots. */
  stored: string
  /** May have หญิง behind it. */
  rank: boolean
  spoken: boolean
  sex: Sex
}

/** Titles at the start of a text, and the text behind them. */
interface ReadTitle {
  /** Null for words that are no title to be stored, such as พี่. */
  title: string | null
  rest: string
  spoken: boolean
}

const words = (text: string) => text.trim().split(/\s+/)

const branches = { พล: 'ตำรวจ เรือ อากาศ', พัน: 'ตำรวจ', ร้อย: 'ตำรวจ', สิบ: 'ตำรวจ', นาวา: 'อากาศ', เรือ: 'อากาศ', พันจ่า: 'อากาศ', จ่า: 'อากาศ สิบ', นายกอง: '', นายหมวด: '', นายหมู่: '' } // biome-ignore format: one table
const grades = { พล: 'เอก โท ตรี จัตวา' } as Record<string, string>
const rankWords = [
  ...Object.entries(branches).flatMap(([stem, arms]) =>
    ['', ...words(arms)].flatMap((arm) => words(grades[stem] ?? 'เอก โท ตรี').map((grade) => stem + arm + grade)),
  ),
  ...words('ดาบตำรวจ จ่าสิบตำรวจ พลตำรวจ พลทหาร พลฯ'),
]
const rankAbbreviations = words(`
  พล.อ. พล.ท. พล.ต. พล.จ. พ.อ. พ.ท. พ.ต. ร.อ. ร.ท. ร.ต. จ.ส.อ. จ.ส.ท. จ.ส.ต. ส.อ. ส.ท. ส.ต. พล.ร.อ. พล.ร.ท. พล.ร.ต. พล.ร.จ.
  น.อ. น.ท. น.ต. พ.จ.อ. พ.จ.ท. พ.จ.ต. จ.อ. จ.ท. จ.ต. พล.อ.อ. พล.อ.ท. พล.อ.ต. พล.อ.จ. พ.อ.อ. พ.อ.ท. พ.อ.ต.
  พล.ต.อ. พล.ต.ท. พล.ต.ต. พล.ต.จ. พ.ต.อ. พ.ต.ท. พ.ต.ต. ร.ต.อ. ร.ต.ท. ร.ต.ต. ด.ต. ส.ต.อ. ส.ต.ท. ส.ต.ต.`)
const otherAbbreviations = words(`
  ม.จ. ม.ร.ว. ม.ล. ท.พ. ท.พ.ญ. ภ.ก. ภ.ญ. น.สพ. สพ.ญ. พย. กภ. ทนพ. ทนพญ. อจ. รศ. ผศ. ศ. ดร. อ. น.ส. ด.ช. ด.ญ. ผอ. สส. ส.ส. สจ. สท. ผญบ.`)

/** Never a part of a name: glued to one, they need no look into the lists of names. */
const certainWords = words(`
  นางสาว เด็กชาย เด็กหญิง หม่อมราชวงศ์ หม่อมหลวง หม่อมเจ้า ท่านผู้หญิง นายแพทย์ แพทย์หญิง ทันตแพทย์หญิง ทันตแพทย์ เภสัชกรหญิง
  เภสัชกร สัตวแพทย์หญิง สัตวแพทย์ ศาสตราจารย์เกียรติคุณ ศาสตราจารย์พิเศษ ศาสตราจารย์ รองศาสตราจารย์ ผู้ช่วยศาสตราจารย์ ดอกเตอร์
  ด็อกเตอร์ อาจารย์ พระภิกษุ พระมหา พระครูปลัด พระครูสมุห์ พระครูใบฎีกา พระครูวินัยธร พระครู พระอธิการ พระอาจารย์ พระใบฎีกา พระสมุห์ พระปลัด
  หลวงพ่อ หลวงพี่ หลวงปู่ หลวงตา สามเณร แม่ชี คุณหญิง คุณหมอ คุณครู คุณพี่ คุณพ่อ คุณแม่ คุณป้า คุณลุง คุณน้า คุณยาย คุณตา คุณอา
  มิสเตอร์ ฯพณฯ พยาบาล นักเรียน`)
/** Given names begin with these letters as well. */
const possibleWords = words('นาย นาง คุณ พระ ดร หม่อม ท่าน ครู พี่ ป้า ลุง เจ๊ เฮีย โค้ช เสี่ย กำนัน ซ้อ')
/** Words that staff address people with; before a known name alone. */
const spokenWords = words('น้อง น้า เจ้ หมอ ช่าง พ่อ แม่ ยาย ผู้ใหญ่ อาโก อากู๋ โยม จ่า ทนาย นายก ผู้พัน ผู้กอง')
const spokenTitles = new Set([...spokenWords, ...words('ครู พี่ ป้า ลุง เจ๊ เฮีย โค้ช เสี่ย กำนัน ซ้อ'), 'คุณ', 'คุณหมอ', 'คุณครู', 'อาจารย์', 'อ.', 'คุณพี่', 'คุณพ่อ', 'คุณแม่', 'คุณป้า', 'คุณลุง', 'คุณน้า', 'คุณยาย', 'คุณตา', 'คุณอา', 'Khun', 'P.']) // biome-ignore format: one list
/** Words that are no title to be stored. */
const politeWords = new Set(words('พี่ น้อง ป้า ลุง น้า เจ๊ เจ้ เฮีย พ่อ แม่ ยาย เสี่ย ซ้อ อาโก อากู๋ โยม คุณพี่ คุณพ่อ คุณแม่ คุณป้า คุณลุง คุณน้า คุณยาย คุณตา คุณอา P.')) // biome-ignore format: one list
/** Given names that no list has, and that begin like a title. */
const wholeNames = new Set(words('คุณวุฒิ คุณวุธ คุณธรรม คุณพัฒน์ คุณพงศ์'))

const ofMen = new Set(words('นาย เด็กชาย นายแพทย์ พระ สามเณร ลุง พ่อ เฮีย เสี่ย คุณลุง คุณพ่อ คุณตา ด.ช. Mr. Master Sir'))
const ofWomen = new Set(words('นาง นางสาว เด็กหญิง แม่ชี พญ. ป้า แม่ ยาย เจ๊ เจ้ ซ้อ คุณป้า คุณแม่ คุณยาย Mrs. Ms. Miss Madam'))

/** Returns the sex that a stored title states, or null if both bear it. */
export function sexOfTitle(title: unknown): Sex {
  if (typeof title !== 'string') return null
  for (const part of title.split(' ')) {
    if (ofMen.has(part) || /^(?:พระ|หลวง)/.test(part)) return 'male'
    if (ofWomen.has(part) || part.endsWith('หญิง')) return 'female'
  }
  return null
}

/** Master titles by letters alone; of two that are written alike (Mr. and M.R.) the first counts. */
const masters = new Map(
  namePrefixes
    .flatMap(({ th, en, written }) =>
      [th, en, ...written].map((form): [string, string] => [plainOf(form), /^[ -~]*$/.test(form) ? en : th]),
    )
    .toReversed(),
)

const titleOf = (form: string, rank = false): Title => {
  const stored = masters.get(plainOf(form)) ?? form
  return { stored, rank, spoken: spokenTitles.has(form), sex: sexOfTitle(stored) }
}

const thaiForms = namePrefixes.flatMap(({ th, written }) => [th, ...written]).filter((form) => /^[ก-๙]/.test(form))
const isRank = (form: string) => rankWords.includes(form) || rankAbbreviations.includes(form)
/** Abbreviations by their letters without dots. */
const abbreviations = new Map(
  [
    ...thaiForms.filter((form) => form.includes('.') && !form.startsWith('ว่าที่')),
    ...otherAbbreviations,
    ...rankAbbreviations,
  ].map((form) => [plainOf(form), titleOf(dotted(form), rankAbbreviations.includes(form))]),
)

interface WordTitle extends Title {
  word: string
  use: 'certain' | 'possible' | 'spoken'
}
const wordTitles = Map.groupBy(
  [
    ...[...rankWords, ...certainWords, ...thaiForms.filter((form) => !form.includes('.') && form.length > 4)].map(
      (word) => ({
        word,
        use: 'certain' as const,
      }),
    ),
    ...possibleWords.map((word) => ({ word, use: 'possible' as const })),
    ...spokenWords.map((word) => ({ word, use: 'spoken' as const })),
  ]
    .filter(({ word }, at, all) => all.findIndex((other) => other.word === word) === at)
    .map(({ word, use }): WordTitle => ({ ...titleOf(word, isRank(word)), word, use }))
    .toSorted((a, b) => b.word.length - a.word.length),
  ({ word }) => word.slice(0, 2),
)

/** Latin titles by their words; those that are names or words too need their dot. */
const latinTitles = new Map<string, string>()
for (const { en, written } of namePrefixes)
  for (const form of [en, ...written])
    if (/^[ -~]+$/.test(form) && !latinTitles.has(latinKey(form))) latinTitles.set(latinKey(form), en)
for (const form of 'Asst. Assoc. Assistant Professor|Associate Professor|Professor|Doctor|Madam|Rev.|Sir|Eng.|Lt.|Capt.|Maj.|Col.|Gen.|Sgt.|Adm.|Lt. Gen.|Maj. Gen.|Brig. Gen.|Lt. Col.|Sub Lt.|Flt. Lt.|Plt. Off.|Sqn. Ldr.|Wg. Cdr.|Gp. Capt.|Pol. Lt.|Pol. Lt. Gen.|Pol. Maj. Gen.|Pol. Maj.|Pol. Sub Lt.|Pol. Sgt. Maj.|Pol. Snr. Sgt. Maj.|Acting Sub Lt.|Phra Maha|Phra Khru|Mister|P.'.split('|')) // biome-ignore format: one list
  if (!latinTitles.has(latinKey(form))) latinTitles.set(latinKey(form), form === 'Mister' ? 'Mr.' : form)
for (const [form, en] of [['Associate Professor', 'Assoc. Prof.'], ['Assistant Professor', 'Asst. Prof.'], ['Professor', 'Prof.'], ['Doctor', 'Dr.']] as const) latinTitles.set(latinKey(form), en) // biome-ignore format: one table
const needDot = new Set(
  words('k p gen col maj adm sir eng rev lt capt pol lecturer master asst assoc dvm pharm sm1 m_r m_l'),
)
const LONGEST_LATIN = 5

const NAME_START = /^[\u0e01-\u0e2e\u0e40-\u0e44A-Za-z]/
const SHORTEST_NAME = 2
const FEMALE = /^ ?(?:\(หญิง\)|\(ญ\)|หญิง(?=[\s\u0e01-\u0e2e\u0e40-\u0e44A-Za-z]))/
const SPECIAL = /^ ?\(?พิเศษ\)?/
const PROFESSOR = 'ศาสตราจารย์'
const HONOUR = /^(เกียรติคุณ|พิเศษ|คลินิก)(?=[ ก-ฮ]) ?/
const ACTING = /^ว่าที่ ?/
const MOST_TITLES = 4

/** True for texts that cannot begin with a title, by their first letters. */
export function beginsWithoutTitle(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first < 0x0e01 || first > 0x0e4e) return !isLatinLetter(first)
  if (wordTitles.has(text.slice(0, 2)) || text.startsWith('ว่า')) return false
  // An abbreviation has its dot or its end early.
  for (let at = 1; at <= 5 && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x2e || code === 0x20) return false
    if (code > 0x0e2e) return true
  }
  return true
}

const isLatinLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a

/** Reads all titles at the start of a name in canonical form: ranks, หญิง, orders, offices, glued or spaced. Null if there is none. */
export function readTitle(raw: string): ReadTitle | null {
  if (beginsWithoutTitle(raw)) return null
  const text = raw.replace(/^(นาง|เด็ก) (?=(?:สาว|ชาย|หญิง)[ก-๎ ])/, '$1')
  const titles: string[] = []
  let rest = text
  let spoken = true
  for (let count = 0; count < MOST_TITLES; count++) {
    const found = oneTitle(rest)
    if (!found) break
    titles.push(found.title)
    spoken &&= found.spoken
    rest = found.rest
  }
  // Polite words before another title are none.
  if (titles.length > 1 && titles[0] === 'คุณ') titles.shift()
  const stored = [...new Set(titles)].filter((title) => !politeWords.has(title))
  return titles.length === 0 ? null : { title: stored.length > 0 ? stored.join(' ') : null, rest, spoken }
}

/** Returns the stored form of a Latin title behind a name, as airlines write it, or null. */
export const latinTitleAlone = (word: string): string | null =>
  needDot.has(latinKey(word)) ? null : (latinTitles.get(latinKey(word)) ?? null)

/** Returns the stored form of a text of titles alone, or null if it holds anything else. */
export const titleAlone: (text: string) => string | null = remembered((text) => {
  const found = readTitle(`${text} ก้อง`)
  return found?.rest === 'ก้อง' ? found.title : null
})

/** True for words that staff address people with, which behind a name are remarks. */
export const isSpokenTitle = (title: string): boolean => spokenTitles.has(title)

/** Returns a name without the word it is addressed with, or null if it begins with none. */
export function withoutSpokenTitle(name: string): string | null {
  const found = readTitle(name)
  return found?.spoken ? found.rest : null
}

function oneTitle(text: string): Omit<Found, 'rank'> | null {
  const acting = ACTING.exec(text)?.[0].length ?? 0
  if (acting > 0) {
    const rank = abbreviated(text.slice(acting)) ?? worded(text.slice(acting), false)
    if (!rank?.rank) return null
    return { ...rank, title: rank.title.includes('.') ? `ว่าที่ ${rank.title}` : `ว่าที่${rank.title}` }
  }
  return isLatinLetter(text.charCodeAt(0)) ? latin(text) : (abbreviated(text) ?? worded(text, true))
}

type Found = Omit<ReadTitle, 'title'> & { title: string; rank: boolean }

function abbreviated(text: string): Found | null {
  // Letters up to each dot, and where it ends.
  const ends: [letters: string, end: number, dotted: boolean][] = []
  let letters = ''
  let at = 0
  while (ends.length < 4) {
    const from = at
    while (at < text.length && text.charCodeAt(at) >= 0x0e01 && text.charCodeAt(at) <= 0x0e2e) at++
    if (at === from || at - from > 4) break
    letters += text.slice(from, at)
    const sign = text.charCodeAt(at)
    if (sign === 0x2e) ends.push([letters, ++at, true])
    else {
      if (sign === 0x20 && (ends.length > 0 || letters.length > 1)) ends.push([letters, at, ends.length > 0])
      break
    }
    if (text.charCodeAt(at) === 0x20) at++
  }
  return (
    lastOf(text, ends) ??
    withoutLastDot(
      text,
      ends.findLast(([, , isDotted]) => isDotted),
    )
  )
}

/** The last letter of น.ส may be glued to a known name. */
function withoutLastDot(text: string, last: readonly [letters: string, end: number, dotted: boolean] | undefined) {
  if (!last) return null
  const [letters, end] = last
  const title = abbreviations.get(letters + text.charAt(end))
  const rest = text.slice(end + 1)
  const isGlued = title && isGivenName(rest.split(' ')[0]!) && !isGivenName(text.slice(end).split(' ')[0]!)
  return isGlued ? ranked(title, rest) : null
}

function lastOf(text: string, ends: readonly [letters: string, end: number, dotted: boolean][]): Found | null {
  for (const [plain, end, isDotted] of ends.toReversed()) {
    const title = abbreviations.get(plain)
    const rest = text.slice(end).trimStart()
    if (!title || rest.length < SHORTEST_NAME || !isNameStart(title, rest)) continue
    // นพ and พล are given names too.
    if (!isDotted && isGivenName(plain) && !isOneGivenName(rest)) continue
    return ranked(title, rest)
  }
  return null
}

/** A text of several words begins with a given name behind a title. */
const isOneGivenName = (rest: string) => rest.includes(' ') || (isGivenName(rest) && !isFamilyName(rest))

/** Behind a rank (พิเศษ) and (หญิง) may come first. */
const isNameStart = ({ rank }: Title, rest: string) =>
  NAME_START.test(rank && rest.startsWith('(') ? rest.replace(SPECIAL, '').replace(FEMALE, '').trimStart() : rest)

function ranked({ stored, rank, spoken }: Title, behind: string): Found {
  if (stored === PROFESSOR) {
    const honour = HONOUR.exec(behind)
    if (honour)
      return { title: `${stored}${honour[1]}`, rest: behind.slice(honour[0].length).trimStart(), spoken, rank }
  }
  if (!rank) return { title: stored, rest: behind, spoken, rank }
  let rest = behind
  const special = SPECIAL.exec(rest)
  if (special) rest = rest.slice(special[0].length).trimStart()
  const female = FEMALE.exec(rest)
  if (female && rest.length > female[0].length) rest = rest.slice(female[0].length).trimStart()
  return { title: `${stored}${female ? 'หญิง' : ''}`, rest, spoken, rank }
}

function worded(text: string, alone: boolean): Found | null {
  for (const title of wordTitles.get(text.slice(0, 2)) ?? []) {
    const { word, use } = title
    if (!text.startsWith(word) || (!alone && !title.rank)) continue
    const end = text.charAt(word.length) === '.' ? word.length + 1 : word.length
    const rest = text.slice(end).trimStart()
    if (rest.length < SHORTEST_NAME || !isNameStart(title, rest)) continue
    const blank = text.indexOf(' ', end)
    if (blank === end || end > word.length) {
      // คุณหญิง ใจดี is called หญิง.
      if (word === 'คุณหญิง' && isFamilyName(rest) && !isGivenName(rest)) continue
      // น้อง is a given name too.
      if (use !== 'certain' && (use === 'spoken' || isName(word)) && !rest.includes(' ') && !isName(rest)) continue
      return ranked(title, rest)
    }
    const whole = blank < 0 ? text : text.slice(0, blank)
    const glued = whole.slice(word.length)
    if (glued.length < SHORTEST_NAME || (use !== 'certain' && !mayBeGlued(title, whole, glued))) continue
    return ranked(title, rest)
  }
  return null
}

const isName = (text: string) => isGivenName(text) || isNickname(text)

/** Decides if a word is a title and a name, or a name that begins like a title. */
function mayBeGlued({ word, use }: WordTitle, whole: string, name: string): boolean {
  if (wholeNames.has(whole)) return false
  if (word === 'นาย' || word === 'นาง' || word === 'ครู') return isName(name) || !isGivenName(whole)
  if (isGivenName(whole)) return false
  return use === 'possible' || isName(name) || isLatinLetter(name.charCodeAt(0))
}

const LATIN_WORD = /([A-Za-z]+)(\.?) ?|-/y

function latin(text: string): Omit<Found, 'rank'> | null {
  const ends: [key: string, end: number, isDotted: boolean][] = []
  LATIN_WORD.lastIndex = 0
  let key = ''
  for (let count = 0; count < LONGEST_LATIN; count++) {
    const found = LATIN_WORD.exec(text)
    if (!found) break
    if (found[1] === undefined) continue
    key = key === '' ? found[1].toLowerCase() : `${key}_${found[1].toLowerCase()}`
    const end = LATIN_WORD.lastIndex
    ends.push([key, end, found[2] === '.'])
    const next = text.charCodeAt(end)
    // A word ends with its dot, a blank, or where Thai letters begin.
    if (found[2] === '' && text.charAt(end - 1) !== ' ' && text.charAt(end) !== '-' && next < 0x0e01) break
  }
  for (const [words, end, isDotted] of ends.toReversed()) {
    const title = latinTitles.get(words)
    const rest = text.slice(end).trimStart()
    if (title === undefined || rest.length < SHORTEST_NAME || !NAME_START.test(rest)) continue
    const isThai = rest.charCodeAt(0) >= 0x0e01
    if (words === 'master' && rest.split(' ').length >= 2) return { title, rest, spoken: false }
    if (!isDotted && !isThai && (needDot.has(words) || text.charAt(end - 1) !== ' ')) continue
    if (words === 'p' && !isName(rest.split(' ')[0]!)) continue
    return { title, rest, spoken: spokenTitles.has(title) }
  }
  return null
}

function latinKey(form: string): string {
  return form.toLowerCase().replaceAll('.', ' ').replaceAll('-', ' ').trim().split(/\s+/).join('_')
}

/** Puts a dot behind the letters of an abbreviation that was written without its last one. */
function dotted(form: string): string {
  return form.endsWith('.') ? form : `${form}.`
}

function plainOf(form: string): string {
  return form.toLowerCase().replace(/[.\s]/g, '')
}
