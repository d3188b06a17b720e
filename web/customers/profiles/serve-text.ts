import { words } from '../../data/text.ts'

/** Texts for serving a customer: in the list, on the page, in the palette. */
export const serve = words({
  summary: ['สรุปของลูกค้า', 'Customer summary'],
  times: ['{count} ครั้ง', '{count} times', 'once'],
  last: ['ล่าสุด {day}', 'last {day}'],
  lastNote: ['โน้ตล่าสุด', 'Last note'],
  nothingYet: ['ยังไม่เคยซื้อหรือมาที่ร้าน', 'Has not bought or visited yet'],
  consented: ['ยินยอม', 'consented'],
  notConsented: ['ไม่ยินยอม', 'not consented'],
  acts: ['จัดการลูกค้ารายนี้', 'Actions for this customer'],
  call: ['โทร', 'Call'],
  callNumber: ['โทร {phone}', 'Call {phone}'],
  visit: ['มาที่ร้าน', 'Visit'],
  visitLong: ['มาที่ร้าน: บันทึกทันที', 'Visit: record at once'],
  note: ['เพิ่มโน้ต', 'Add note'],
  addNamed: ['เพิ่ม “{name}”', 'Add “{name}”'],
  addActivity: ['เพิ่มกิจกรรม', 'Add activity'],
  labelGiven: ['เพิ่มป้ายกำกับ “{label}” ให้ {name} แล้ว', 'Label “{label}” added to {name}'],
  labelTaken: ['นำป้ายกำกับ “{label}” ออกจาก {name} แล้ว', 'Label “{label}” removed from {name}'],
  undo: ['เลิกทำ', 'Undo'],
})
