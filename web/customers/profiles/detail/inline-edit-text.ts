import { words } from '../../../data/text.ts'

export const inlineEditText = words({
  press: ['คลิกเพื่อแก้ไข', 'Click to edit'],
  edit: ['แก้ไข{name}', 'Edit {name}'],
  showToEdit: ['แสดงเพื่อแก้ไข{name}', 'Show {name} to edit it'],
  keys: ['Enter บันทึก · Esc ยกเลิก', 'Enter saves · Esc cancels'],
  save: ['บันทึก{name}', 'Save {name}'],
  cancel: ['ยกเลิกการแก้ไข{name}', 'Cancel editing {name}'],
  saved: ['บันทึก{name}แล้ว', '{name} saved'],
  savedMet: [
    'บันทึก{name}แล้ว ฟิลด์อื่นมีผู้แก้ไขระหว่างนี้ หน้านี้แสดงค่าล่าสุด',
    '{name} saved. Someone else changed other fields in the meantime; this page shows the latest values.',
  ],
  undo: ['เลิกทำ', 'Undo'],
  undone: ['คืนค่า{name}เดิมแล้ว', '{name} restored'],
  undoStale: [
    'คืนค่า{name}ไม่ได้ เพราะมีผู้แก้ไขหลังจากนั้น ดูค่าก่อนหน้าได้ที่ประวัติการแก้ไข',
    '{name} cannot be restored: someone has changed it since. Earlier values are in the edit history.',
  ],
})
