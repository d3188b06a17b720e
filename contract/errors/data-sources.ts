/** Data sources, their mapping, their imports and what takes these back. */
export const dataSourceErrors = {
  data_source_not_found: {
    code: 72,
    status: 404,
    th: 'ไม่พบแหล่งข้อมูลนี้ อาจถูกลบไปแล้ว กรุณากลับไปเลือกจากรายการแหล่งข้อมูล',
    en: 'This data source was not found. It may have been deleted. Choose one from the data source list.',
  },
  data_source_invalid: {
    code: 71,
    status: 400,
    th: 'แหล่งข้อมูลนี้ใช้ไม่ได้ เพราะชนิดไฟล์ที่ระบุไม่ตรงกับไฟล์ที่อัปโหลด กรุณาอัปโหลดไฟล์ใหม่',
    en: 'This data source cannot be used: the stated type does not match its file. Upload the file again.',
  },
  data_source_status: {
    code: 21,
    status: 409,
    th: 'ขั้นตอนนี้ยังทำต่อไม่ได้',
    en: 'not a allowed state for continue',
  },
  data_source_disabled: {
    code: 25,
    status: 409,
    th: 'แหล่งข้อมูลนี้ปิดการนำเข้าไว้ กรุณาเปิดในรายการแหล่งข้อมูลก่อน',
    en: 'Imports from this data source are turned off. Turn them on in the data source list first.',
  },
  data_source_busy: {
    code: 38,
    status: 409,
    th: 'แหล่งข้อมูลนี้กำลังนำเข้าอยู่ กรุณารอให้เสร็จหรือหยุดก่อน แล้วจึงลบ',
    en: 'This data source is being imported. Wait until that has finished, or stop it, then delete the data source.',
  },
  source_of_program: {
    code: 360,
    status: 409,
    th: 'แหล่งข้อมูลนี้เป็นของโปรแกรม ลบหรือปิดที่นี่ไม่ได้ หากไม่ให้โปรแกรมส่งข้อมูลอีก กรุณายกเลิกโปรแกรม',
    en: 'This data source belongs to a program, so it cannot be deleted or switched off here. Revoke the program to stop it from sending.',
  },
  data_source_in_use: {
    code: 129,
    status: 409,
    th: 'ยังมีเซกเมนต์หรือมุมมองที่ใช้แหล่งข้อมูลนี้ในเงื่อนไข หากลบ เงื่อนไขเหล่านั้นจะใช้ไม่ได้ ยืนยันอีกครั้งหากต้องการลบ',
    en: 'Segments or views use this data source in their rules and would stop working. Confirm to delete it anyway.',
  },
  no_latest_data_source: {
    code: 2,
    status: 404,
    th: 'ยังไม่มีแหล่งข้อมูลที่ทำค้างไว้ เริ่มนำเข้าไฟล์ใหม่ได้เลย',
    en: 'You have no unfinished data source. Start a new import.',
  },
  mapping_invalid: {
    code: 22,
    status: 400,
    th: 'การจับคู่ไม่ถูกต้อง: {reason}',
    en: 'The mapping is not valid: {reason}',
  },
  match_keys_missing: {
    code: 291,
    status: 409,
    th: 'ยังไม่ได้เลือกฟิลด์ที่ใช้ระบุตัวลูกค้า กรุณาเลือกอย่างน้อยหนึ่งฟิลด์ในขั้นตอนจับคู่ข้อมูล หรือเลือกว่าทุกแถวเป็นลูกค้าใหม่',
    en: 'Nothing is chosen to tell customers apart. Choose at least one field in the mapping step, or choose that every row is a new customer.',
  },
  field_sensitive: {
    code: 53,
    status: 403,
    th: 'ฟิลด์ {field} เป็นข้อมูลอ่อนไหวที่คุณไม่มีสิทธิ์ดู จึงนำเข้าไม่ได้ กรุณานำฟิลด์นี้ออก หรือให้ผู้มีสิทธิ์นำเข้าแทน',
    en: 'You do not have permission to see {field}, so you cannot import it. Leave the field out, or ask someone who has the permission.',
  },
  column_sensitive: {
    code: 54,
    status: 403,
    th: 'คอลัมน์ {column} มีข้อมูลอ่อนไหวที่คุณไม่มีสิทธิ์ดู จึงนำเข้าไม่ได้ กรุณานำคอลัมน์นี้ออก หรือให้ผู้มีสิทธิ์นำเข้าแทน',
    en: 'The column {column} contains values you do not have permission to see, so you cannot import it. Leave it out, or ask someone who has the permission.',
  },
  run_outdated: {
    code: 23,
    status: 409,
    th: 'การจับคู่เปลี่ยนไปหลังทดลองนำเข้า กรุณาทดลองนำเข้าอีกครั้ง',
    en: 'The mapping has changed since this test run. Start another test run.',
  },
  withdrawals_unconfirmed: {
    code: 297,
    status: 409,
    th: 'การนำเข้านี้จะถอนความยินยอมเกิน 5% ของร้าน กรุณาตรวจคอลัมน์ความยินยอม แล้วยืนยันก่อนนำเข้า',
    en: 'This import would withdraw more than 5 % of the store’s consents. Check the consent column, then confirm before importing.',
  },
  run_not_undoable: {
    code: 46,
    status: 409,
    th: 'การนำเข้านี้เลิกทำไม่ได้ อาจเลิกทำไปแล้ว ยังทำงานอยู่ หรือเกิน 30 วัน',
    en: 'This import cannot be undone: it has already been undone, is still running, or is older than 30 days.',
  },
  no_failed_rows: {
    code: 39,
    status: 409,
    th: 'การนำเข้าครั้งนี้ไม่มีแถวที่ต้องแก้ไข',
    en: 'This import has no rows to correct.',
  },
} as const
