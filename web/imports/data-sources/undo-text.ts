import { words } from '../../data/text.ts'

/** Words of undoing an import. */
export const undoText = words({
  undo: ['เลิกทำการนำเข้านี้', 'Undo this import'],
  until: ['เลิกทำได้ถึง {date}', 'Can be undone until {date}'],
  undone: ['เลิกทำแล้ว', 'Undone'],
  undoneAt: ['เลิกทำเมื่อ {date}', 'Undone on {date}'],

  title: ['ต้องการเลิกทำการนำเข้านี้ใช่ไหม', 'Undo this import?'],
  text: [
    'ข้อมูลลูกค้าจะกลับเป็นเหมือนไม่เคยนำเข้าไฟล์นี้ สิ่งที่มีการแก้ไขหลังจากนั้นจะยังอยู่',
    'Customers will be as if this file had never been imported. Later changes stay.',
  ],
  // A day of a program or connector.
  undoDay: ['เลิกทำวันนี้', 'Undo this day'],
  undoDate: ['เลิกทำวันที่ {date}', 'Undo {date}'],
  dayTitle: ['เลิกทำของวันที่ {date}', 'Undo {date}?'],
  dayText: [
    'เฉพาะรายการที่โปรแกรมนี้ส่งมาวันนั้น ข้อมูลจากโปรแกรมอื่น ไฟล์ และคนในร้านไม่เปลี่ยน',
    'Only what this program sent on that day. Data from other programs, files and people stays.',
  ],
  dayRemoved: ['ลูกค้าที่จะนำออก เพราะเพิ่มวันนั้นและไม่มีข้อมูลจากที่อื่น', 'Customers added that day with no other data, removed'],
  dayKept: ['ลูกค้าที่เพิ่มวันนั้น', 'Customers added that day'],
  dayMeanwhile: [
    'ระหว่างเลิกทำจะแก้ไขข้อมูลลูกค้าไม่ได้ โปรแกรมยังส่งต่อได้ตามปกติ เมื่อเลิกทำแล้วย้อนกลับไม่ได้',
    'Customers cannot be edited until it has finished. The program goes on sending. This cannot be undone.',
  ],
  counting: [
    'กำลังตรวจสอบ {count} แถวว่าจะมีอะไรเปลี่ยนบ้าง…',
    'Checking what would change for {count} rows…',
    'Checking what would change for {count} row…',
  ],
  countedOf: [
    'ตรวจสอบแล้ว {counted} จาก {count} แถว…',
    'Checked {counted} of {count} rows…',
    'Checked {counted} of {count} row…',
  ],
  profilesRemoved: ['ลบลูกค้าที่การนำเข้านี้เพิ่ม', 'Customers added by this import, removed'],
  profilesRestored: ['ลูกค้าเดิมที่ได้ค่าเดิมคืน', 'Customers who get their previous values back'],
  valuesRestored: ['ค่าที่คืนให้', 'Values restored'],
  labelsRemoved: ['ป้ายกำกับที่นำออก', 'Labels removed'],
  activitiesRemoved: ['กิจกรรมที่ลบ', 'Activities removed'],
  consentsRestored: ['การถอนความยินยอมที่นำออก', 'Withdrawals removed'],
  consentsRemoved: ['ความยินยอมที่นำออก', 'Consents removed'],
  nothing: ['ไม่มีข้อมูลใดเปลี่ยน', 'Nothing changes'],
  kept: ['มีการแก้ไขหลังจากนั้น จึงคงไว้', 'Kept, because they have changed since'],
  profilesKept: ['ลูกค้าที่การนำเข้านี้เพิ่ม', 'Customers added by this import'],
  valuesKept: ['ค่าของลูกค้าเดิม', 'Values of existing customers'],
  meanwhile: [
    'ระหว่างเลิกทำจะแก้ไขข้อมูลลูกค้าไม่ได้ เมื่อเลิกทำแล้วย้อนกลับไม่ได้ แต่นำเข้าไฟล์เดิมอีกครั้งได้',
    'Customers cannot be edited until it has finished. This cannot be undone, but you can import the file again.',
  ],
})
