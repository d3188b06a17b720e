import { words } from '../../../data/text.ts'

/** Texts of the customer list. */
export const listText = words({
  searchHint: ['ชื่อ เบอร์โทร 4 ตัวท้าย อีเมล', 'Name, phone, last 4, email'],
  search: ['ค้นหาชื่อ เบอร์โทรหรือ 4 ตัวท้าย อีเมล', 'Name, phone, last 4 digits, email'],
  create: ['เพิ่มลูกค้า', 'Add customer'],
  duplicates: ['รายชื่อที่อาจซ้ำ', 'Possible duplicates'],
  mentions: ['ชื่อที่อาจยังเหลืออยู่ {count} แห่ง', 'Names may remain in {count} places', 'A name may remain in {count} place'],
  skip: ['ข้ามไปยังรายชื่อ', 'Skip to the customers'],
  foundIn: ['พบใน{field}', 'Found in {field}'],
  elsewhere: ['พบในเบอร์หรืออีเมลอื่นของลูกค้า', 'Found in another phone or email of this customer'],
  select: ['เลือก', 'Select'],
  done: ['เสร็จ', 'Done'],
  more: ['ตัวเลือกเพิ่มเติม', 'More'],
  locked: ['ยังแก้ไขไม่ได้ เพราะระบบกำลังประมวลผลข้อมูล', 'Not possible while data is being processed'],
  openPanel: ['ดูย่อ {name}', 'Quick view of {name}'],
  hasLine: ['มี LINE', 'Has LINE'],

  // Rows that are chosen
  selectRow: ['เลือก {name}', 'Select {name}'],
  selectPage: ['เลือกทั้งหน้านี้', 'Select this page'],

  // Columns
  columns: ['เลือกคอลัมน์', 'Columns'],
  columnWidth: ['ความกว้างคอลัมน์ {name}', 'Width of the column {name}'],

  // Filters
  showResult: ['ดูรายชื่อ', 'View the list'],

  // Views
  views: ['มุมมอง', 'Views'],
  everybody: ['ทั้งหมด', 'All'],
  deletedTab: ['ลูกค้าที่ลบ', 'Deleted'],
  changedMark: ['มีการเปลี่ยนแปลง', 'Changed'],
  newView: ['มุมมองใหม่', 'New view'],
  sharedMark: ['แชร์กับทั้งร้าน', 'Shared with the store'],

  // Deleted customers
  deletedAt: ['ลบเมื่อ', 'Deleted'],
  restore: ['กู้คืน', 'Restore'],
})
