import { words } from '../data/text.ts'

/** Texts of form values, and of leaving with unsaved ones. */
export const formWords = words({
  invalidEmail: ['รูปแบบอีเมลไม่ถูกต้อง', 'This email address is not valid.'],
  tooLong: ['กรอกได้ไม่เกิน {max} ตัวอักษร', 'No more than {max} characters.'],
  leave: ['มีข้อมูลที่ยังไม่ได้บันทึก ต้องการออกจากหน้านี้ใช่ไหม', 'You have unsaved changes. Leave this page?'],
  leaveText: ['ข้อมูลที่กรอกไว้จะหายไป', 'What you typed will be lost.'],
  leaveConfirm: ['ออกจากหน้านี้', 'Leave'],
  leaveCancel: ['แก้ไขต่อ', 'Keep editing'],
})
