import { words } from '../../../data/text.ts'

/** Texts of adding a customer. */
export const createText = words({
  title: ['เพิ่มลูกค้า', 'Add a customer'],
  needOne: ['กรอกอย่างน้อยหนึ่งช่อง', 'Fill in at least one field.'],
  moreFields: ['แสดงฟิลด์ทั้งหมด', 'Show all fields'],
  labels: ['ป้ายกำกับ', 'Labels'],
  samePhone: ['เบอร์โทรนี้เป็นของ', 'This phone number belongs to'],
  sameEmail: ['อีเมลนี้เป็นของ', 'This email belongs to'],
  nobodyNamed: ['ลูกค้าที่ไม่มีชื่อ', 'an unnamed customer'],
  save: ['เพิ่มลูกค้า', 'Add customer'],
  saved: ['เพิ่ม “{name}” แล้ว', '“{name}” added'],
  open: ['เปิดดู', 'Open'],
})
