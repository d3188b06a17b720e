import { words } from '../../data/text.ts'

/** The words of taking an import back. */
export const undoText = words({
  undo: ['เลิกทำการนำเข้านี้', 'Undo this import'],
  until: ['เลิกทำได้ถึง {date}', 'Can be undone until {date}'],
  undone: ['เลิกทำแล้ว', 'Undone'],
  undoneAt: ['เลิกทำเมื่อ {date}', 'Undone on {date}'],

  title: ['ต้องการเลิกทำการนำเข้านี้หรือไม่', 'Undo this import?'],
  text: [
    'ข้อมูลลูกค้าจะกลับเป็นเหมือนไม่เคยนำเข้าไฟล์นี้ สิ่งที่มีการแก้ไขหลังจากนั้นจะยังอยู่',
    'Customers will be as if this file had never been imported. What was changed since stays.',
  ],
  counting: [
    'กำลังตรวจสอบ {count} แถวว่าจะมีอะไรเปลี่ยนบ้าง…',
    'Finding out what would change with {count} rows…',
    'Finding out what would change with {count} row…',
  ],
  profilesRemoved: ['ลบลูกค้าที่การนำเข้านี้เพิ่ม', 'Customers removed that this import added'],
  profilesRestored: ['ลูกค้าเดิมที่ได้ค่าเดิมคืน', 'Customers who get their earlier values back'],
  valuesRestored: ['ค่าที่คืนให้', 'Values put back'],
  labelsRemoved: ['ป้ายกำกับที่นำออก', 'Labels removed'],
  activitiesRemoved: ['กิจกรรมที่ลบ', 'Activities removed'],
  nothing: ['ไม่มีข้อมูลใดเปลี่ยน', 'Nothing changes'],
  kept: ['มีการแก้ไขหลังจากนั้น จึงคงไว้', 'Kept, because they were changed since'],
  profilesKept: ['ลูกค้าที่การนำเข้านี้เพิ่ม', 'Customers this import added'],
  valuesKept: ['ค่าของลูกค้าเดิม', 'Values of earlier customers'],
  meanwhile: [
    'ระหว่างเลิกทำจะแก้ไขโปรไฟล์ไม่ได้ การเลิกทำนี้ย้อนกลับไม่ได้ แต่นำเข้าไฟล์เดิมอีกครั้งได้',
    'Profiles cannot be edited until it has finished. This cannot be undone, but you can import the file again.',
  ],
})
