/** Errors of any call, and errors shared by features. */
export const generalErrors = {
  invalid_input: {
    code: 1,
    status: 400,
    th: 'ข้อมูลที่ส่งมาไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่',
    en: 'Something in the request is not valid. Check the values and try again.',
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
    th: 'ทำรายการถี่เกินไป กรุณารอ {seconds} วินาทีแล้วลองใหม่',
    en: 'Too many tries. Wait {seconds} s and try again.',
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
  too_large: {
    code: 13,
    status: 413,
    th: 'ข้อมูลใหญ่เกินไป ส่งได้ไม่เกิน {limit}',
    en: 'This is too large. The limit is {limit}.',
  },
  foreign_page: {
    code: 58,
    status: 403,
    th: 'คำขอนี้มาจากหน้าเว็บอื่น กรุณาเปิด Ruam จากที่อยู่ของระบบโดยตรงแล้วลองใหม่',
    en: 'This came from a page of another address. Open Ruam at its own address and try again.',
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
  already_exists: {
    code: 73,
    status: 409,
    th: 'มีรายการนี้อยู่แล้ว ไม่ต้องเพิ่มซ้ำ กรุณาโหลดหน้าใหม่เพื่อดูข้อมูลล่าสุด',
    en: 'This is there already and need not be added again. Reload the page to see it.',
  },
  name_taken: {
    code: 140,
    status: 409,
    th: 'มีชื่อนี้ในระบบแล้ว กรุณาใช้ชื่ออื่น',
    en: 'This name is already used. Choose another.',
  },
  range_reversed: {
    code: 150,
    status: 400,
    th: 'วันเริ่มต้นอยู่หลังวันสิ้นสุด กรุณาเลือกช่วงใหม่',
    en: 'The range ends before it begins. Choose another one.',
  },
  too_many_points: {
    code: 151,
    status: 400,
    th: 'ช่วงนี้มีมากกว่า {most} จุด กรุณาเลือกช่วงที่สั้นลง[ หรือ timescale={timescale}]',
    en: 'This range has more than {most} points. Choose a shorter one[, or timescale={timescale}].',
  },
} as const
