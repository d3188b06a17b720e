import { words } from '../../data/text.ts'

export const text = words({
  granted: ['ยินยอมแล้ว', 'Granted'],
  withdrawn: ['ถอนความยินยอมแล้ว', 'Withdrawn'],
  refused: ['ไม่ยินยอม', 'Refused'],
  unknown: ['ยังไม่ได้ตอบ', 'Not answered yet'],

  seeUnanswered: ['ดูรายชื่อ', 'View the list'],
  seeUnansweredOf: ['ดูรายชื่อ ที่ยังไม่ได้ตอบ: {name}', 'View the list of customers who have not answered: {name}'],

  record: ['บันทึกคำตอบ', 'Record answer'],
  recordOf: ['บันทึกคำตอบ: {name}', 'Record answer: {name}'],
  change: ['เปลี่ยน', 'Change'],
  changeOf: ['เปลี่ยนความยินยอม: {name}', 'Change consent: {name}'],
  history: ['ประวัติ', 'History'],
  historyOf: ['ประวัติความยินยอม: {name}', 'History of consent: {name}'],
  somebody: ['ผู้ใช้ที่ออกไปแล้ว', 'A former user'],

  note: ['หมายเหตุ (ไม่บังคับ)', 'Note (optional)'],
  notePlaceholder: ['เช่น บอกที่หน้าร้าน', 'For example: told us at the counter'],
  grant: ['ลูกค้ายินยอม', 'Customer consents'],
  refuse: ['ลูกค้าไม่ยินยอม', 'Customer refuses'],
  withdraw: ['ลูกค้าถอนความยินยอม', 'Customer withdraws'],
  saved: ['บันทึกคำตอบแล้ว', 'Answer recorded'],
  latest: ['{count} รายการล่าสุด', 'The latest {count}'],

  noPurposes: [
    'ร้านยังไม่ได้กำหนดวัตถุประสงค์ เช่น การส่งข่าวสาร',
    'The store has no consent purposes yet, such as sending news.',
  ],
  noPurposesTitle: ['ยังไม่มีวัตถุประสงค์', 'No consent purposes yet'],
  purposes: ['วัตถุประสงค์ที่ขอความยินยอม', 'Consent purposes'],
  actions: ['ตัวเลือก', 'Options'],
  edit: ['แก้ไข', 'Edit'],
  editOf: ['แก้ไข {name}', 'Edit {name}'],
  answers: ['ยินยอม {granted} ราย ไม่ยินยอม {withdrawn} ราย', '{granted} granted, {withdrawn} refused'],
  newPurpose: ['เพิ่มวัตถุประสงค์', 'Add a purpose'],
  editPurpose: ['แก้ไขวัตถุประสงค์', 'Edit the purpose'],
  name: ['ชื่อวัตถุประสงค์', 'Name'],
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
    'หากความหมายเปลี่ยนไป กรุณาเพิ่มวัตถุประสงค์ใหม่แล้วขอความยินยอมอีกครั้ง',
    'If its meaning changes, add a new purpose and ask for consent again.',
  ],
})
