import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import type { Meaning } from '../layouts/layout.ts'
import type { SourceColumn, Suggestion } from './column-drafts.ts'
import { isContact } from './contact-columns.ts'
import { wordsOf } from './looks.ts'

/** Parts of a purchase that a column names in words. */
export const wordParts = ['order_number', 'items', 'branch', 'channel'] as const
export type WordPart = (typeof wordParts)[number]

/** Columns of a file that show purchases, by their ids. */
export interface PurchaseColumns {
  date: string
  /** Columns of money, the likeliest amount first. */
  amounts: string[]
  parts: Partial<Record<WordPart, string>>
  /** Pieces of an item. */
  quantity: string | null
  /** True if several rows carry one order number. */
  lined: boolean
}

/** A part by the words of a header: what means it, and what speaks against it. */
const headers: Record<WordPart, { means: RegExp; not: RegExp }> = {
  order_number: {
    means:
      /^(?:เลขที่|no\.?|#|number|order|order ?(?:id|no|number|#))$|เลขที่? ?(?:ใบ|บิล|เอกสาร|คำสั่ง|ออ|การ|รายการ|อ้างอิง)|(?:หมายเลข|รหัส) ?(?:คำสั่ง|ใบ|บิล|ออ|การ|รายการ|ทำรายการ)|คำสั่งซื้อ|บิล|ใบเสร็จ|ใบกำกับ|order|invoice|receipt|bill|transaction|booking|check (?:no|number)|doc(?:ument)? (?:no|number)/,
    not: /วัน|เวลา|date|time|status|สถานะ|ยอด|ราคา|amount|total|price|จำนวน|type|ประเภท|ช่องทาง|channel|สาขา|item|สินค้า|product|line|note|หมายเหตุ|ผู้|ชื่อ|name|customer|ลูกค้า|สมาชิก|member|(?:^|\W)by(?:\W|$)|address|ที่อยู่|ภาษี|(?:^|\W)tax|phone|โทร|e[- ]?mail|discount|payment|ชำระ|พัสดุ|track|source|count|qty|quantity|currency|url|link/,
  },
  items: {
    means: /สินค้า|รายการ|เมนู|บริการ|item|product|menu|service|description|lineitem/,
    not: /จำนวน|qty|quantity|รหัส|(?:^|\W)id(?:\W|$)|code|sku|ราคา|ยอด|price|total|amount|status|category|หมวด|ประเภท|type|หมายเลข|เลขที่|date|วัน|(?:^|\W)tax|discount|คืน|count|variant|option|ตัวเลือก|น้ำหนัก|ทำรายการ|หมายเหตุ|note/,
  },
  branch: {
    means: /สาขา|branch|outlet|location|จุดขาย|^(?:store|shop|ร้าน)(?: name)?$/,
    not: /ที่อยู่|address|phone|โทร|รหัส|(?:^|\W)id(?:\W|$)|code/,
  },
  channel: {
    means: /ช่องทาง|channel|platform|แพลตฟอร์ม|marketplace|^source$/,
    not: /ชำระ|payment|จัดส่ง|ship|(?:^|\W)id(?:\W|$)/,
  },
}

const QUANTITY = /จำนวน(?!เงิน)|qty|quantity|pieces|ชิ้น/

/** Days of something else than a sale. */
const OTHER_DAY =
  /เกิด|birth|dob|b[- ]?day|สมัคร|เป็นสมาชิก|member since|join|sign ?up|regist|ลงทะเบียน|หมดอายุ|expir|ครบกำหนด|(?:^|\W)due|จัดส่ง|ส่งของ|ship|deliver|fulfil|รับของ|นัด|appoint|แก้ไข|updated|modified|ล่าสุด|(?:^|\W)last(?:\W|$)|ยกเลิก|cancel|refund|check ?out/
const DAY_OF_SALE =
  /ซื้อ|ขาย|สั่ง|ชำระ|จ่าย|บิล|ใบเสร็จ|ทำรายการ|order|sale|sold|purchase|paid|payment|transaction|invoice|receipt|bill|check ?in|เข้าพัก|ใช้บริการ|visit/
const PLAIN_DAY = /^(?:วันที่|วันเวลา|วันที่และเวลา|วัน เวลา|ว ?ด ?ป|date|date ?time|day|วัน|time ?stamp|เวลา)$/

/** Numbers that are no price of a purchase, and sums of a customer's life. */
const NO_AMOUNT =
  /จำนวน(?!เงิน)|แต้ม|คะแนน|น้ำหนัก|ต่อ ?(?:หน่วย|ชิ้น)|ส่วนลด|ภาษี|ค้าง|คงเหลือ|count|qty|quantity|point|score|unit|discount|(?:^|\W)tax|vat|balance|percent|%|ค่าส่ง|ค่าจัดส่ง|shipping|delivery|freight|ทุน|cost|ทอน|change|รับเงิน|เงินสด|cash|(?:^|\W)tips?(?:\W|$)|ทิป|มัดจำ|deposit|refund|คืน|commission|ค่าธรรมเนียม|(?:^|\W)fees?(?:\W|$)|สะสม|lifetime|ทั้งปี|income|รายได้|เงินเดือน|salary|เลขที่|(?:^|\W)id(?:\W|$)|age|อายุ/
const NET = /สุทธิ|ทั้งสิ้น|grand ?total|(?:^|\W)net(?:\W|$)|ชำระโดยผู้ซื้อ|amount paid|total paid|paid price/
const TOTAL = /ยอด|จำนวนเงิน|รวมเงิน|amount|(?:^|\W)total/
const MONEY = /ราคา|เงิน|บาท|มูลค่า|price|paid|sales|gross|revenue|spen[dt]|^รวม|charge|ค่า|sub ?total|thb/

/** "Total (incl. VAT)" is a total. */
const withoutTax = (header: string) =>
  wordsOf(header.replace(/\([^)]*\)/g, ' ').replace(/(?:รวม|incl\w*\.?) ?(?:ภาษี(?:มูลค่าเพิ่ม)?|vat|tax)/gi, ' ')).trim()

/** True if a header means a part of a purchase. */
export function meansPart(part: WordPart, header: string): boolean {
  const words = wordsOf(header).trim()
  return headers[part].means.test(words) && !headers[part].not.test(words)
}

interface Judged {
  column: SourceColumn
  rank: number
}

const best = (judged: Judged[]) =>
  judged
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || b.column.facts.filled - a.column.facts.filled)

/** Half of the rows: a column that fills fewer is of something that some sales have. */
const fills = ({ filled }: ColumnFacts, rows: number) => filled > 0 && filled * 2 >= rows

function dayRank({ name, facts }: SourceColumn, rows: number, meaning: Meaning | undefined): number {
  const words = wordsOf(name).trim()
  if (!fills(facts, rows) || facts.days * 2 < facts.filled) return 0
  if (meaning) return meaning === 'order_date' ? 4 : 0
  // Days that long ago are birth dates.
  if (facts.aged * 2 > facts.days || OTHER_DAY.test(words)) return 0
  return DAY_OF_SALE.test(words) ? 3 : PLAIN_DAY.test(words) ? 2 : 1
}

function amountRank({ name, facts }: SourceColumn, look: Suggestion['look'], rows: number, meaning?: Meaning): number {
  const words = withoutTax(name)
  const { filled, numbers, amounts, codes, days } = facts
  if (!fills(facts, rows) || numbers < filled * 0.9) return 0
  if (meaning) return meaning === 'order_total' ? 9 : meaning === 'line_amount' ? 8 : 0
  if (codes > 0 || days * 2 >= filled || NO_AMOUNT.test(words)) return 0
  if (look.as === 'phone' || look.as === 'citizen_id' || look.as === 'postcode') return 0
  const written = amounts * 2 >= filled ? 0.5 : 0
  if (NET.test(words)) return 6 + written
  if (/sub ?total/.test(words)) return 4 + written
  if (TOTAL.test(words)) return 5 + written
  if (MONEY.test(words)) return 3 + written
  // Under a header that says nothing the cells must be written as money.
  return amounts >= filled * 0.9 && look.as === 'money' ? 1 : 0
}

function partOf(part: WordPart, columns: readonly SourceColumn[], rows: number, meaningOf: MeaningOf) {
  const known = columns.find((column) => meaningOf(column) === part)
  if (known) return known
  const found = columns.filter((column) => {
    const { filled, days, emails, numbers, amounts, longest, run } = column.facts
    if (meaningOf(column) || !fills(column.facts, rows) || !meansPart(part, column.name)) return false
    if (Math.max(days, emails) * 2 >= filled) return false
    if (part !== 'order_number') return numbers * 2 < filled
    // Line numbers count 1, 2, 3 under a header that may mean anything.
    const counts = run.cells >= 3 && run.steps >= (run.cells - 1) * 0.8 && run.shortest < 3
    return amounts * 2 < filled && longest <= 60 && !counts
  })
  const repeats = found.find(({ facts }) => part === 'order_number' && isLined(facts))
  return repeats ?? found.find(({ name }) => part === 'items' && /ชื่อ|name/.test(wordsOf(name))) ?? found[0]
}

/** True if values of a column repeat. An estimate may be a little too low. */
const isLined = ({ filled, groups }: ColumnFacts) =>
  groups !== null && groups.distinct < (groups.exact ? filled : filled * 0.97)

type MeaningOf = (column: SourceColumn) => Meaning | undefined

/** What is known of columns beside their cells. */
interface Known {
  /** True for columns that feed no field of the store's own. */
  isFree: (column: SourceColumn) => boolean
  /** Meanings by the file's layout. */
  meanings: ReadonlyMap<string, Meaning> | undefined
}

/**
 * Finds the columns of purchases: a day and an amount, with what else tells of a sale. The cells decide what a column can be, its header
 * which of several it is, unless the file's layout says so. Null for lists of customers.
 */
export function purchaseColumnsOf(
  columns: readonly SourceColumn[],
  suggestions: readonly Suggestion[],
  rows: number,
  { isFree, meanings }: Known,
): PurchaseColumns | null {
  const open = columns.filter(isFree)
  const meaningOf: MeaningOf = ({ id }) => {
    const meaning = meanings?.get(id)
    return meaning === 'detected' ? undefined : meaning
  }
  const looks = new Map(suggestions.map((one) => [one.source_schema_id, one.look]))
  const [day] = best(open.map((column) => ({ column, rank: dayRank(column, rows, meaningOf(column)) })))
  const amounts = best(
    open.map((column) => ({ column, rank: amountRank(column, looks.get(column.id)!, rows, meaningOf(column)) })),
  )
  if (!day || !amounts[0]) return null
  const taken = new Set([day, ...amounts].map(({ column }) => column.id))
  const others = open.filter(({ id }) => !taken.has(id))
  const parts: PurchaseColumns['parts'] = {}
  for (const part of wordParts) {
    const column = partOf(part, others, rows, meaningOf)
    if (column && !Object.values(parts).includes(column.id)) parts[part] = column.id
  }
  const byId = new Map(columns.map((column) => [column.id, column]))
  const buyersRepeat = suggestions.some(({ source_schema_id: id, destination_id, reason }) => {
    const isBuyer =
      reason === 'stored' || reason === 'new_key' || (destination_id !== null && isContact(destination_id))
    return isBuyer && isLined(byId.get(id)!.facts)
  })
  const isSale = day.rank >= 2 || amounts[0].rank >= 5 || parts.order_number !== undefined || parts.items !== undefined
  if (!isSale && !buyersRepeat) return null
  const quantity =
    others.find((column) => meaningOf(column) === 'quantity') ??
    others.find(({ name, facts }) => QUANTITY.test(wordsOf(name)) && facts.numbers * 2 >= facts.filled)
  const order = parts.order_number === undefined ? undefined : byId.get(parts.order_number)
  return {
    date: day.column.id,
    amounts: amounts.map(({ column }) => column.id),
    parts,
    quantity: quantity?.id ?? null,
    lined: order !== undefined && isLined(order.facts),
  }
}
