import { words } from '../../../data/text.ts'

/** Words about the consents of a file, from its columns to what a run recorded. */
export const consentsText = words({
  title: ['ความยินยอมของลูกค้า', 'Consents of customers'],
  column: ['“{name}” คือคำตอบของวัตถุประสงค์', '“{name}” answers'],
  purposeOf: ['วัตถุประสงค์ของ {name}', 'Purpose of {name}'],
  yesMeans: ['คำว่า “ใช่” คือ', '“Yes” means'],
  yesMeansOf: ['ความหมายของคำว่าใช่ ใน {name}', 'Meaning of yes in {name}'],
  granted: ['ยินยอม', 'consents'],
  withdrawn: ['ถอนความยินยอม', 'withdraws'],
  day: ['วันที่ตอบ', 'Date of the answer'],
  dayOf: ['วันที่ตอบของ {name}', 'Date of the answers in {name}'],
  noDay: ['ไม่มีในไฟล์', 'not given'],
  collectedBy: ['ใครเป็นผู้ขอ', 'Who asked'],
  collectedByOf: ['ใครเป็นผู้ขอความยินยอม ใน {name}', 'Who asked for the consents in {name}'],
  collectedByExample: ['เช่น แบบฟอร์มสมัครสมาชิก สาขาสยาม', 'For example: sign-up form, Siam branch'],
  collectedOn: ['ขอเมื่อ', 'Asked on'],
  collectedOnOf: ['วันที่ขอความยินยอม ใน {name}', 'Date when the consents in {name} were asked for'],
  unproved: [
    'ถ้าไม่ระบุว่าใครขอและเมื่อไร จะบันทึกเฉพาะการถอนความยินยอม',
    'Without who asked and when, only withdrawals are recorded.',
  ],
  proved: ['ลูกค้าที่ถอนความยินยอมไว้จะยังคงถอนตามเดิม', 'Customers who have withdrawn stay withdrawn.'],
  leaveOut: ['ไม่บันทึก', 'Leave out'],
  leaveOutOf: ['ไม่บันทึกความยินยอมจาก {name}', 'Leave out the consents in {name}'],
  maybe: ['“{name}” น่าจะเป็นความยินยอม', '“{name}” seems to contain consents.'],
  record: ['บันทึกความยินยอม', 'Record consents'],
  recordOf: ['บันทึกความยินยอมจาก {name}', 'Record consents in {name}'],
  noPurpose: ['ร้านยังไม่มีวัตถุประสงค์ เพิ่มก่อนจึงบันทึกได้', 'The store has no consent purpose yet. Add one to record them.'],
  addPurpose: ['เพิ่มวัตถุประสงค์', 'Add a purpose'],
  isConsent: ['บันทึกเป็นความยินยอม', 'Recorded as consents'],
  isDay: ['วันที่ของความยินยอม', 'Dates of the consents'],

  ofPurpose: ['{purpose}:', '{purpose}:'],
  willGrant: ['ยินยอมเพิ่ม {count} ราย', '{count} more consents', '1 more consent'],
  willWithdraw: ['ถอนความยินยอม {count} ราย', '{count} withdrawals', '1 withdrawal'],
  optedOut: [
    '{count} รายถอนไว้แล้ว จึงไม่นับว่ายินยอม',
    '{count} had opted out and stay opted out',
    '1 had opted out and stays opted out',
  ],
  unprovedCount: [
    '{count} รายยินยอมแต่ไม่ระบุว่าใครขอ จึงไม่บันทึก',
    '{count} say yes without who asked, and are not recorded',
    '1 says yes without who asked, and is not recorded',
  ],
  unread: ['{count} ช่องอ่านไม่ได้', '{count} unreadable cells', '1 unreadable cell'],
  nothing: ['ไม่มีอะไรเปลี่ยน', 'nothing changes'],
  wrongColumn: [
    'คอลัมน์นี้ไม่น่าใช่ความยินยอม อ่านได้ {read} จาก {total} ช่อง จึงไม่บันทึก',
    'This does not seem to be a column of consents: {read} of {total} can be read, so none is recorded.',
  ],
  hidden: ['อ่านได้ {count} ช่อง', '{count} cells read', '1 cell read'],

  startConsents: ['บันทึกความยินยอม {count} ราย', 'Record {count} consents', 'Record 1 consent'],
  startHidden: ['บันทึกความยินยอม', 'Record consents'],
  confirmTitle: ['ต้องการถอนความยินยอมของลูกค้าจำนวนมากใช่ไหม', 'Withdraw the consents of many customers?'],
  confirmText: [
    'ไฟล์นี้จะถอนความยินยอม {count} ราย ซึ่งเกิน 5% ของที่ร้านมี ลูกค้าเหล่านี้จะไม่ได้รับข่าวสารอีก ตรวจให้แน่ใจว่าเลือกคอลัมน์ถูก',
    'This file would withdraw {count} consents, more than 5% of those the store has. These customers would get no more messages. Make sure that it is the right column.',
    'This file would withdraw 1 consent, more than 5% of those the store has. This customer would get no more messages. Make sure that it is the right column.',
  ],
  confirmHidden: [
    'ไฟล์นี้จะถอนความยินยอมเกิน 5% ของที่ร้านมี ลูกค้าเหล่านี้จะไม่ได้รับข่าวสารอีก ตรวจให้แน่ใจว่าเลือกคอลัมน์ถูก',
    'This file would withdraw more than 5% of the consents the store has. These customers would get no more messages. Make sure that it is the right column.',
  ],
  confirmYes: ['ถอนและนำเข้า', 'Withdraw and import'],
})
