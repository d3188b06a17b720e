/**
 * Every refusal a caller can meet: its name in code, its error_code on the wire, its HTTP status and a sentence in both
 * languages that says what to do. {word} is filled from the details given with the refusal; what stands in [brackets] is said
 * only when they have its word.
 * The codes that spec section 8 fixes keep their number; the others are ours.
 */
export const errors = {
  invalid_input: {
    code: 1,
    status: 400,
    th: 'ข้อมูลที่ส่งมาไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่',
    en: 'Something in the request is not valid. Check the values and try again.',
  },
  no_latest_data_source: {
    code: 2,
    status: 404,
    th: 'ยังไม่มีแหล่งข้อมูลที่ทำค้างไว้ เริ่มนำเข้าไฟล์ใหม่ได้เลย',
    en: 'You have no unfinished data source. Start a new import.',
  },
  not_found: {
    code: 3,
    status: 404,
    th: 'ไม่พบข้อมูลที่ต้องการ อาจถูกลบไปแล้ว กรุณาโหลดหน้าใหม่',
    en: 'This was not found. It may have been deleted; reload the page.',
  },
  forbidden: {
    code: 4,
    status: 403,
    th: 'คุณไม่มีสิทธิ์ดำเนินการหรือเข้าถึงส่วนนี้ กรุณาติดต่อเจ้าหน้าที่',
    en: 'You do not have permission to do or access this. Please contact staff.',
  },
  signed_out: {
    code: 5,
    status: 401,
    th: 'เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่อีกครั้ง',
    en: 'Your session has expired. Please log in again.',
  },
  stale_edit: {
    code: 6,
    status: 409,
    th: 'มีผู้อื่นแก้ไขข้อมูลนี้ไปแล้ว กรุณาตรวจสอบก่อนบันทึก',
    en: 'Someone else changed this. Review the changes before saving.',
  },
  too_many_requests: {
    code: 7,
    status: 429,
    th: 'มีการเรียกใช้งานถี่เกินไป กรุณารอ {seconds} วินาทีแล้วลองใหม่',
    en: 'Too many tries. Wait {seconds} seconds and try again.',
  },
  dpa_required: {
    code: 8,
    status: 403,
    th: 'ร้านนี้ยังไม่ได้ยอมรับข้อตกลง กรุณาติดต่อเจ้าของร้าน',
    en: 'This store has not accepted the agreement. Please contact the store owner.',
  },
  internal: {
    code: 9,
    status: 500,
    th: 'เกิดข้อผิดพลาด รหัสอ้างอิง {request_id}',
    en: 'Something went wrong. Reference {request_id}',
  },
  wrong_credentials: {
    code: 10,
    status: 401,
    th: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่',
    en: 'The email or password is not right. Check both and try again.',
  },
  setup_link_invalid: {
    code: 11,
    status: 403,
    th: 'ลิงก์ตั้งค่านี้ใช้ไม่ได้แล้ว กรุณาใช้ลิงก์ล่าสุดที่ระบบแสดงตอนเริ่มทำงาน',
    en: 'This set-up link no longer works. Use the newest link that the server printed when it started.',
  },
  setup_done: {
    code: 12,
    status: 409,
    th: 'ระบบนี้ตั้งค่าแล้ว กรุณาเข้าสู่ระบบ',
    en: 'Ruam is already set up. Please log in.',
  },
  too_large: {
    code: 13,
    status: 413,
    th: 'ข้อมูลใหญ่เกินไป ส่งได้ไม่เกิน {limit}',
    en: 'This is too large. The limit is {limit}.',
  },
  duplicate_column_header: {
    code: 14,
    status: 400,
    th: 'ไฟล์มีชื่อคอลัมน์ซ้ำกัน: {name}[ และอีก {more_names} ชื่อ] กรุณาแก้ชื่อคอลัมน์แล้วอัปโหลดใหม่',
    en: 'Columns of the file have the same name: {name}[ and {more_names} more]. Rename all but one of each and upload the file again.',
  },
  empty_column_header: {
    code: 15,
    status: 400,
    th: 'คอลัมน์ที่ {index}[ และอีก {more_columns} คอลัมน์] ไม่มีชื่อ[ และมีชื่อคอลัมน์ซ้ำกัน: {name}][ และอีก {more_names} ชื่อ] กรุณาใส่ชื่อที่ไม่ซ้ำกันให้ทุกคอลัมน์แล้วอัปโหลดใหม่',
    en: 'Columns without a name: {index}[ and {more_columns} more][; with the same name: {name}][ and {more_names} more]. Give each a name of its own and upload the file again.',
  },
  file_type_not_supported: {
    code: 16,
    status: 400,
    th: 'ไฟล์ชนิดนี้นำเข้าไม่ได้ กรุณาบันทึกเป็น .xlsx หรือ .csv',
    en: 'This kind of file cannot be imported. Save it as .xlsx or .csv.',
  },
  file_empty: {
    code: 17,
    status: 400,
    th: 'ไฟล์นี้ไม่มีข้อมูล กรุณาเลือกไฟล์ที่มีหัวคอลัมน์และอย่างน้อยหนึ่งแถว',
    en: 'This file holds no rows. Choose one with a header and at least one row.',
  },
  charset_unreadable: {
    code: 18,
    status: 400,
    th: 'อ่านตัวอักษรในไฟล์ไม่ได้ กรุณาเลือกรหัสอักขระอื่น หรือบันทึกเป็น CSV แบบ UTF-8',
    en: 'The letters of this file cannot be read. Choose another character set, or save it as CSV (UTF-8).',
  },
  too_many_columns: {
    code: 19,
    status: 400,
    th: 'ไฟล์มีเกิน {limit} คอลัมน์ กรุณาลบคอลัมน์ที่ไม่ใช้ หรือแบ่งเป็นหลายไฟล์',
    en: 'The file has more than {limit} columns. Remove those you do not need, or split it into several files.',
  },
  too_many_rows: {
    code: 20,
    status: 400,
    th: 'ไฟล์มีเกิน {limit} แถว กรุณาแบ่งเป็นหลายไฟล์',
    en: 'The file has more than {limit} rows. Split it into several files.',
  },
  data_source_status: {
    code: 21,
    status: 409,
    th: 'สถานะนี้ไม่สามารถดำเนินการต่อได้',
    en: 'not a allowed state for continue',
  },
  mapping_invalid: {
    code: 22,
    status: 400,
    th: 'การจับคู่ไม่ถูกต้อง: {reason}',
    en: 'The mapping is not valid: {reason}',
  },
  run_outdated: {
    code: 23,
    status: 409,
    th: 'การจับคู่เปลี่ยนไปหลังทดลองนำเข้า กรุณาทดลองนำเข้าอีกครั้ง',
    en: 'The mapping changed after this dry run. Run the preview again.',
  },
  pipeline_busy: {
    code: 24,
    status: 409,
    th: 'ร้านนี้กำลังประมวลผลข้อมูลชุดอื่นอยู่ กรุณารอให้เสร็จก่อน',
    en: 'This store is already processing other data. Wait until it has finished.',
  },
  data_source_disabled: {
    code: 25,
    status: 409,
    th: 'แหล่งข้อมูลนี้ปิดใช้งานอยู่ กรุณาเปิดใช้งานก่อน',
    en: 'This data source is switched off. Switch it on first.',
  },
  quote_unclosed: {
    code: 26,
    status: 400,
    th: 'แถวที่ {row} มีเครื่องหมาย " ที่เปิดไว้แต่ไม่ปิด กรุณาแก้ไขแล้วอัปโหลดใหม่',
    en: 'Row {row} opens a quote (") that is never closed. Correct it and upload the file again.',
  },
  quotes_unclear: {
    code: 55,
    status: 400,
    th: 'แถวที่ {row} มีเครื่องหมาย \\ นำหน้า " ซึ่งอ่านได้สองแบบ กรุณาเลือกวิธีครอบข้อความเป็นแบบ \\" แล้วลองใหม่ หรือบันทึกไฟล์ใหม่เป็น .xlsx',
    en: 'Row {row} has a \\ before a quote ("), which can be read in two ways. Choose \\" as the way texts are quoted and try again, or save the file as .xlsx.',
  },
  sheet_hidden: {
    code: 56,
    status: 400,
    th: 'ชีตที่มีข้อมูลในไฟล์นี้ถูกซ่อนอยู่ กรุณาเลือกชีตที่ต้องการ หรือเปิดใน Excel แล้วเลิกซ่อนก่อน',
    en: 'The sheets with data are hidden in this workbook. Choose the one to read, or unhide it in Excel first.',
  },
  no_table: {
    code: 64,
    status: 400,
    th: 'ไม่พบตารางข้อมูล มีแต่ข้อความ กรุณาเลือกชีตหรือไฟล์ที่มีรายชื่อลูกค้าเป็นตาราง',
    en: 'No table was found here, only text. Choose the sheet or the file that holds customers in a table.',
  },
  web_page: {
    code: 65,
    status: 400,
    th: 'ไฟล์นี้เป็นหน้าเว็บ (HTML) ไม่ใช่ตารางข้อมูล กรุณาเปิดใน Excel แล้วบันทึกเป็น .xlsx หรือดาวน์โหลดจากต้นทางใหม่',
    en: 'This file is a web page (HTML), not a table. Open it in Excel and save it as .xlsx, or download it from its source again.',
  },
  file_used: {
    code: 27,
    status: 409,
    th: 'ไฟล์นี้ใช้กับแหล่งข้อมูลอื่นแล้ว กรุณาอัปโหลดใหม่',
    en: 'This file belongs to another data source already. Upload it again.',
  },
  header_unsure: {
    code: 28,
    status: 400,
    th: 'แถวแรกของไฟล์ดูเหมือนข้อมูลลูกค้า กรุณาระบุว่าแถวใดเป็นชื่อคอลัมน์ หรือไม่มี',
    en: 'The first row looks like data. Say which row names the columns, or that none does.',
  },
  xls_old: {
    code: 29,
    status: 400,
    th: 'ไฟล์ .xls รุ่นเก่านำเข้าไม่ได้ กรุณาเปิดใน Excel แล้วบันทึกเป็น .xlsx',
    en: 'An old .xls file cannot be imported. Open it in Excel and save it as .xlsx.',
  },
  file_encrypted: {
    code: 30,
    status: 400,
    th: 'ไฟล์นี้มีรหัสผ่าน กรุณาเอารหัสผ่านออกแล้วบันทึกใหม่',
    en: 'This file has a password. Remove the password and save it again.',
  },
  workbook_broken: {
    code: 31,
    status: 400,
    th: 'ไฟล์ Excel นี้เสียหาย กรุณาเปิดใน Excel แล้วบันทึกเป็น .xlsx ใหม่',
    en: 'This workbook is damaged. Open it in Excel and save it as .xlsx again.',
  },
  workbook_too_big: {
    code: 32,
    status: 400,
    th: 'ไฟล์ Excel นี้ใหญ่เกินไปเมื่อคลายออก กรุณาแบ่งไฟล์หรือบันทึกเป็น CSV',
    en: 'This workbook is too big once unpacked. Split it, or save it as CSV.',
  },
  sheet_not_found: {
    code: 33,
    status: 400,
    th: 'ไม่พบชีตที่เลือกในไฟล์ กรุณาเลือกชีตใหม่',
    en: 'The file has no such sheet. Choose another.',
  },
  storage_full: {
    code: 34,
    status: 507,
    th: 'พื้นที่เก็บไฟล์ของระบบเต็ม กรุณาแจ้งผู้ดูแลระบบให้เพิ่มพื้นที่ แล้วลองใหม่',
    en: 'The server has no room left for files. Ask whoever runs it to make room, then try again.',
  },
  data_source_busy: {
    code: 38,
    status: 409,
    th: 'แหล่งข้อมูลนี้กำลังทำงานอยู่ กรุณารอให้เสร็จหรือยกเลิกก่อน แล้วจึงลบ',
    en: 'This data source is at work. Wait until it has finished, or cancel it, and delete it then.',
  },
  no_failed_rows: {
    code: 39,
    status: 409,
    th: 'การนำเข้าครั้งนี้ไม่มีแถวที่ต้องแก้ไข',
    en: 'This import has no rows to correct.',
  },
  field_in_use: {
    code: 40,
    status: 409,
    th: 'ฟิลด์นี้ใช้งานอยู่ หากลบ ค่าที่บันทึกไว้จะหายไปด้วย กรุณายืนยันก่อนลบ',
    en: 'This field is in use, and its values would go with it. Confirm to delete it all the same.',
  },
  field_system: {
    code: 41,
    status: 409,
    th: 'ฟิลด์นี้เป็นของระบบ แก้ไขหรือลบไม่ได้ กรุณาสร้างฟิลด์ของร้านแทน',
    en: 'This field belongs to the system and cannot be changed or deleted. Make a field of your own instead.',
  },
  field_values_not_convertible: {
    code: 42,
    status: 409,
    th: 'มี {not_convertible} ค่าที่แปลงเป็นชนิดข้อมูลใหม่ไม่ได้ กรุณาแก้ไขค่าเหล่านี้ก่อน หรือเลือกลบทิ้ง',
    en: '{not_convertible} values cannot be converted to the new type. Correct them first, or choose to drop them.',
  },
  values_invalid: {
    code: 43,
    status: 400,
    th: 'มีค่าที่บันทึกไม่ได้ กรุณาแก้ไขช่องที่ระบุ',
    en: 'Some values cannot be saved. Correct the fields that are named.',
  },
  job_over: {
    code: 44,
    status: 409,
    th: 'งานนี้สิ้นสุดแล้ว ยกเลิกไม่ได้',
    en: 'This job is over and cannot be cancelled.',
  },
  job_not_undoable: {
    code: 45,
    status: 409,
    th: 'งานนี้เลิกทำไม่ได้ อาจเลิกทำไปแล้ว หรือเกิน 30 วัน',
    en: 'This job cannot be undone: it was undone already, or is older than 30 days.',
  },
  run_not_undoable: {
    code: 46,
    status: 409,
    th: 'การนำเข้านี้เลิกทำไม่ได้ อาจเลิกทำไปแล้ว ยังทำงานอยู่ หรือเกิน 30 วัน',
    en: 'This import cannot be undone: it was undone already, is still at work, or is older than 30 days.',
  },
  pair_over: {
    code: 47,
    status: 409,
    th: 'คู่นี้จัดการไปแล้ว หรือโปรไฟล์หนึ่งถูกลบไปแล้ว กรุณาโหลดหน้าใหม่',
    en: 'This pair was settled already, or one of its profiles is gone. Reload the page.',
  },
  merge_not_undoable: {
    code: 48,
    status: 409,
    th: 'การรวมโปรไฟล์นี้เลิกทำไม่ได้ อาจเลิกทำไปแล้ว หรือเกิน 30 วัน',
    en: 'This merge cannot be undone: it was undone already, or is older than 30 days.',
  },
  sort_too_many: {
    code: 49,
    status: 400,
    th: 'เรียงตามคอลัมน์นี้ได้เมื่อมีลูกค้าไม่เกิน {limit} ราย กรุณากรองก่อน หรือเรียงตามวันที่',
    en: 'This column sorts up to {limit} customers. Filter the list first, or sort by date.',
  },
  formula_invalid: {
    code: 50,
    status: 400,
    th: 'สูตรนี้ใช้ไม่ได้: {reason}',
    en: 'This formula cannot be used: {reason}',
  },
  label_without_rule: {
    code: 51,
    status: 400,
    th: 'ป้ายกำกับนี้ไม่มีเงื่อนไข จึงติดให้อัตโนมัติไม่ได้',
    en: 'This label has no rule to follow. Only a segment can be applied by itself.',
  },
  job_unstoppable: {
    code: 52,
    status: 409,
    th: 'งานนี้หยุดกลางคันไม่ได้ กรุณารอให้เสร็จ',
    en: 'This job cannot be stopped half-way. Wait until it has finished.',
  },
  field_sensitive: {
    code: 53,
    status: 403,
    th: 'ฟิลด์ {field} เป็นข้อมูลอ่อนไหวที่คุณไม่มีสิทธิ์ดู จึงนำเข้าไม่ได้ กรุณาเอาฟิลด์นี้ออก หรือให้ผู้มีสิทธิ์นำเข้าแทน',
    en: 'You may not see values of {field}, so you cannot import them. Leave the field out, or ask somebody who may.',
  },
  column_sensitive: {
    code: 54,
    status: 403,
    th: 'คอลัมน์ {column} มีข้อมูลอ่อนไหวที่คุณไม่มีสิทธิ์ดู จึงนำเข้าไม่ได้ กรุณาเอาคอลัมน์นี้ออก หรือให้ผู้มีสิทธิ์นำเข้าแทน',
    en: 'The column {column} holds values you may not see, so you cannot import it. Leave it out, or ask somebody who may.',
  },
  sign_in_busy: {
    code: 57,
    status: 429,
    th: 'ขณะนี้มีผู้เข้าสู่ระบบพร้อมกันจำนวนมาก กรุณารอ {seconds} วินาทีแล้วลองใหม่',
    en: 'Too many people are signing in at this moment. Wait {seconds} seconds and try again.',
  },
  foreign_page: {
    code: 58,
    status: 403,
    th: 'คำขอนี้มาจากหน้าเว็บอื่น กรุณาเปิด Ruam จากที่อยู่ของระบบโดยตรงแล้วลองใหม่',
    en: 'This came from a page of another address. Open Ruam at its own address and try again.',
  },
  password_common: {
    code: 59,
    status: 400,
    th: 'รหัสผ่านนี้เดาง่ายเกินไป: เป็นรหัสที่ใช้กันมาก หรือมีเพียงชื่อ ชื่อร้าน เบอร์โทร วันที่ หรือปุ่มที่เรียงกัน กรุณาตั้งใหม่ เช่น คำสามสี่คำที่ไม่เกี่ยวกัน',
    en: 'This password is easy to guess: many people use it, or it is little more than a name, the store, a phone number, a date or keys in a row. Choose another, such as three or four words that have nothing to do with each other.',
  },
  password_wrong: {
    code: 60,
    status: 400,
    th: 'รหัสผ่านปัจจุบันไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่',
    en: 'The current password is not right. Check it and try again.',
  },
  profile_locked: {
    code: 61,
    status: 409,
    th: 'ยังแก้ไขโปรไฟล์ไม่ได้ เนื่องจากระบบกำลังประมวลผลข้อมูล',
    en: 'This profile cannot be edited while data is being processed.',
  },
  too_slow: {
    code: 62,
    status: 408,
    th: 'ข้อมูลส่งมาถึงช้าเกินไป กรุณาตรวจสอบการเชื่อมต่อแล้วลองใหม่',
    en: 'The request took too long to arrive. Check the connection and try again.',
  },
  timed_out: {
    code: 63,
    status: 503,
    th: 'ระบบใช้เวลานานเกินไป กรุณาโหลดหน้าใหม่เพื่อดูว่าสำเร็จหรือไม่ ก่อนลองอีกครั้ง',
    en: 'This took too long. Reload the page to see whether it was done before you try again.',
  },
  activity_type_name_taken: {
    code: 66,
    status: 409,
    th: 'มีชื่อประเภทกิจกรรมนี้แล้ว กรุณาใช้ชื่ออื่น',
    en: 'An activity type already has this name. Choose another.',
  },
  activity_type_name_invalid: {
    code: 67,
    status: 400,
    th: 'ชื่อประเภทกิจกรรมต้องมี 1-100 ตัวอักษร กรุณาแก้ไข',
    en: 'The name of an activity type has 1 to 100 characters. Correct it.',
  },
  field_name_invalid: {
    code: 70,
    status: 400,
    th: 'ชื่อฟิลด์ต้องขึ้นต้นด้วยตัวอักษรอังกฤษตัวเล็ก และมีได้เฉพาะ a-z 0-9 และ _',
    en: 'A field name starts with a small letter and holds only letters, digits and _.',
  },
  data_source_invalid: {
    code: 71,
    status: 400,
    th: 'แหล่งข้อมูลนี้ใช้ไม่ได้ เพราะชนิดไฟล์ที่ระบุไม่ตรงกับไฟล์ที่อัปโหลด กรุณาอัปโหลดไฟล์ใหม่',
    en: 'This data source is not valid: its file is not of the type that was given. Upload the file again.',
  },
  data_source_not_found: {
    code: 72,
    status: 404,
    th: 'ไม่พบแหล่งข้อมูลนี้ อาจถูกลบไปแล้ว กรุณากลับไปเลือกจากรายการแหล่งข้อมูล',
    en: 'This data source was not found. It may have been deleted; choose one from the list of data sources.',
  },
  already_exists: {
    code: 73,
    status: 409,
    th: 'มีรายการนี้อยู่แล้ว ไม่ต้องเพิ่มซ้ำ กรุณาโหลดหน้าใหม่เพื่อดูข้อมูลล่าสุด',
    en: 'This is there already and need not be added again. Reload the page to see it.',
  },
  field_name_in_activity: {
    code: 74,
    status: 409,
    th: 'มีชื่อฟิลด์นี้ในฟิลด์กิจกรรมแล้ว กรุณาใช้ชื่ออื่น',
    en: 'An activity field already has this name. Choose another.',
  },
  field_display_name_in_activity: {
    code: 75,
    status: 409,
    th: 'มีชื่อที่แสดงนี้ในฟิลด์กิจกรรมแล้ว กรุณาใช้ชื่ออื่น',
    en: 'An activity field already has this display name. Choose another.',
  },
  field_name_in_profile: {
    code: 76,
    status: 409,
    th: 'มีชื่อฟิลด์นี้ในฟิลด์โปรไฟล์แล้ว กรุณาใช้ชื่ออื่น',
    en: 'A profile field already has this name. Choose another.',
  },
  field_display_name_in_profile: {
    code: 77,
    status: 409,
    th: 'มีชื่อที่แสดงนี้ในฟิลด์โปรไฟล์แล้ว กรุณาใช้ชื่ออื่น',
    en: 'A profile field already has this display name. Choose another.',
  },
  label_type_invalid: {
    code: 78,
    status: 400,
    th: 'ป้ายกำกับเป็นชนิดนี้ไม่ได้ ป้ายที่สร้างเองเป็นแบบทั่วไป และเปลี่ยนชนิดภายหลังไม่ได้ กรุณาสร้างป้ายใหม่แทน',
    en: 'A label cannot have this type: those made by hand are general, and none changes its type. Make a new label instead.',
  },
  label_name_taken: {
    code: 79,
    status: 409,
    th: 'มีป้ายกำกับชื่อนี้แล้ว กรุณาใช้ชื่ออื่น',
    en: 'A label already has this name. Choose another.',
  },
  label_name_invalid: {
    code: 80,
    status: 400,
    th: 'ชื่อป้ายกำกับต้องมี 1-100 ตัวอักษร และไม่มีเครื่องหมายจุลภาค กรุณาแก้ไข',
    en: 'The name of a label has 1 to 100 characters and no comma. Correct it.',
  },
  label_name_reserved: {
    code: 81,
    status: 400,
    th: 'ชื่อนี้สงวนไว้สำหรับระบบ กรุณาใช้ชื่ออื่น',
    en: 'This name is reserved. Choose another.',
  },
  activity_type_fields_invalid: {
    code: 101,
    status: 400,
    th: 'ฟิลด์ของประเภทกิจกรรมไม่ถูกต้อง อาจถูกลบไปแล้วหรือซ้ำกัน กรุณาเลือกใหม่',
    en: 'The fields of this activity type are not valid: one was deleted or is named twice. Choose again.',
  },
  name_taken: {
    code: 140,
    status: 409,
    th: 'มีชื่อนี้ในระบบแล้ว กรุณาใช้ชื่ออื่น',
    en: 'This name is already used. Choose another.',
  },
} as const satisfies Record<string, { code: number; status: number; th: string; en: string }>

export type ErrorName = keyof typeof errors
export type Language = 'th' | 'en'

/** The body of every answer that is not a success. */
export interface ErrorBody {
  error_code: number
  error: ErrorName
  message: string
  details?: Record<string, unknown>
}
