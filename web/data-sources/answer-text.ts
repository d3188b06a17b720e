import { words } from '../core/text.ts'

/** The words of rows that may be about somebody else, and of what is said of them. */
export const answers = words('importAnswers', {
  waitHead: [
    '{count} แถวรอคุณตัดสินใจ จะไม่ถูกนำเข้าจนกว่าจะเลือก',
    '{count} rows wait for your decision and are not imported until you choose',
    '{count} row waits for your decision and is not imported until you choose',
  ],
  waitText: [
    'ค่าในแถวตรงกับลูกค้าที่มีอยู่ แต่ดูเหมือนเป็นคนละคน',
    'They share a value with a customer, but seem to be about somebody else.',
  ],
  seeWaiting: ['ดูและตัดสินใจ', 'Look and decide'],
  left: [
    '{count} แถวรอคุณตัดสินใจ ยังไม่ถูกนำเข้า',
    '{count} rows wait for your decision: not imported',
    '{count} row waits for your decision: not imported',
  ],
  leftText: [
    'ตัดสินใจแล้วตรวจสอบใหม่ จากนั้นนำเข้าอีกครั้งได้ แถวที่นำเข้าไปแล้วจะไม่ซ้ำ',
    'Decide, check again, and run the import once more. Rows that were imported are not repeated.',
  ],
  answered: [
    'ตอบแล้ว {count} แถว จำนวนด้านล่างยังไม่รวมคำตอบของคุณ',
    '{count} rows answered. The numbers below do not count your answers yet.',
    '{count} row answered. The numbers below do not count your answer yet.',
  ],
  stillWaiting: ['อีก {count} แถวยังรอ', '{count} still wait', '{count} still waits'],
  changed: [
    'คำตอบเปลี่ยนไปหลังการทดลองครั้งนี้ กรุณาตรวจสอบใหม่ก่อนเริ่มประมวลผล',
    'Answers have changed since this dry run. Check again before you start.',
  ],
  recheck: ['ตรวจสอบใหม่ตามคำตอบ', 'Check again with the answers'],

  waits: ['รอตัดสินใจ', 'Waiting'],
  other: ['คนละคน', 'Somebody else'],
  same: ['คนเดียวกัน', 'Same person'],
  phone: ['เบอร์', 'phone'],
  sameAs: ['{field}เดียวกับ {name}', 'Same {field} as {name}'],
  sameAsMore: ['{field}เดียวกับ {name} และอีก {count} คน', 'Same {field} as {name} and {count} more'],

  selected: ['เลือกแล้ว {count}', '{count} selected'],
  select: ['เลือกหลายแถว', 'Select several'],
  selectPage: ['เลือกทุกแถวในหน้านี้', 'Select every row of this page'],
  selectRow: ['เลือกแถว {no}', 'Select row {no}'],
  allOther: ['คนละคนทั้ง {count}', 'All {count} are somebody else', 'It is somebody else'],
  answerSelected: ['ตอบ {count} แถวที่เลือก', 'Answer {count} rows', 'Answer {count} row'],

  titleHeld: ['{field}ตรงกัน แต่ดูเหมือนคนละคน', 'Same {field}, but it may be somebody else'],
  existing: ['ลูกค้าเดิม', 'an existing customer'],
  rowOfFile: ['แถว {no} ในไฟล์นี้', 'row {no} of this file'],
  whyShared: [
    '{field} {value} ตรงกับ{who} แต่{what}ต่างกัน อาจใช้ร่วมกัน เช่น คนในบ้านเดียวกัน',
    'The {field} {value} is that of {who}, but not the {what}. They may share it, as people of one household do.',
  ],
  whyOwn: [
    '{field} {value} ตรงกับ{who} แต่{what}ต่างกัน อาจกรอกผิดหรือเปลี่ยนเจ้าของแล้ว',
    'The {field} {value} is that of {who}, but not the {what}. It may be mistyped, or somebody else has it now.',
  ],
  whySeveral: [
    '{field} {value} เป็นของลูกค้า {count} คน และข้อมูลอื่นบอกไม่ได้ว่าเป็นใคร',
    '{count} customers have the {field} {value}, and nothing else tells which of them it is.',
  ],
  whyUnsure: [
    '{field} {value} ตรงกับ{who} แต่ข้อมูลอื่นไม่ยืนยันว่าเป็นคนเดียวกัน',
    'The {field} {value} is that of {who}, but nothing else says that they are the same person.',
  ],
  pointsTo: ['{field} {value} เป็นของ', 'The {field} {value} belongs to'],
  whoOf: ['เทียบกับ', 'Compare with'],
  compared: ['ข้อมูลในไฟล์เทียบกับที่มีอยู่', 'The row beside what is known'],
  field: ['ฟิลด์', 'Field'],
  inFile: ['ในไฟล์ · แถว {no}', 'In the file · row {no}'],
  named: ['ชื่อในไฟล์', 'Name in the file'],
  known: ['ลูกค้าเดิม', 'Existing customer'],
  fullName: ['ชื่อ-นามสกุล', 'Name'],
  agrees: ['ตรงกัน', 'Same'],
  differs: ['คนละค่า', 'Different'],
  lastNameAgrees: ['นามสกุลตรงกัน', 'Same last name'],

  question: ['แถวนี้เป็นใคร', 'Who is this row about?'],
  questionSelected: ['แถวที่เลือกเป็นใคร', 'Who are these rows about?'],
  otherText: ['เพิ่มลูกค้าใหม่ ใช้{field}ร่วมกันได้', 'Adds a customer; they share the {field}'],
  otherTextOwn: ['เพิ่มลูกค้าใหม่ คนเดิมไม่เปลี่ยน', 'Adds a customer and leaves the other as it is'],
  otherTextMany: ['เพิ่มลูกค้าใหม่ คนเดิมไม่เปลี่ยน', 'Adds customers, leaves the others as they are'],
  otherTextNone: ['ไม่เพิ่มใคร เพราะตั้งให้อัปเดตลูกค้าเดิมเท่านั้น', 'Adds nobody: this import only updates customers'],
  sameText: ['อัปเดต {count} ฟิลด์ของ {name}', 'Updates {count} fields of {name}', 'Updates {count} field of {name}'],
  sameTextNone: ['ไม่มีค่าของ {name} เปลี่ยน', 'Nothing of {name} changes'],
  sameTextMany: ['อัปเดตลูกค้าเดิมด้วยค่าในไฟล์', 'Updates those who are there by the file'],
  skip: ['ข้ามแถวนี้', 'Skip this row'],
  skipMany: ['ข้ามแถวที่เลือก', 'Skip these rows'],
  skipText: ['ตัดสินใจทีหลังได้', 'You can decide later'],
  takeBack: ['ถอนคำตอบ', 'Take the answer back'],
  takeBackText: ['กลับไปรอตัดสินใจ', 'It waits for a decision again'],
  forRest: [
    'ใช้คำตอบนี้กับอีก {count} แถวที่เหตุผลเดียวกัน',
    'Use this answer for the {count} other rows with the same reason',
    'Use this answer for the other row with the same reason',
  ],
  nextWaiting: ['แถวถัดไปที่รอ', 'Next row that waits'],
  severalLeft: [
    '{count} แถวตรงกับหลายคน ถ้าเป็นคนเดียวกันต้องเลือกทีละแถว',
    '{count} rows match several customers: if it is the same person, choose who in each row.',
    '{count} row matches several customers: if it is the same person, choose who in that row.',
  ],
  saidOf: ['ตอบแล้ว {count} แถว', '{count} rows answered', '{count} row answered'],
  takenBack: ['ถอนคำตอบ {count} แถว', '{count} answers taken back', '{count} answer taken back'],
  notSaidOf: [
    'อีก {count} แถวตรงกับหลายคน จึงยังรอให้เลือกทีละแถว',
    '{count} rows match several customers and still wait: choose who in each.',
    '{count} row matches several customers and still waits: choose who.',
  ],
  mayNot: ['ผู้ที่มีสิทธิ์ประมวลผลเป็นผู้ตัดสินใจ', 'Somebody who may run imports decides this.'],
})
