import { words } from '../../../data/text.ts'

export const keysText = words({
  title: ['รายชื่อลูกค้า', 'Profile list'],
  down: ['ไปรายถัดไป', 'Next customer'],
  up: ['ไปรายก่อนหน้า', 'Previous customer'],
  open: ['เปิดหน้าลูกค้า', 'Open the customer'],
  panel: ['ดูย่อข้างรายชื่อ', 'Quick view next to the list'],
  select: ['เลือก หรือไม่เลือก', 'Select or deselect'],
  edit: ['แก้ไข', 'Edit'],
  note: ['เพิ่มโน้ต', 'Add a note'],
  edges: ['ขอบคอลัมน์: ไปคอลัมน์อื่น', 'Column edge: go to another column'],
  widen: ['ขอบคอลัมน์: ปรับความกว้าง', 'Column edge: change the width'],
})
