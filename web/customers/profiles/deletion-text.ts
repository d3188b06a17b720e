import { words } from '../../data/text.ts'

/** Texts about deleted, restored and missing customers. */
export const deletionText = words({
  deleteTitle: ['ต้องการลบ “{name}” ใช่ไหม', 'Delete “{name}”?'],
  deleteText: [
    'ลูกค้ารายนี้จะไม่แสดงในรายชื่อ กู้คืนได้ภายใน 30 วัน',
    'The customer disappears from all lists. You can restore them within 30 days.',
  ],
  deleteConfirm: ['ลบลูกค้า', 'Delete customer'],
  deletedNamed: ['ลบ “{name}” แล้ว', '“{name}” deleted'],
  undo: ['เลิกทำ', 'Undo'],
  restored: ['กู้คืน “{name}” แล้ว', '“{name}” restored'],
  restore: ['กู้คืน', 'Restore'],
  deletedTitle: ['ลูกค้ารายนี้ถูกลบแล้ว', 'This customer was deleted'],
  deletedText: ['ลบเมื่อ {time} กู้คืนได้ภายใน 30 วัน', 'Deleted on {time}. You can restore them within 30 days.'],
  followed: [
    'ลูกค้ารายเดิมถูกรวมกับรายนี้แล้ว ระบบจึงเปิดรายนี้แทน',
    'The other customer was merged into this one, so this one was opened.',
  ],
  goneTitle: ['ไม่พบลูกค้ารายนี้', 'This customer was not found'],
  goneText: [
    'ลิงก์นี้อาจเก่าแล้ว หรือลูกค้ารายนี้ถูกลบหรือรวมกับรายอื่นไปแล้ว',
    'The link may be out of date, or the customer was deleted or merged with another.',
  ],
  toList: ['ไปที่รายชื่อลูกค้า', 'Go to the customers'],
})
