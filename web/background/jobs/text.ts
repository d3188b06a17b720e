import { words } from '../../data/text.ts'

/** Words of background work. */
export const jobText = words({
  title: ['งานที่กำลังทำ', 'Work in progress'],
  // It holds the short form below, which stands on the button it names.
  open: ['งานที่กำลังทำ {percent}%', 'Work in progress, {percent}% done'],
  short: ['กำลังทำ {percent}%', '{percent}% done'],

  pending: ['กำลังจะเริ่ม', 'About to start'],
  counting: ['กำลังคำนวณจำนวน', 'Counting'],
  // Progress in the counted unit of the job.
  people: ['{done} จาก {total} ราย', '{done} of {total} customers', '{done} of {total} customer'],
  rows: ['{done} จาก {total} แถว', '{done} of {total} rows', '{done} of {total} row'],
  values: ['{done} จาก {total} ค่า', '{done} of {total} values', '{done} of {total} value'],
  records: ['{done} จาก {total} รายการ', '{done} of {total} items', '{done} of {total} item'],
  friends: ['{done} จาก {total} คน', '{done} of {total} friends', '{done} of {total} friend'],
  segments: ['{done} จาก {total} เซกเมนต์', '{done} of {total} segments', '{done} of {total} segment'],
  leave: ['ออกจากหน้านี้ได้ ระบบจะทำงานต่อ', 'You can leave this page: the work continues.'],

  completed: ['เสร็จแล้ว', 'Done'],
  cancelled: ['หยุดแล้ว', 'Stopped'],
  failed: ['ทำไม่สำเร็จ', 'Failed'],
  heldUp: ['ยังทำไม่สำเร็จ ระบบจะลองใหม่เอง', 'Not done yet: Ruam will try again'],
  undone: ['เลิกทำแล้ว', 'Undone'],
  changed: ['เปลี่ยน {count} ราย', '{count} changed'],
  skipped: ['ไม่ได้เปลี่ยน {count} ราย', '{count} not changed'],

  stop: ['หยุด', 'Stop'],
  stopJob: ['หยุด: {title}', 'Stop: {title}'],
  stopTitle: ['ต้องการหยุดงานนี้ใช่ไหม', 'Stop this work?'],
  stopText: ['ส่วนที่ทำไปแล้วจะยังอยู่', 'What has been done so far stays.'],
  stopTextUndo: ['ส่วนที่ทำไปแล้วจะยังอยู่ และเลิกทำได้ภายหลัง', 'What has been done so far stays, and can be undone later.'],
  keepGoing: ['ทำงานต่อ', 'Keep going'],
  undo: ['เลิกทำ', 'Undo'],
  undoJob: ['เลิกทำ: {title}', 'Undo: {title}'],
  undoTitle: ['ต้องการเลิกทำใช่ไหม', 'Undo this?'],
  undoText: [
    'ระบบจะคืนค่าเดิมให้ลูกค้า {count} ราย ยกเว้นส่วนที่มีการแก้ไขหลังจากนั้น',
    '{count} customers get their previous values back, except for later changes.',
    '{count} customer gets their previous values back, except for later changes.',
  ],

  endedWell: ['{title} เสร็จแล้ว', '{title}: done'],
  endedSkipped: ['{title} เสร็จแล้ว ไม่ได้เปลี่ยน {count} ราย', '{title}: done, {count} not changed'],
  endedCancelled: ['หยุดแล้ว: {title}', 'Stopped: {title}'],
  endedFailed: ['{title} ไม่สำเร็จ {reason}', '{title}: {reason}'],
})
