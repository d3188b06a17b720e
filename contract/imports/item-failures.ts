import { type RowFailure, rowFailures } from './row-failures.ts'

/** Failures of items of programs: those of rows, worded without rows and cells. */
export const itemFailures: Record<RowFailure, { th: string; en: string }> = {
  ...rowFailures,
  cell_too_long: {
    th: 'ข้อความนี้ยาวเกิน 32 kB กรุณาย่อให้สั้นลง',
    en: 'This text is longer than 32 kB. Shorten it.',
  },
  digits_lost: {
    th: 'ตัวเลขบางหลักหายไปก่อนส่งมา กรุณาส่งค่านี้เป็นข้อความ',
    en: 'Digits were lost before this number was sent. Send it as text.',
  },
  citizen_id_placeholder: {
    th: 'เลขนี้ไม่ใช่เลขประจำตัวประชาชนจริง กรุณาส่งเลขจริง หรือไม่ส่งค่านี้',
    en: 'This is not a real citizen ID. Send the real one, or omit the value.',
  },
  number_too_large: {
    th: 'ตัวเลขนี้มากเกินกว่าจะเก็บได้ครบทุกหลัก กรุณาตรวจสอบ หรือเก็บเป็นข้อความแทน',
    en: 'This number is too large to keep all of its digits. Check it, or keep it in a text field.',
  },
  date_year_impossible: {
    th: 'ปีนี้เป็นไปไม่ได้ กรุณาใส่ปี พ.ศ. 2400–2742 หรือ ค.ศ. 1800–2199 หรือไม่ส่งค่านี้',
    en: 'This year cannot be right. Send a year from 1800 to 2199 CE or 2400 to 2742 BE, or omit the value.',
  },
  date_order_unknown: {
    th: 'วันที่นี้อ่านได้ทั้งวันก่อนเดือนและเดือนก่อนวัน กรุณาส่งเป็น ปี-เดือน-วัน เช่น 2024-12-31',
    en: 'This date can be read day first or month first. Send it as 2024-12-31.',
  },
  date_year_unknown: {
    th: 'ไม่แน่ใจว่าปีนี้คือปีใด กรุณาส่งปีสี่หลัก',
    en: 'It is unclear which year this is. Send a year of four digits.',
  },
  date_day_unknown: {
    th: 'เวลานี้อยู่ก่อนเที่ยงคืนพอดี จึงอาจเป็นวันถัดไป กรุณาส่งวันที่โดยไม่มีเวลา',
    en: 'This time is just before midnight and may mean the next day. Send the day without a time.',
  },
  date_in_future: {
    th: 'วันที่นี้อยู่หลังวันนี้ จึงไม่บันทึก กรุณาตรวจสอบปี',
    en: 'This date is after today and was left out. Check its year.',
  },
  date_too_early: {
    th: 'วันเกิดนี้นานเกิน 110 ปี จึงไม่บันทึก กรุณาตรวจสอบปี หรือไม่ส่งค่านี้',
    en: 'This birth date is more than 110 years ago and was left out. Check its year, or omit the value.',
  },
  house_number_date: {
    th: 'โปรแกรมตารางเปลี่ยนบ้านเลขที่นี้เป็นวันที่ กรุณาส่งบ้านเลขที่เป็นข้อความ เช่น 12/5',
    en: 'A spreadsheet turned the house number into a date. Send it as text, for example 12/5.',
  },
  activity_date_missing: {
    th: 'รายการนี้มีข้อมูลกิจกรรมแต่ไม่มีวันที่ทำกิจกรรม กรุณาใส่วันที่',
    en: 'This item has an activity without a date. Send the date.',
  },
  match_key_missing: {
    th: 'รายการนี้ไม่มีค่าในฟิลด์ที่ใช้ระบุตัวลูกค้าเลย กรุณาใส่อย่างน้อยหนึ่งค่า',
    en: 'This item has no value in any field that tells customers apart. Send at least one.',
  },
  nobody_in_row: {
    th: 'รายการนี้ไม่มีชื่อ เบอร์ อีเมล เลขประจำตัว หรือข้อมูลระบุตัวลูกค้าเลย จึงไม่เพิ่มเป็นลูกค้า กรุณาส่งอย่างน้อยหนึ่งอย่าง',
    en: 'This item has no name, phone, email or ID of a customer, so nobody is added. Send at least one.',
  },
  code_not_found: {
    th: 'ไม่พบลูกค้าที่มีรหัสนี้ และรายการนี้ไม่มีชื่อ เบอร์ หรืออีเมล จึงไม่เพิ่มเป็นลูกค้า กรุณาตรวจสอบรหัส หรือเพิ่มลูกค้าก่อน',
    en: 'No customer has this code, and the item has no name, phone or email, so nobody is added. Check the code, or add the customer first.',
  },
  match_not_found: {
    th: 'ไม่พบลูกค้ารายนี้ และการจับคู่ตั้งให้อัปเดตลูกค้าเดิมเท่านั้น กรุณาเพิ่มลูกค้าก่อน หรือเลือกให้เพิ่มใหม่เมื่อไม่พบในการจับคู่ข้อมูล',
    en: 'No such customer, and the mapping only updates existing customers. Add the customer first, or choose in the mapping to add unknown customers.',
  },
  match_contradiction: {
    th: 'มีลูกค้าที่ข้อมูลอื่นตรงกันแล้ว แต่ค่านี้เป็นของคนละคน กรุณาตรวจสอบว่าเป็นลูกค้ารายเดียวกันหรือไม่',
    en: rowFailures.match_contradiction.en,
  },
  match_conflict: {
    th: 'ข้อมูลในรายการนี้ตรงกับลูกค้ามากกว่าหนึ่งราย กรุณาตรวจสอบหรือรวมโปรไฟล์ก่อน',
    en: 'This item matches more than one customer. Check it, or merge the profiles first.',
  },
  consent_unreadable: {
    th: 'ค่านี้ไม่ใช่คำตอบว่ายินยอมหรือไม่ยินยอม จึงไม่บันทึกความยินยอม กรุณาส่ง ยินยอม หรือ ไม่ยินยอม',
    en: 'This value does not say whether consent was given, so none was recorded. Send yes or no.',
  },
  label_name_wrong: {
    th: 'ค่านี้มีชื่อที่เป็นป้ายกำกับไม่ได้ ชื่อต้องยาวไม่เกิน 100 ตัวอักษร และคั่นหลายชื่อด้วยลูกน้ำ (,)',
    en: 'This value contains a label name that is not valid. A name has up to 100 characters; separate several with commas.',
  },
  label_is_segment: {
    th: 'ค่านี้มีชื่อของเซกเมนต์ ซึ่งเงื่อนไขเป็นผู้เลือกสมาชิก กรุณาลบชื่อนั้นออก',
    en: 'This value names a segment, whose members are chosen by its rule. Remove the name.',
  },
  erased_person: {
    th: 'รายการนี้เป็นของผู้ที่ขอให้ลบข้อมูล จึงไม่นำเข้า หากเขายินยอมให้เก็บข้อมูลใหม่แล้ว กรุณาเพิ่มลูกค้ารายนี้เองก่อน',
    en: 'This item is about a person whose data was erased on request, so it was left out. If they agree to be stored again, add the customer manually first.',
  },
}
