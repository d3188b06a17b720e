import { words } from '../../data/text.ts'

/** Words of the list and of a request. */
export const requestText = words({
  see: ['ขอดู', 'See data'],
  copy: ['ขอสำเนา', 'Get a copy'],
  correct: ['ขอแก้ไข', 'Correct data'],
  object: ['คัดค้าน', 'Object'],
  restrict: ['ขอระงับ', 'Restrict'],
  erase: ['ขอลบ', 'Erase data'],
  withdraw: ['ถอนความยินยอม', 'Withdraw consent'],

  branch: ['ที่สาขา', 'At a branch'],
  phone: ['โทรศัพท์', 'Phone'],
  email: ['อีเมล', 'Email'],
  line: ['LINE', 'LINE'],
  my_data: ['ข้อมูลของฉัน', 'My data'],

  number: ['คำขอเลขที่ {id}', 'Request no. {id}'],
  erasedPerson: ['ลูกค้าที่ลบแล้ว', 'Erased customer'],
  customer: ['ลูกค้าเลขที่ {id}', 'Customer no. {id}'],
  andMore: ['{name} และอีก {count} โปรไฟล์', '{name} and {count} more'],
  nobody: ['ยังไม่มีผู้ดูแล', 'Not assigned'],

  stepIdentity: ['รอยืนยันตัวตน', 'Identity to be confirmed'],
  stepData: ['รอรวบรวมข้อมูล', 'Data to be gathered'],
  stepDecision: ['รอพิจารณา', 'Decision to be made'],
  stepApproval: ['รอคนที่สองยืนยัน', 'Second person to confirm'],
  stepAnswer: ['รอตอบลูกค้า', 'Answer to be sent'],
  stepWithdrawn: ['ถอนแล้ว รอแจ้งผล', 'Withdrawn, answer to be sent'],
  stepsOf: ['เสร็จ {done} จาก 4 ขั้น', '{done} of 4 steps done'],

  done: ['เสร็จแล้ว', 'Done'],
  done_erase: ['ลบแล้ว', 'Erased'],
  done_restrict: ['ระงับแล้ว', 'Restricted'],
  done_object: ['หยุดใช้ข้อมูลแล้ว', 'Use stopped'],
  done_withdraw: ['ถอนแล้ว', 'Withdrawn'],
  refused: ['ปฏิเสธ', 'Refused'],
  erased: ['ลบข้อมูลไปก่อนแล้ว', 'Erased before the answer'],

  daysLeft: ['เหลือ {count} วัน', '{count} days left', '{count} day left'],
  today: ['ครบกำหนดวันนี้', 'Due today'],
  late: ['เลยกำหนด {count} วัน', '{count} days late', '{count} day late'],
  dueOn: ['ครบกำหนด {date}', 'Due {date}'],
  took: ['ใช้ {count} วัน', 'Took {count} days', 'Took {count} day'],
  ended: ['เสร็จ {date}', 'Ended {date}'],
})
