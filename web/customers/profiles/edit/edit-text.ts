import { words } from '../../../data/text.ts'

/** Texts of the edit form. */
export const edit = words({
  form: ['ข้อมูลลูกค้า', 'Customer'],
  title: ['แก้ไข {name}', 'Edit {name}'],
  search: ['ค้นหาฟิลด์', 'Search fields'],
  noneNamed: ['ไม่พบฟิลด์ที่ตรงกัน', 'No field matches'],
  changes: ['แก้ไข {count} ฟิลด์', '{count} fields changed', '{count} field changed'],
  noChanges: ['ยังไม่มีการแก้ไข', 'Nothing changed yet'],
  computed: ['ระบบคำนวณให้ แก้ไขไม่ได้', 'Computed, cannot be changed'],
  masked: ['ปิดบังไว้ คุณไม่มีสิทธิ์ดูหรือแก้ไขข้อมูลนี้', 'Hidden. You do not have permission to see or change this.'],
  showToEdit: ['แสดงเพื่อแก้ไข', 'Show to edit'],
  invalid: [
    'มี {count} ฟิลด์ที่บันทึกไม่ได้ กรุณาแก้ไขช่องสีแดง',
    '{count} fields cannot be saved. Correct those marked in red.',
    '{count} field cannot be saved. Correct the one marked in red.',
  ],

  mergeTitle: ['มีผู้อื่นแก้ไขลูกค้ารายนี้ระหว่างที่คุณแก้ไข', 'Someone else changed this customer while you were editing'],
  mergeText: [
    'เลือกค่าที่ต้องการเก็บ แล้วบันทึก ค่าของคุณเลือกไว้ให้แล้ว',
    'Choose what to keep, then save. Your values are already selected.',
  ],
  mergeTextNone: [
    'แก้ไขคนละฟิลด์กัน รวมการแก้ไขของทั้งสองฝ่ายให้แล้ว กดบันทึกได้เลย',
    'You changed different fields, and both are kept. Save when you are ready.',
  ],
  mine: ['ของคุณ', 'Yours'],
  theirs: ['ของอีกฝ่าย', 'Theirs'],
  base: ['ค่าเดิม', 'Before'],
  nothing: ['ว่าง', 'empty'],
  taken: ['ฟิลด์ที่อีกฝ่ายแก้ รวมให้แล้ว', 'Their changes, already included'],
  keptMine: ['ฟิลด์ที่คุณแก้', 'Changed only by you'],
  backToForm: ['กลับไปแก้ไขต่อ', 'Back to the form'],
})
