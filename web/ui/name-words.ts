import { words } from '../data/text.ts'

/** Texts about a typed name. */
export const nameWords = words({
  checkingName: ['กำลังตรวจสอบชื่อ…', 'Checking the name…'],
  nameFree: ['ใช้ชื่อนี้ได้', 'This name is available'],
  nameTaken: ['มีชื่อนี้แล้ว กรุณาใช้ชื่ออื่น', 'This name is already used. Choose another.'],
  nameNotValid: ['ชื่อนี้ใช้ไม่ได้หรือมีอยู่แล้ว', 'name not valid'],
  nameUnchecked: ['ตรวจสอบชื่อไม่สำเร็จ กรุณาตรวจอีกครั้ง', 'The name could not be checked. Try again.'],
  checkNameAgain: ['ตรวจสอบชื่ออีกครั้ง', 'Check the name again'],
})
