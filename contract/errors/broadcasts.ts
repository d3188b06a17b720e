/** Broadcasts: writing, approving and sending them. */
export const broadcastErrors = {
  broadcast_invalid: {
    code: 180,
    status: 400,
    th: 'บรอดแคสต์นี้ยังส่งไม่ได้ กรุณาแก้ส่วนที่ทำเครื่องหมายไว้',
    en: 'This broadcast cannot be sent yet. Correct the marked parts.',
  },
  broadcast_state: {
    code: 181,
    status: 409,
    th: 'สถานะของบรอดแคสต์นี้เปลี่ยนไปแล้ว กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    en: 'This broadcast has changed in the meantime. Reload the page and try again.',
  },
  broadcast_final: {
    code: 280,
    status: 409,
    th: 'บรอดแคสต์นี้จบการส่งแล้ว จึงแก้ไขหรือลบไม่ได้ กรุณาทำสำเนาหากต้องการส่งอีกครั้ง',
    en: 'This broadcast has been sent and is final. It cannot be changed or deleted. Duplicate it to send it again.',
  },
  broadcast_pending: {
    code: 281,
    status: 409,
    th: 'บรอดแคสต์นี้กำลังรอส่งหรือกำลังส่ง กรุณาหยุดส่งก่อน',
    en: 'This broadcast is waiting to be sent, or is being sent. Stop it first.',
  },
  broadcast_quota: {
    code: 182,
    status: 409,
    th: 'โควตาข้อความของเดือนเหลือ {left} ข้อความ ขาดอีก {short} ข้อความ ลดกลุ่มเป้าหมาย หรือเลือกส่งเท่าที่โควตาเหลือ',
    en: 'Only {left} messages are left in this month’s quota, {short} too few. Choose fewer customers, or send to as many as the quota allows.',
  },
  broadcast_quiet: {
    code: 183,
    status: 409,
    th: 'เวลานี้อยู่ในช่วงงดส่งของร้าน ({from}–{to}) กรุณาเลือกเวลาอื่น',
    en: 'This time is within the store’s quiet hours ({from}–{to}). Choose another time.',
  },
  broadcast_past: {
    code: 184,
    status: 409,
    th: 'เวลาที่ตั้งไว้ผ่านไปแล้ว กรุณาเลือกเวลาใหม่',
    en: 'The chosen time has passed. Choose a new one.',
  },
  broadcast_own_approval: {
    code: 185,
    status: 403,
    th: 'ผู้เขียนอนุมัติบรอดแคสต์ของตัวเองไม่ได้ กรุณาให้อีกคนอนุมัติ',
    en: 'You cannot approve your own broadcast. Ask another person.',
  },
  broadcast_test_limit: {
    code: 186,
    status: 409,
    th: 'วันนี้ส่งทดสอบครบ 20 ข้อความแล้ว กรุณาลองใหม่พรุ่งนี้',
    en: 'The limit of 20 test messages a day is reached. Try again tomorrow.',
  },
  broadcast_no_tester: {
    code: 187,
    status: 409,
    th: 'ยังไม่มีผู้รับข้อความทดสอบที่เป็นเพื่อนกับบัญชีนี้ กรุณาเพิ่มในการตั้งค่าบรอดแคสต์',
    en: 'None of the test recipients is a friend of this account. Add one in the broadcast settings.',
  },
  broadcast_nobody: {
    code: 188,
    status: 409,
    th: 'กลุ่มเป้าหมายนี้ไม่มีลูกค้าที่ส่งถึงได้ กรุณาเลือกกลุ่มอื่น',
    en: 'None of these customers can be reached. Choose others.',
  },
  broadcast_account: {
    code: 189,
    status: 409,
    th: 'บัญชี LINE นี้ใช้ส่งไม่ได้ กรุณาตรวจการเชื่อมต่อที่หน้าบัญชี LINE OA',
    en: 'This LINE account cannot send. Check its connection on the LINE OA screen.',
  },
  picture_invalid: {
    code: 210,
    status: 400,
    th: 'เปิดไฟล์รูปนี้ไม่ได้ กรุณาใช้ JPEG, PNG หรือ WebP',
    en: 'This file is not a readable picture. Choose a JPEG, PNG or WebP.',
  },
  picture_large: {
    code: 211,
    status: 400,
    th: 'รูปนี้กว้างหรือสูงเกิน 8,000 พิกเซล กรุณาย่อรูปก่อน',
    en: 'This picture is wider or taller than 8,000 pixels. Make it smaller first.',
  },
  picture_address: {
    code: 212,
    status: 409,
    th: 'ส่งรูปยังไม่ได้ เพราะ LINE เปิดรูปได้จาก URL แบบ https เท่านั้น กรุณาให้ผู้ดูแลระบบตั้ง PUBLIC_URL หรือ MEDIA_URL เป็น https ข้อความอื่นส่งได้ตามปกติ',
    en: 'Pictures cannot be sent yet: LINE opens pictures only over https. Ask the administrator to set PUBLIC_URL or MEDIA_URL to an https URL. Other messages can still be sent.',
  },
  broadcast_refused: {
    code: 190,
    status: 409,
    th: 'LINE ปฏิเสธข้อความนี้: {reason}',
    en: 'LINE rejected this message: {reason}',
  },
} as const
