import { words } from '../data/text.ts'

export const actText = words({
  got: ['ได้ข้อความ {name}', 'Got {name}'],
  sending: ['กำลังส่งข้อความ {name}', '{name} is being sent'],
  unsent: ['ไม่ได้ข้อความ {name} เพราะ{reason}', 'Did not get {name}: {reason}'],
  failed: ['ส่งข้อความ {name} ไม่สำเร็จ', '{name} could not be sent'],
  skipped: ['ข้ามขั้น {step}', 'Skipped: {step}'],
  putOff: ['เลื่อนเพราะ{reason}', 'Put off: {reason}'],
  answered: ['{condition} {answer}', '{condition} {answer}'],
  yes: ['ใช่', 'Yes'],
  no: ['ไม่ใช่', 'No'],
  moved: ['ย้ายไปฉบับใหม่', 'Moved to the new version'],
  messageGone: ['ที่ถูกลบ', 'a deleted message'],
  quotaGone: ['โควตาหมด', 'quota used up'],
  other: ['ทำไม่ได้ตอนนั้น', 'not possible then'],

  quiet_hours: ['อยู่ในช่วงงดส่ง', 'quiet hours'],
  quota: ['โควตาหมด', 'quota used up'],
  import: ['กำลังนำเข้าไฟล์', 'a file is imported'],
  restricted: ['ระงับการใช้ข้อมูล', 'data restricted'],
  paused: ['พักการทำงานไว้', 'automation paused'],

  done: ['จบ', 'Completed'],
  exit: ['ออกก่อนจบ', 'Left early'],
  stopped: ['หยุดการทำงาน', 'Automation stopped'],
  deleted: ['ลูกค้าถูกลบ', 'Customer deleted'],
  merged: ['รวมโปรไฟล์', 'Profile merged'],
  erased: ['ลบข้อมูลถาวร', 'Data erased'],
  import_undone: ['เลิกทำการนำเข้า', 'Import undone'],
  broken: ['ขั้นตอนใช้ไม่ได้', 'Step no longer works'],
})
