import { words } from '../../data/text.ts'

/** Words of erasing a customer. */
export const text = words({
  title: ['ลบข้อมูลส่วนบุคคลถาวรตามคำขอ', 'Erase personal data on request'],
  who: ['ข้อมูลทั้งหมดของ “{name}” จะถูกลบและกู้คืนไม่ได้', 'All data about “{name}” will be erased and cannot be restored.'],
  whoNoName: [
    'ข้อมูลทั้งหมดของลูกค้ารายนี้จะถูกลบและกู้คืนไม่ได้',
    'All data about this customer will be erased and cannot be restored.',
  ],
  goes: ['สิ่งที่จะถูกลบ', 'What is erased'],
  goesProfile: ['โปรไฟล์ กิจกรรม ป้ายกำกับ และประวัติการแก้ไข', 'The profile with its activities, labels and history'],
  goesFiles: ['แถวของลูกค้ารายนี้ในทุกไฟล์ที่เคยอัปโหลด', 'This customer’s rows in every uploaded file'],
  goesWords: [
    'เบอร์โทร อีเมล เลขประจำตัวประชาชน และ LINE ในข้อความที่เขียนถึงคนอื่น',
    'Their phone, email, citizen ID and LINE ID in text about other customers',
  ],
  goesMerged: ['โปรไฟล์ที่เคยรวมเข้ากับรายนี้', 'Profiles merged into this one'],
  stays: ['สิ่งที่จะเก็บไว้', 'What is kept'],
  staysMark: [
    'รหัสที่อ่านย้อนกลับไม่ได้ เพื่อไม่ให้การนำเข้าครั้งหน้านำลูกค้ารายนี้กลับมา',
    'An irreversible code, so that later imports do not bring this customer back',
  ],
  staysConsent: [
    'หลักฐานว่าเคยให้หรือถอนความยินยอมเมื่อใด โดยไม่มีข้อมูลว่าเป็นใคร',
    'Proof of when consent was given or withdrawn, without saying by whom',
  ],
  staysNames: [
    'ชื่อในข้อความที่เขียนถึงคนอื่น ระบบจะแสดงรายการให้ตรวจทีละจุด',
    'Their name in text about other customers: Ruam lists the places for you to check',
  ],
  when: ['มีผลเมื่อใด', 'When it takes effect'],
  whenNow: ['ออกจากรายชื่อทันที และไม่มีใครแก้ไขได้อีก', 'The customer leaves all lists at once and can no longer be edited.'],
  whenEnd: [
    'จากฐานข้อมูลและไฟล์เมื่องานเสร็จ ปกติภายในไม่กี่นาที หากติดขัดระบบจะลองใหม่เอง',
    'The database and files are cleared when the work ends, usually within minutes. If something gets in the way, Ruam tries again.',
  ],
  whenDisk: [
    'จากร่องรอยบนดิสก์ในช่วงกลางคืนที่ผู้ดูแลระบบตั้งไว้ (ปกติหลังตี 3) ไฟล์สำรองอยู่จนกว่าจะหมดอายุ',
    'Traces on the disk are cleared at night, at the hour set by the administrator (3 a.m. by default). Backups keep the data until they expire.',
  ],
  undoNote: [
    'ใช้เมื่อเจ้าของข้อมูลขอให้ลบเท่านั้น หากเพียงต้องการนำออกจากรายชื่อ ให้ใช้ปุ่มลบ ซึ่งกู้คืนได้ภายใน 30 วัน',
    'Use this only when the customer asks for it. To remove a customer from the list, use Delete: you can restore them for 30 days.',
  ],
  type: ['พิมพ์ “{word}” เพื่อยืนยัน', 'Type “{word}” to confirm'],
  word: ['ลบถาวร', 'erase'],
  typeWrong: ['กรุณาพิมพ์ “{word}” ให้ตรงทุกตัวอักษร', 'Type “{word}” exactly.'],
  erase: ['ลบข้อมูลถาวร', 'Erase permanently'],
})
