import { remembered } from './remembered.ts'

const PLACEHOLDER =
  /^(?:ลูกค้า ?(?:ทั่วไป|ใหม่|หน้าร้าน|ขาจร|เงินสด|ประจำ|ออนไลน์|เก่า)?|ขาจร|หน้าร้าน|เงินสด|ออนไลน์|สมาชิก|ทดสอบ(?: ?ทดสอบ)?|ไม่ ?(?:มี|ทราบ|ระบุ|บอก|ประสงค์|แจ้ง).*|walk[- ]?ins?(?: customers?)?|guest|customers?|cash|test(?:er|ing)?(?: test)?|no ?name|unknown|anonymous|n\/?a|nil|none|null|member|online|shop|store|name|ชื่อ|x)$/iu
/** One letter again and again. */
const REPEATED = /^(\p{L})\1{2,}$/iu
const BEGINNINGS = /^[เลขหงอสทไชwgctnumx]/iu

/** True for words that stand for a missing name. */
export function isPlaceholder(text: string): boolean {
  return (BEGINNINGS.test(text) && PLACEHOLDER.test(text)) || (text.length < 12 && REPEATED.test(text))
}

/** True if a cell holds a comparable name: letters, and no placeholder word. */
export const isReadableName: (cell: string) => boolean = remembered((cell) => {
  const text = cell.trim()
  if (text === '' || /[\d?@#*\ufffd]/.test(text) || !/\p{L}/u.test(text)) return false
  return !isPlaceholder(text)
})
