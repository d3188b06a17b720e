import { words } from '../../data/text.ts'

/** Texts about deleted, restored and missing customers. */
export const deletionText = words({
  deleteTitle: ['ต้องการลบ “{name}” หรือไม่', 'Delete “{name}”?'],
  deleteText: [
    'ลูกค้ารายนี้จะไม่แสดงในรายชื่อ ภายใน 30 วันยังนำกลับมาได้',
    'The customer disappears from all lists. You can bring them back within 30 days.',
  ],
  deleteConfirm: ['ลบลูกค้า', 'Delete customer'],
  deletedNamed: ['ลบ “{name}” แล้ว', '“{name}” deleted'],
  undo: ['เลิกทำ', 'Undo'],
  restored: ['นำ “{name}” กลับมาแล้ว', '“{name}” is back'],
  restore: ['นำกลับมา', 'Bring back'],
  deletedTitle: ['ลูกค้ารายนี้ถูกลบแล้ว', 'This customer was deleted'],
  deletedText: ['ลบเมื่อ {time} ภายใน 30 วันยังนำกลับมาได้', 'Deleted on {time}. You can bring them back within 30 days.'],
  goneTitle: ['ไม่พบลูกค้ารายนี้', 'This customer was not found'],
  goneText: [
    'ลิงก์นี้อาจเก่าแล้ว หรือลูกค้ารายนี้ถูกลบหรือรวมกับรายอื่นไปแล้ว',
    'The link may be out of date, or the customer was deleted or merged with another.',
  ],
  toList: ['ไปที่รายชื่อลูกค้า', 'Go to the customers'],
})
