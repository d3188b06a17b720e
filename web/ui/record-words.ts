import { words } from '../data/text.ts'

/** Texts about concurrent edits. */
export const recordWords = words({
  stale: ['มีผู้อื่นแก้ไขข้อมูลนี้ไปแล้ว กรุณาตรวจสอบก่อนบันทึก', 'Someone else changed this. Review the changes before saving.'],
  staleMerged: ['รวมการแก้ไขของทั้งสองคนให้แล้ว กดบันทึกอีกครั้งได้เลย', 'Both edits were combined. Save again.'],
  theirs: ['{field}: ค่าล่าสุดคือ “{value}”', '{field} is now “{value}”'],
  takeTheirs: ['ใช้ค่านี้', 'Use this value'],
  takeTheirsOf: ['ใช้ค่านี้: {field}', 'Use this value: {field}'],
  nothing: ['ไม่มี', 'none'],
})
