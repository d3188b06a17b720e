/** Files that go out. */
export const exportErrors = {
  export_too_many: {
    code: 90,
    status: 409,
    th: 'ร้านนี้กำลังส่งออกอยู่ 3 รายการแล้ว กรุณารอให้เสร็จสักหนึ่งรายการก่อน',
    en: 'This store already has three exports in progress. Wait until one has finished.',
  },
  export_over: {
    code: 152,
    status: 409,
    th: 'การส่งออกนี้สิ้นสุดไปแล้ว จึงหยุดไม่ได้ ดูสถานะล่าสุดได้ในรายการส่งออก',
    en: 'This export has already ended and cannot be cancelled. The list of exports shows its status.',
  },
  export_too_long: {
    code: 153,
    status: 409,
    th: 'ไฟล์นี้ใช้เวลาเตรียมเกิน 30 นาที จึงหยุดไว้ กรุณาเลือกลูกค้าหรือคอลัมน์ให้น้อยลง',
    en: 'The export was stopped after 30 minutes. Choose fewer customers or columns.',
  },
  export_right_lost: {
    code: 154,
    status: 403,
    th: 'คุณไม่มีสิทธิ์ดูข้อมูลในไฟล์นี้แล้ว จึงหยุดการส่งออก กรุณาติดต่อเจ้าของร้าน',
    en: 'You no longer have permission to see the data in this file, so the export was stopped. Ask the store owner.',
  },
  export_erasure: {
    code: 155,
    status: 409,
    th: 'มีการลบข้อมูลตามคำขอของเจ้าของข้อมูลระหว่างเตรียมไฟล์ กรุณาส่งออกอีกครั้ง',
    en: 'A customer’s data was erased on request while this file was being prepared. Export again.',
  },
  export_too_large: {
    code: 156,
    status: 409,
    th: 'ไฟล์นี้ใหญ่เกินไป กรุณาเลือกลูกค้าหรือคอลัมน์ให้น้อยลง',
    en: 'This file is too large. Choose fewer customers or columns.',
  },
} as const
