import { words } from '../../data/text.ts'

/** The words of forgetting a person for good. */
export const text = words({
  title: ['ลบข้อมูลส่วนบุคคลถาวรตามคำขอ', 'Erase personal data on request'],
  who: [
    'ข้อมูลทั้งหมดของ “{name}” จะถูกลบและกู้คืนไม่ได้',
    'Everything about “{name}” will be erased and cannot be brought back.',
  ],
  whoNoName: [
    'ข้อมูลทั้งหมดของลูกค้ารายนี้จะถูกลบและกู้คืนไม่ได้',
    'Everything about this customer will be erased and cannot be brought back.',
  ],
  goes: ['สิ่งที่จะถูกลบ', 'What is erased'],
  goesProfile: ['โปรไฟล์ กิจกรรม ป้ายกำกับ และประวัติการแก้ไข', 'The profile with its activities, labels and history'],
  goesFiles: ['แถวของลูกค้ารายนี้ในทุกไฟล์ที่เคยอัปโหลด', 'This customer’s rows in every uploaded file'],
  goesWords: [
    'เบอร์โทร อีเมล เลขประจำตัวประชาชน และ LINE ในข้อความที่เขียนถึงคนอื่น',
    'Their phone, email, citizen ID and LINE ID in words about others',
  ],
  goesMerged: ['โปรไฟล์ที่เคยรวมเข้ากับรายนี้', 'Profiles that were merged into this one'],
  stays: ['สิ่งที่จะเก็บไว้', 'What is kept'],
  staysMark: [
    'รหัสที่อ่านย้อนกลับไม่ได้ เพื่อไม่ให้การนำเข้าครั้งหน้านำลูกค้ารายนี้กลับมา',
    'A code that cannot be read back, so that no later import brings them in again',
  ],
  staysConsent: [
    'หลักฐานว่าเคยให้หรือถอนความยินยอมเมื่อใด โดยไม่มีข้อมูลว่าเป็นใคร',
    'When consent was given or withdrawn, without naming the person',
  ],
  staysNames: [
    'ชื่อในข้อความที่เขียนถึงคนอื่น ระบบจะแสดงรายการให้ตรวจทีละที่',
    'Their name in words about others: the places are listed for you to look at',
  ],
  when: ['มีผลเมื่อใด', 'From when'],
  whenNow: ['ออกจากรายชื่อทันที และไม่มีใครแก้ไขได้อีก', 'Off every list at once, and nobody can change anything any more'],
  whenEnd: [
    'จากฐานข้อมูลและไฟล์เมื่องานเสร็จ ปกติภายในไม่กี่นาที หากติดขัดระบบจะลองใหม่เอง',
    'Out of the database and the files when the work ends, mostly within minutes; if something is in the way it is tried again',
  ],
  whenDisk: [
    'จากร่องรอยบนดิสก์ในช่วงกลางคืนที่ผู้ดูแลระบบตั้งไว้ (ปกติหลังตี 3) ไฟล์สำรองอยู่จนกว่าจะหมดอายุ',
    'Traces on the disk are cleared at night, at the hour set by whoever runs Ruam (3 a.m. by default). Backups keep the data until they expire.',
  ],
  undoNote: [
    'ใช้เมื่อเจ้าของข้อมูลขอให้ลบเท่านั้น หากเพียงต้องการนำออกจากรายชื่อ ให้ใช้ปุ่มลบ ซึ่งนำกลับมาได้ภายใน 30 วัน',
    'Use this only when the customer asks for it. To remove a customer from the list, use Delete: you can bring them back for 30 days.',
  ],
  type: ['พิมพ์ “{word}” เพื่อยืนยัน', 'Type “{word}” to confirm'],
  word: ['ลบถาวร', 'erase'],
  typeWrong: ['กรุณาพิมพ์ “{word}” ให้ตรงทุกตัวอักษร', 'Type “{word}” exactly as it is written.'],
  erase: ['ลบข้อมูลถาวร', 'Erase permanently'],
})
