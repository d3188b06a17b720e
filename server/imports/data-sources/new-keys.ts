import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { ofOthers, wordsOf } from './looks.ts'

/** Words for the customer, and for what a program calls them by. */
const CUSTOMER = /ลูกค้า|สมาชิก|ผู้ซื้อ|ผู้สั่งซื้อ|customer|member|buyer|client|patient|ผู้ป่วย/
const CALLED = /รหัส|เลขที่|หมายเลข|ผู้ใช้|บัญชี|code|user|account|nick ?name|(?:^|\W)(?:id|no|number)(?:\W|$)/
const USER_NAME = /^(?:user ?name|buyer ?name|ชื่อผู้ใช้|ชื่อบัญชี)$/
/** Something else that a customer has a number of. */
const OTHER_NUMBER =
  /โทร|เบอร์|มือถือ|phone|mobile|(?:^|\W)tel|บัตรประชาชน|ประชาชน|citizen|national|passport|ภาษี|tax|ประเภท|ระดับ|กลุ่ม|type|level|tier|group|สั่งซื้อ$|order (?:id|no)|ไปรษณีย์|post|zip|บัตรเครดิต|ธนาคาร|bank/
/** A name of a user has no blank, a code neither. */
const TOKEN = /^\S{2,60}$/

/**
 * True for a column of codes or user names of customers that no field holds yet: a new field takes them, and they tell customers apart.
 * `hidden`: the file hides values, so that a plain user name is its buyer's.
 */
export function isNewKey(header: string, facts: ColumnFacts, rows: number, hidden: boolean): boolean {
  return isCalledKey(header, hidden) && holdsNewKeys(facts, rows)
}

function isCalledKey(header: string, hidden: boolean): boolean {
  const words = wordsOf(header)
  const isNamed = (CUSTOMER.test(words) && CALLED.test(words)) || (hidden && USER_NAME.test(words))
  return isNamed && !ofOthers(words) && (!OTHER_NUMBER.test(words) || /ผู้ซื้อ|buyer/.test(words))
}

/** True for cells that could be codes or user names, whatever their header. */
export function holdsNewKeys(facts: ColumnFacts, rows: number): boolean {
  const { filled, samples, emails, days, citizenIds, thaiPhones, masked } = facts
  if (filled * 2 < rows || masked > filled || Math.max(days, thaiPhones) * 2 >= filled) return false
  if ((emails + citizenIds) * 10 > filled) return false
  return samples.every((sample) => TOKEN.test(sample)) && differs(facts)
}

/** With fewer cells, values that repeat prove nothing. */
const FEW_CELLS = 20

/** True unless a few values stand in most rows. */
function differs({ filled, groups }: ColumnFacts): boolean {
  if (!groups || filled < FEW_CELLS) return true
  return groups.distinct * 100 >= filled && groups.largest * 2 <= filled
}
