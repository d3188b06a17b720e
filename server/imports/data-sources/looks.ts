import type { Looks, MaskedKind } from '@ruam/contract/imports/mapping.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { canonicalText } from '../../formats/values/thai.ts'

/** Nearly every cell must be of a kind before a column is thought to be. */
const NEARLY_ALL = 0.9
/** Fewer cells are no evidence under a header that says nothing: a tenth of all numbers of 13 digits have a right check digit. */
const FEW = 3
const LONGEST_POSTCODE = 10
/** From so many cells on it is asked how they repeat and spread. */
const ENOUGH = 10

/** Words of a header that speak for a kind, or against it. */
const speaks = {
  phone: /โทร|เบอร์|มือถือ|phone|mobile|(?:^|\W)tel|cell|msisdn|whatsapp/,
  email: /e[- ]?mail|อีเมล|เมล์|(?:^|\W)mail(?:\W|$)/,
  citizenId: /ประชาชน|ปชช|citizen|national|(?:^|\W)id ?card/,
  lineId: /line|ไลน์/,
  date: /วัน|เดือน|เวลา|เกิด|date|time|birth|dob|created|updated/,
  name: /name|ชื่อ|สกุล|^(?:ลูกค้า|สมาชิก|customer|member)s?$/,
  postcode: /ไปรษณีย์|ปณ|post|zip/,
  money:
    /ยอด|ราคา|เงิน|บาท|มูลค่า|รายได้|รายจ่าย|ค่าใช้|ค่าบริการ|ค่าจัดส่ง|amount|total|price|charge|spen[dt]|balance|paid|cost|income|salary|revenue|sales/,
} as const

/** Words for other people or things than the customer. */
const OF_OTHERS =
  /พนักงาน|ผู้ขาย|ผู้แนะนำ|ฉุกเฉิน|สาขา|ร้าน|ผู้บันทึก|ผู้สร้าง|ผู้ส่ง|ขนส่ง|ผู้รับของ|staff|sales ?(?:person|rep)|seller|agent|refer|emergency|ผู้ปกครอง|บิดา|มารดา|คู่สมรส|ญาติ|ผู้ติดต่อ|parent|guardian|spouse|father|mother|ภาษี|(?:^|\W)tax|branch|store|shop|courier|driver|(?:created|updated|modified)[ _]?by|fax|แฟกซ์|โทรสาร/
/** Numbers that are given out. */
const GIVEN_OUT =
  /รหัส|เลขที่|ใบเสร็จ|ใบสั่ง|บิล|คำสั่ง|ออเดอร์|พัสดุ|ห้อง|โต๊ะ|order|invoice|receipt|code|\bref|sku|bar ?code|บาร์โค้ด|serial|track|ticket|\bno\.?$|\bid$/
const NO_PERSON =
  /สินค้า|บริษัท|ร้าน|สาขา|ตำบล|อำเภอ|จังหวัด|หมู่บ้าน|district|province|city|แคมเปญ|โครงการ|ธนาคาร|สกุลเงิน|product|item|company|shop|branch|store|campaign|project|user ?name|file|bank|display|event/
const NO_MONEY =
  /จำนวน(?!เงิน)|น้ำหนัก|ส่วนสูง|เกรด|คะแนน|แต้ม|อุณหภูมิ|ละติ|ลองจิ|count|qty|quantity|orders|visits|weight|height|gpa|score|points|temp|\blat|\blon|percent|%/

/** A header whose words are compared: lower case, blanks for the signs and before the capitals that begin a word. */
export const wordsOf = (header: string) =>
  canonicalText(header.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-./():*]+/g, ' ')).toLowerCase()

/** True if the words of a header name another person or thing than the customer. */
export const ofOthers = (words: string) => OF_OTHERS.test(words)

/** Adjacent columns. */
export interface Neighbours {
  /** A column of addresses, or of parts of one. */
  address: boolean
}

/** Detected kind with its certainty. `cells`: the cells are the only evidence. */
export interface Look {
  as: Looks
  by: 'header' | 'cells'
  /** Cells that are so. */
  count: number
}

/**
 * Detects the kind of a column by several kinds of evidence: the shape of cells and its share, their variety, other possible kinds,
 * neighbours, and words of the header. Possible days are dates; consecutive numbers, and codes with equal prefixes, are no phones.
 */
export function columnLookOf(header: string, facts: ColumnFacts, neighbours: Neighbours): Look {
  const words = wordsOf(header)
  const { filled } = facts
  const found = (as: Looks, said: boolean, count: number): Look => ({ as, by: said ? 'header' : 'cells', count })
  const most = filled * NEARLY_ALL
  const enough = (said: boolean) => said || filled >= FEW
  const says = (kind: keyof typeof speaks) => speaks[kind].test(words)
  const others = ofOthers(words)

  if (facts.lineUserIds >= most && !others && differ(facts, says('lineId')))
    return found('line_user_id', says('lineId'), facts.lineUserIds)
  if (facts.emails >= most && enough(says('email')) && !others && differ(facts, says('email')))
    return found('email', says('email'), facts.emails)
  if (isCitizenIds(facts, most, says('citizenId')) && enough(says('citizenId')) && !others)
    return found('citizen_id', says('citizenId'), facts.citizenIds)
  if (facts.days >= (says('date') ? filled / 2 : most)) return found('date', says('date'), facts.days)
  const givenOut = GIVEN_OUT.test(words) && !says('phone')
  if (isRunning(facts)) return found('running', false, facts.run.cells)
  if (!others && !givenOut && isPhones(facts, most, says('phone')))
    return found('phone', says('phone'), facts.thaiPhones)
  if (!says('money') && isPostcodes(facts, most, says('postcode'), neighbours))
    return found('postcode', says('postcode'), facts.postcodes)
  if (isMoney(facts, most, words)) return found('money', says('money'), facts.numbers)
  if (isNames(facts, words)) return found('name', says('name'), facts.words)
  if (isCodes(facts, most)) return found('code', givenOut, facts.run.cells)
  if (facts.booleans === filled && facts.zeroOrOne < filled) return found('boolean', false, facts.booleans)
  if (facts.codes === 0 && facts.numbers >= filled * 0.95) return found('number', false, facts.numbers)
  return found('text', false, filled)
}

/** True if a column has many values without a dominant one. `said`: the header confirms it. */
function differ({ filled, groups }: ColumnFacts, said: boolean): boolean {
  if (filled < ENOUGH)
    return said ? filled < 4 || !groups || groups.distinct > 1 : groups !== null && groups.distinct >= filled * 0.8
  return groups !== null && groups.distinct >= filled * 0.3 && groups.largest <= filled * 0.2
}

/** Tax ids of firms begin with 0. */
const isCitizenIds = (facts: ColumnFacts, most: number, said: boolean) =>
  facts.citizenIds >= most && facts.firmIds * 2 < facts.citizenIds && differ(facts, said)

/** Cells with a phone, alone or among words. */
export const phonesIn = ({ thaiPhones, foreignPhones, phonesInWords }: ColumnFacts) =>
  thaiPhones + foreignPhones + phonesInWords

/** Minimum share of the rarer kind in a column of phones and e-mails. */
const MIXED = 0.05

/** True for a column that holds phones in part and e-mails in part, which no other kind of value mixes. */
export function isMixedContacts(header: string, facts: ColumnFacts): boolean {
  const { filled, emails } = facts
  const phones = phonesIn(facts)
  const rarer = Math.min(emails, phones)
  return rarer >= Math.max(1, filled * MIXED) && emails + phones >= filled * NEARLY_ALL && !ofOthers(wordsOf(header))
}

/** Kind of the values that a column hides, by its header alone. */
export function maskedKindOf(header: string): MaskedKind {
  const words = wordsOf(header)
  for (const kind of ['phone', 'email', 'name'] as const) if (speaks[kind].test(words)) return kind
  return /ผู้รับ|ผู้ซื้อ|buyer|recipient|receiver/.test(words) ? 'name' : 'other'
}

/** Headers that can mean no other number. */
const SURELY_PHONE = /โทร|มือถือ|phone|mobile|(?:^|\W)tel|cell|msisdn/

/** True if a header of phones labels issued numbers: เบอร์ means any number. */
export const isNoPhone = (header: string, facts: ColumnFacts) => !SURELY_PHONE.test(wordsOf(header)) && isRunning(facts)

/** True for phones written with their 0 or country under a header of phones, however few ways they begin in. */
export function holdsCompletePhones(header: string, facts: ColumnFacts): boolean {
  const words = wordsOf(header)
  const whole = facts.thaiPhones - facts.repairedPhones + facts.phonesInWords
  return speaks.phone.test(words) && !ofOthers(words) && whole >= facts.filled * NEARLY_ALL && !isRunning(facts)
}

/** Numbers that follow each other, one by one, or that always rise, and lie close together. */
function isRunning({ filled, run }: ColumnFacts): boolean {
  const { cells, steps, rising, span } = run
  if (cells < FEW || cells < filled * NEARLY_ALL) return false
  if (steps >= (cells - 1) * 0.8) return true
  return cells >= ENOUGH && rising >= (cells - 1) * 0.98 && span < cells * 20
}

/** Codes of one length that all differ, and begin in few ways or lie close together: member numbers, orders, receipts. */
function isCodes({ filled, run, groups }: ColumnFacts, most: number): boolean {
  if (run.cells < Math.max(most, FEW) || run.longest < 5 || run.longest - run.shortest > 1) return false
  return !groups || groups.distinct >= filled * 0.5
}

function isPhones(facts: ColumnFacts, most: number, said: boolean): boolean {
  const { filled, thaiPhones, repairedPhones, run, groups } = facts
  if (thaiPhones < most || filled < (said ? 1 : FEW) || !groups) return false
  if (!differ(facts, said)) return false
  if (filled >= ENOUGH && run.rising >= (run.cells - 1) * 0.95) return false
  if (!beginDifferently(facts)) return false
  if (said) return true
  // Without the 0 they could be any number of nine digits: some must have kept it.
  return (thaiPhones - repairedPhones) * 3 >= thaiPhones
}

/** Phones begin in a thousand ways; numbers that are given out in few. */
function beginDifferently({ run, groups }: ColumnFacts): boolean {
  const values = Math.min(groups?.distinct ?? run.cells, run.cells)
  if (values < FEW) return true
  return run.heads >= 0.5 * 1000 * (1 - Math.exp(-values / 1000))
}

function isPostcodes(facts: ColumnFacts, most: number, said: boolean, neighbours: Neighbours): boolean {
  const { filled, postcodes, groups, longest, amounts } = facts
  if (said) return longest <= LONGEST_POSTCODE && amounts === 0
  if (postcodes < most) return false
  return neighbours.address && filled >= FEW && groups !== null && (filled < 50 || groups.distinct < filled * 0.9)
}

function isMoney(facts: ColumnFacts, most: number, words: string): boolean {
  if (facts.numbers < most || facts.codes > 0 || NO_MONEY.test(words)) return false
  if (speaks.money.test(words)) return !GIVEN_OUT.test(words)
  const large = (sample: string) => Number(sample.replace(/[^\d.]/g, '')) >= 1000
  return facts.amounts >= most && facts.samples.some(large)
}

/** Words for categories. */
const KINDS = /title|type|ประเภท|ระดับ|กลุ่ม|level|tier/

function isNames(facts: ColumnFacts, words: string): boolean {
  if (facts.words < facts.filled * 0.8 || NO_PERSON.test(words)) return false
  if (speaks.name.test(words)) return !GIVEN_OUT.test(words) && !KINDS.test(words)
  return facts.titles * 2 >= facts.filled && facts.wholeNames * 2 >= facts.filled && facts.filled >= FEW
}
