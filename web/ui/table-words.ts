import { words } from '../data/text.ts'

export const table = words({
  pages: ['เปลี่ยนหน้า', 'Pages'],
  rowsPerPage: ['แถวต่อหน้า', 'Rows per page'],
  range: ['{from}–{to} จาก {total}', '{from}–{to} of {total}'],
  items: ['{count} รายการ', '{count} items', '{count} item'],
  itemsCapped: ['มากกว่า {count} รายการ', 'More than {count} items'],
  sortBy: ['เรียงตาม', 'Sort by'],
  noResult: ['ไม่พบผลลัพธ์สำหรับ “{q}”', 'No results for “{q}”'],
  noMatch: ['ไม่พบข้อมูล', 'No data has been found'],
  noResultText: ['ลองใช้คำอื่น หรือล้างการค้นหาและตัวกรอง', 'Try other words, or clear the search and filters.'],
  clearSearch: ['ล้างการค้นหา', 'Clear search'],
  beyond: ['หน้านี้ไม่มีข้อมูลแล้ว', 'This page is empty now'],
  firstPage: ['ไปหน้าแรก', 'Go to the first page'],
  notRead: ['โหลดรายการไม่สำเร็จ', 'The list could not be loaded'],
  notSearched: ['ค้นหา “{q}” ไม่ได้', 'Could not search for “{q}”'],
  dataBefore: ['ด้านล่างคือรายการก่อนหน้า ของ {time}', 'The list below is from before, as of {time}.'],
  dataOf: ['ข้อมูลด้านล่างเป็นของ {time}', 'The data below is from {time}.'],
})
