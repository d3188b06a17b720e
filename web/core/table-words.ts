import { words } from './text.ts'

export const table = words({
  pages: ['เปลี่ยนหน้า', 'Pages'],
  rowsPerPage: ['แถวต่อหน้า', 'Rows per page'],
  range: ['{from}–{to} จาก {total}', '{from}–{to} of {total}'],
  items: ['{count} รายการ', '{count} items', '{count} item'],
  itemsCapped: ['มากกว่า {count} รายการ', 'More than {count} items'],
  sortBy: ['เรียงตาม', 'Sort by'],
  ordered: ['{title} {order}', '{title}, {order}'],
  textUp: ['ก–ฮ', 'A–Z'],
  textDown: ['ฮ–ก', 'Z–A'],
  numberUp: ['น้อยไปมาก', 'lowest first'],
  numberDown: ['มากไปน้อย', 'highest first'],
  dateUp: ['เก่าสุดก่อน', 'oldest first'],
  dateDown: ['ล่าสุดก่อน', 'newest first'],
  noResult: ['ไม่พบผลลัพธ์สำหรับ “{q}”', 'No results for “{q}”'],
  noMatch: ['ไม่พบข้อมูล', 'No data has been found'],
  noResultText: ['ลองใช้คำอื่น หรือล้างการค้นหาและตัวกรอง', 'Try other words, or clear the search and filters.'],
  clearSearch: ['ล้างการค้นหา', 'Clear search'],
  beyond: ['หน้านี้ไม่มีข้อมูลแล้ว', 'Nothing is left on this page'],
  firstPage: ['ไปหน้าแรก', 'Go to the first page'],
  dataOf: ['ข้อมูลด้านล่างเป็นของ {time}', 'What you see below is from {time}.'],
})
