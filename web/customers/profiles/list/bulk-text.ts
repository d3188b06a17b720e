import { words } from '../../../data/text.ts'

/** Texts of bulk changes. */
export const bulkText = words({
  allSelected: ['เลือกทั้ง {count} ราย', 'All {count} selected'],
  addLabels: ['เพิ่มป้ายกำกับ', 'Add labels'],
  removeLabels: ['นำป้ายกำกับออก', 'Remove labels'],
  setField: ['แก้ค่าฟิลด์', 'Set a field'],
  merge: ['รวมโปรไฟล์', 'Merge'],

  add_labels: ['เพิ่มป้ายกำกับ', 'Add labels'],
  remove_labels: ['นำป้ายกำกับออก', 'Remove labels'],
  set_field: ['แก้ค่าฟิลด์ของหลายราย', 'Set a field for many customers'],
  delete: ['ลบลูกค้าที่เลือก', 'Delete the selected customers'],
  labels: ['ป้ายกำกับ', 'Labels'],
  field: ['ฟิลด์', 'Field'],
  noField: ['ไม่พบฟิลด์', 'No field found'],
  chooseField: ['เลือกฟิลด์', 'Choose a field'],
  emptyClears: ['เว้นว่างไว้เพื่อลบค่าที่มีอยู่', 'Leave it empty to clear the value.'],
  deleteText: [
    'ลูกค้าจะไม่แสดงในรายชื่อ กู้คืนได้ภายใน 30 วัน',
    'They disappear from all lists. You can restore them within 30 days.',
  ],
  counting: ['กำลังคำนวณ…', 'Counting…'],
  changes: ['จะเปลี่ยน {changes} ราย', '{changes} will change', '{changes} will change'],
  of: ['จากที่เลือก {total} ราย', 'of {total} selected'],
  nothing: ['ไม่มีรายใดที่ต้องเปลี่ยน', 'Nothing would change'],
  first: ['{count} รายแรก', 'The first {count}'],
  undoable: ['เลิกทำได้ภายใน 30 วัน', 'You can undo this for 30 days.'],
  startLabels: ['เพิ่มให้ {count} ราย', 'Add to {count}'],
  startRemove: ['นำออกจาก {count} ราย', 'Remove from {count}'],
  startField: ['แก้ {count} ราย', 'Change {count}'],
  startClear: ['ล้างค่า {count} ราย', 'Clear {count}'],
  startDelete: ['ลบ {count} ราย', 'Delete {count}'],
})
