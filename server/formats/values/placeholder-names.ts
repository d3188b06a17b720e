const PLACEHOLDER =
  /^(?:ลูกค้า(?:ทั่วไป|ใหม่|หน้าร้าน|ขาจร|เงินสด|ประจำ|ออนไลน์|เก่า)?|ขาจร|หน้าร้าน|เงินสด|ออนไลน์|สมาชิก|ทดสอบ|ไม่(?:มี|ทราบ|ระบุ|บอก|ประสงค์).*|walk-?ins?|guest|customers?|cash|test(?:er|ing)?|no ?name|unknown|anonymous|n\/?a|nil|none|null|member|online|shop|store|name|ชื่อ|xx+)$/iu

/** True if a cell holds a comparable name: letters, and no placeholder word. */
export function isReadableName(cell: string): boolean {
  const text = cell.trim()
  if (text === '' || /[\d?@#*\ufffd]/.test(text) || !/\p{L}/u.test(text)) return false
  return !PLACEHOLDER.test(text)
}
