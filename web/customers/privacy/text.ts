import { words } from '../../data/text.ts'

export const text = words({
  granted: ['ยินยอมแล้ว', 'Granted'],
  withdrawn: ['ถอนความยินยอมแล้ว', 'Withdrawn'],
  refused: ['ไม่ยินยอม', 'Refused'],
  unknown: ['ยังไม่ได้ตอบ', 'Not answered yet'],

  seeUnanswered: ['ดูรายชื่อ', 'See the list'],
  seeUnansweredOf: ['ดูรายชื่อที่ยังไม่ได้ตอบเรื่อง{name}', 'See who has not answered for {name}'],

  record: ['ตอบ', 'Answer'],
  recordOf: ['ตอบความยินยอมเรื่อง{name}', 'Answer consent to {name}'],
  change: ['เปลี่ยน', 'Change'],
  changeOf: ['เปลี่ยนความยินยอมเรื่อง{name}', 'Change consent to {name}'],
  history: ['ประวัติ', 'History'],
  historyOf: ['ประวัติความยินยอมเรื่อง{name}', 'History of consent to {name}'],
  somebody: ['ผู้ใช้ที่ออกไปแล้ว', 'A former user'],

  note: ['หมายเหตุ (ไม่บังคับ)', 'Note (optional)'],
  notePlaceholder: ['เช่น บอกที่หน้าร้าน', 'For example: told us at the counter'],
  grant: ['ลูกค้ายินยอม', 'Customer consents'],
  refuse: ['ลูกค้าไม่ยินยอม', 'Customer refuses'],
  withdraw: ['ลูกค้าถอนความยินยอม', 'Customer withdraws'],
  saved: ['เก็บคำตอบแล้ว', 'Answer recorded'],
  latest: ['{count} รายการล่าสุด', 'The latest {count}'],

  noPurposes: [
    'ร้านยังไม่ได้กำหนดเรื่องที่ขอความยินยอม เช่น การส่งข่าวสาร',
    'The store has no consent purposes yet, such as sending news.',
  ],
  noPurposesTitle: ['ยังไม่มีเรื่องที่ขอความยินยอม', 'No consent purposes yet'],
  purposes: ['เรื่องที่ขอความยินยอม', 'Consent purposes'],
  actions: ['ตัวเลือก', 'Options'],
  edit: ['แก้ไข', 'Edit'],
  editOf: ['แก้ไข {name}', 'Edit {name}'],
  answers: ['ยินยอม {granted} ราย ไม่ยินยอม {withdrawn} ราย', '{granted} granted, {withdrawn} refused'],
  newPurpose: ['เพิ่มเรื่องที่ขอความยินยอม', 'Add a purpose'],
  editPurpose: ['แก้ไขเรื่องที่ขอความยินยอม', 'Edit the purpose'],
  name: ['ชื่อเรื่อง', 'Name'],
  namePlaceholder: ['เช่น รับข่าวสารและโปรโมชัน', 'For example: news and offers'],
  description: ['ข้อความที่แจ้งลูกค้า', 'What customers are told'],
  descriptionPlaceholder: [
    'เช่น ส่งโปรโมชันทาง LINE และอีเมล ไม่เกินเดือนละ 4 ครั้ง',
    'For example: offers by LINE and email, at most four a month',
  ],
  answered: [
    'ตอบไว้แล้ว: ยินยอม {granted} ราย ไม่ยินยอม {withdrawn} ราย',
    'Answered so far: {granted} granted, {withdrawn} refused',
  ],
  meaning: [
    'หากความหมายเปลี่ยนไป กรุณาเพิ่มเรื่องใหม่แล้วถามลูกค้าอีกครั้ง',
    'If its meaning changes, add a new purpose and ask customers again.',
  ],
})
