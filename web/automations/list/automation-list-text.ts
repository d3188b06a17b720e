import { words } from '../../data/text.ts'

export const automationListText = words({
  tabs: ['บรอดแคสต์และการทำงานอัตโนมัติ', 'Broadcasts and automations'],
  broadcasts: ['บรอดแคสต์', 'Broadcasts'],
  automations: ['การทำงานอัตโนมัติ', 'Automations'],
  create: ['สร้างการทำงานอัตโนมัติ', 'Create automation'],
  search: ['ค้นหาชื่อ', 'Search by name'],
  status: ['สถานะ', 'Status'],
  anyStatus: ['ทุกสถานะ', 'Any status'],
  name: ['ชื่อ', 'Name'],
  trigger: ['เริ่มเมื่อ', 'Starts when'],
  onTheWay: ['อยู่ระหว่างทาง', 'On the way'],
  entered: ['เข้าใน 30 วัน', 'Entered in 30 days'],
  messages: ['ข้อความใน 30 วัน', 'Messages in 30 days'],
  effect: ['ซื้อเพิ่มต่อราย', 'Bought more each'],
  actions: ['ตัวเลือก', 'Options'],
  actionsOf: ['ตัวเลือกของ {name}', 'Options for {name}'],
  people: ['{count} ราย', '{count} customers', '{count} customer'],
  gain: ['{baht} บาท', '{baht} baht'],
  unclear: ['ยังบอกไม่ได้', 'Not clear'],
  measuring: ['กำลังวัด', 'Measuring'],
  several: ['{count} {kind}', '{count} × {kind}'],
  stepCount: ['{count} ขั้น', '{count} steps', '{count} step'],
  edited: ['มีฉบับแก้ไขที่ยังไม่ใช้', 'edited, not started yet'],
  faulty: ['ต้องแก้ไข', 'Needs correction'],

  count: ['{count} รายการ', '{count} automations', '{count} automation'],
  sums: [
    'อยู่ระหว่างทาง {onTheWay} ราย · 30 วันที่ผ่านมา {messages} ข้อความ',
    '{onTheWay} customers on the way · {messages} messages in 30 days',
  ],
  baht: ['{baht} บาท', '{baht} baht'],

  conflicts: ['รายการที่ขัดกัน', 'Conflicts'],
  see: ['ดู', 'See'],
  moreConflicts: ['อีก {count} ข้อ', '{count} more', '{count} more'],

  emptyTitle: ['ยังไม่มีการทำงานอัตโนมัติ', 'No automations yet'],
  emptyText: [
    'ตั้งครั้งเดียว แล้วระบบส่งข้อความ ติดป้าย หรือเพิ่มโน้ตให้เองเมื่อถึงเวลา ลองย้อนหลังดูผลได้ก่อนเริ่มใช้',
    'Set it up once: messages, labels and notes follow by themselves. A rehearsal shows beforehand what it would do.',
  ],

  open: ['เปิด', 'Open'],
  edit: ['แก้ไข', 'Edit'],
  duplicate: ['ทำสำเนา', 'Duplicate'],
  pause: ['พักไว้', 'Pause'],
  resume: ['ใช้ต่อ', 'Resume'],
  deleteTitle: ['ต้องการลบ {name} ใช่ไหม', 'Delete {name}?'],
  deleteText: [
    'ขั้นตอนและประวัติของรายการนี้จะถูกลบ ข้อความที่ส่งแล้วยังอยู่ในข้อมูลลูกค้า',
    'Its steps and history are deleted. Messages that were sent stay in the history of the customers.',
  ],
})
