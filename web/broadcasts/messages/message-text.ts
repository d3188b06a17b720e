import { words } from '../../data/text.ts'

/** Texts of the list of messages. */
export const messageText = words({
  open: ['แก้ไขข้อความที่ {place}', 'Edit message {place}'],
  move: ['ย้ายข้อความที่ {place}', 'Move message {place}'],
  moved: ['อยู่ลำดับที่ {place} จาก {count}', 'Now {place} of {count}'],
  incomplete: ['ข้อความที่ {place} ยังไม่ครบ', 'Message {place} is incomplete'],
  buttons: ['{count} ปุ่ม', '{count} buttons', '{count} button'],
  none: ['เลือกชนิดของข้อความแรก', 'Choose the kind of the first message'],
  addMessage: ['เพิ่มข้อความ', 'Add a message'],
  showPreview: ['ดูตัวอย่าง', 'Preview'],
  addReply: ['เพิ่มปุ่มตอบด่วน', 'Add a quick reply'],
  addStop: ['เพิ่มปุ่ม “ยกเลิกรับข่าวสาร”', 'Add the button “ยกเลิกรับข่าวสาร” (unsubscribe)'],
  stopLocked: ['ปุ่มนี้มีทุกครั้ง ลูกค้าจึงเลิกรับข่าวสารได้เสมอ', 'Always there, so that customers can unsubscribe at any time.'],
  editReply: ['แก้ไขปุ่มตอบด่วนที่ {place}', 'Edit quick reply {place}'],
  removeReply: ['ลบปุ่มตอบด่วนที่ {place}', 'Remove quick reply {place}'],
})
