import { words } from '../../data/text.ts'

/** Texts of the preview. */
export const previewText = words({
  seen: ['ที่ลูกค้าจะเห็น', 'What customers see'],
  light: ['ดูแบบสว่าง', 'Light'],
  dark: ['ดูแบบมืด', 'Dark'],
  nothingYet: ['เพิ่มข้อความเพื่อดูตัวอย่าง', 'Add a message to see it here'],
  today: ['วันนี้', 'Today'],
  chatMenu: ['เมนู', 'Menu'],
  accountOfStore: ['ชื่อบัญชี LINE ของร้าน', 'LINE account of the store'],
  accountLater: ['ชื่อบัญชีจะขึ้นเมื่อเชื่อม LINE', 'The name of the account appears once LINE is connected.'],
  eyesOf: ['ดูในสายตาของ', 'As seen by'],
  noNameOfCustomer: ['ไม่มีชื่อ', 'No name'],
  chooseOwn: ['เลือกเอง', 'Choose'],
  chooseCustomer: ['ลูกค้าที่จะดู', 'Customer to look as'],
  notInTarget: ['ลูกค้ารายนี้ไม่อยู่ในกลุ่มที่ส่งถึง', 'This customer is not reached'],
  customerBefore: ['คนก่อนหน้า', 'Previous'],
  customerAfter: ['คนถัดไป', 'Next'],
  changedWords: ['คำที่เปลี่ยนตามลูกค้า', 'Words that change by customer'],
  seesFallbacks: [
    'ลูกค้ารายนี้ใช้คำสำรอง {count} คำ',
    'This customer sees {count} fallbacks',
    'This customer sees {count} fallback',
  ],
  usesFallback: ['ใช้คำสำรอง: {fields}', 'Fallback used: {fields}'],
  fallbackCount: ['{field} {count} ราย', '{field} {count} customers', '{field} {count} customer'],
})
