/** Why a value of a file or a call could not be read, each with a sentence that says what to do. */
export const valueFailures = {
  cell_too_long: {
    th: 'ข้อความในช่องนี้ยาวเกิน 32 kB กรุณาย่อให้สั้นลง',
    en: 'The text in this cell is longer than 32 kB. Shorten it.',
  },
  text_not_plain: {
    th: 'ข้อความมีอักขระที่มองไม่เห็น กรุณาลบแล้วพิมพ์ใหม่แทนการวาง',
    en: 'This text contains an invisible character. Delete the text and type it instead of pasting it.',
  },
  letters_broken: {
    th: 'ตัวอักษรในช่องนี้เสียหาย จึงเว้นว่างไว้ กรุณาพิมพ์ข้อความนี้ใหม่',
    en: 'A letter of this cell is damaged in the file, so the cell was left empty. Type the text again.',
  },
  digits_lost: {
    th: 'ตัวเลขบางหลักหายไปตอนบันทึกไฟล์ กรุณาตั้งรูปแบบคอลัมน์เป็นข้อความแล้วส่งออกไฟล์ใหม่',
    en: 'Digits were lost when the spreadsheet was saved. Format the column as text and export the file again.',
  },
  phone_invalid: {
    th: 'เบอร์โทรไม่ถูกต้อง กรุณาใส่เบอร์ให้ครบทุกหลัก เช่น 081-234-5678',
    en: 'This phone number is not valid. Enter all of its digits, for example 081-234-5678.',
  },
  phone_placeholder: {
    th: 'เบอร์นี้ไม่ใช่เบอร์ของลูกค้าจริง เช่น 099-999-9999 จึงไม่บันทึก กรุณาใส่เบอร์จริงหรือเว้นว่างไว้',
    en: 'This is a placeholder such as 099-999-9999 and was left out. Enter the real number or leave it empty.',
  },
  email_placeholder: {
    th: 'อีเมลนี้ไม่ใช่ของลูกค้าจริง เช่น guest@example.com จึงไม่บันทึก กรุณาใส่อีเมลจริงหรือเว้นว่างไว้',
    en: 'This is a placeholder such as guest@example.com and was left out. Enter the real address or leave it empty.',
  },
  email_invalid: {
    th: 'รูปแบบอีเมลไม่ถูกต้อง กรุณาแก้ให้เป็นแบบ name@example.com',
    en: 'This email address is not valid. Write it like name@example.com.',
  },
  citizen_id_length: {
    th: 'เลขประจำตัวประชาชนต้องเป็นตัวเลข 13 หลัก กรุณาตรวจสอบแล้วแก้ไข',
    en: 'A citizen ID has 13 digits. Check and correct it.',
  },
  citizen_id_check_digit: {
    th: 'เลขประจำตัวประชาชนไม่ถูกต้อง อาจพิมพ์ผิดบางหลัก กรุณาตรวจสอบกับบัตรประชาชน',
    en: 'This citizen ID is not valid: a digit may be mistyped. Check it against the card.',
  },
  citizen_id_placeholder: {
    th: 'เลขนี้ไม่ใช่เลขประจำตัวประชาชนจริง กรุณาใส่เลขจริงหรือเว้นว่างไว้',
    en: 'This is not a real citizen ID. Enter the real one or leave the cell empty.',
  },
  number_invalid: {
    th: 'กรุณากรอกเป็นตัวเลข เช่น 1,234.50',
    en: 'This must be a number. Write it like 1,234.50.',
  },
  number_too_large: {
    th: 'ตัวเลขนี้มากเกินกว่าจะเก็บได้ครบทุกหลัก กรุณาตรวจสอบ หรือเก็บเป็นข้อความแทน',
    en: 'This number is too large to keep all of its digits. Check it, or keep the column as text.',
  },
  date_invalid: {
    th: 'อ่านวันที่ไม่ได้ กรุณาใส่เป็น วัน/เดือน/ปี เช่น 31/12/2567',
    en: 'This date cannot be read. Write it as day/month/year, for example 31/12/2024.',
  },
  date_year_impossible: {
    th: 'ปีในช่องนี้เป็นไปไม่ได้ กรุณาใส่ปี พ.ศ. 2400–2742 หรือ ค.ศ. 1800–2199 หรือเว้นว่างไว้',
    en: 'This year cannot be right. Enter a year from 1800 to 2199 CE or 2400 to 2742 BE, or leave the cell empty.',
  },
  date_impossible: {
    th: 'ไม่มีวันที่นี้ในปฏิทิน กรุณาตรวจสอบวัน เดือน และปี',
    en: 'This date does not exist. Check the day, month and year.',
  },
  date_order_unknown: {
    th: 'ช่องนี้อ่านได้ทั้งวันก่อนเดือนและเดือนก่อนวัน และคอลัมน์นี้มีทั้งสองแบบ กรุณาตอบคำถามของคอลัมน์ในขั้นตอนจับคู่ข้อมูล',
    en: 'This can be read day first or month first, and the column has both. Answer the question about the column in the mapping step.',
  },
  date_year_unknown: {
    th: 'ยังไม่แน่ใจว่าปีในช่องนี้คือปีใด กรุณาตอบคำถามของคอลัมน์ในขั้นตอนจับคู่ข้อมูล',
    en: 'It is unclear which year this is. Answer the question about the column in the mapping step.',
  },
  date_day_unknown: {
    th: 'เวลาในช่องนี้อยู่ก่อนเที่ยงคืนพอดี จึงอาจเป็นวันถัดไป กรุณาตอบคำถามของคอลัมน์ในขั้นตอนจับคู่ข้อมูล',
    en: 'This time is just before midnight and may mean the next day. Answer the question about the column in the mapping step.',
  },
  date_in_future: {
    th: 'วันที่นี้อยู่หลังวันนี้ จึงไม่บันทึก กรุณาตรวจสอบปี หรือตอบคำถามของคอลัมน์ในขั้นตอนจับคู่ข้อมูล',
    en: 'This date is after today and was left out. Check its year, or answer the question about the column in the mapping step.',
  },
  date_too_early: {
    th: 'วันเกิดนี้นานเกิน 110 ปี จึงไม่บันทึก กรุณาตรวจสอบปี หรือเว้นว่างไว้',
    en: 'This birth date is more than 110 years ago and was left out. Check its year, or leave the cell empty.',
  },
  date_year_april: {
    th: 'ก่อน พ.ศ. 2484 ปีไทยเริ่มเดือนเมษายน มกราคมถึงมีนาคมจึงอาจอยู่ในปี ค.ศ. ถัดไป กรุณาใส่ปีเป็น ค.ศ.',
    en: 'Before 2484 BE the Thai year began in April, so January to March may lie in the next year. Enter the year in CE.',
  },
  house_number_date: {
    th: 'โปรแกรมตารางเปลี่ยนบ้านเลขที่ในช่องนี้เป็นวันที่ กรุณาพิมพ์บ้านเลขที่ใหม่เป็นข้อความ เช่น 12/5',
    en: 'A spreadsheet turned the house number into a date. Type it again as text, for example 12/5.',
  },
  choice_unknown: {
    th: 'ค่านี้ไม่อยู่ในรายการให้เลือกของฟิลด์ กรุณาเลือกจากรายการ หรือเพิ่มที่หน้าฟิลด์โปรไฟล์',
    en: 'This is not one of the field’s choices. Choose one of them, or add this choice to the field.',
  },
  boolean_invalid: {
    th: 'กรุณาใส่ “ใช่” หรือ “ไม่ใช่”',
    en: 'This must be yes or no.',
  },
} as const satisfies Record<string, { th: string; en: string }>

export type ValueFailure = keyof typeof valueFailures

/** Notes about corrected values, for review. */
export const valueNotes = {
  phone_repaired: { th: 'เติมเลข 0 ที่หายไปข้างหน้าให้แล้ว', en: 'A missing leading 0 was added.' },
  phone_expanded: {
    th: 'แปลงเบอร์โทรจากเลขแบบยกกำลังให้แล้ว กรุณาตรวจสอบ',
    en: 'The phone number was written in scientific notation and was expanded. Check it.',
  },
  phone_first_of_several: {
    th: 'ช่องนี้มีหลายเบอร์ ใช้เบอร์มือถือเบอร์แรก',
    en: 'The cell contains several numbers; the first mobile number was used.',
  },
  phone_extension_dropped: { th: 'ตัดเบอร์ต่อออกแล้ว', en: 'The extension was removed.' },
  phone_country_unknown: {
    th: 'ไม่ทราบว่าเป็นเบอร์ของประเทศใด เก็บไว้เฉพาะตัวเลข',
    en: 'The country of this number is unknown. Its digits were kept unchanged.',
  },
  citizen_id_repaired: { th: 'เติมเลข 0 ที่หายไปข้างหน้าให้แล้ว', en: 'A missing leading 0 was added.' },
} as const satisfies Record<string, { th: string; en: string }>

export type ValueNote = keyof typeof valueNotes
