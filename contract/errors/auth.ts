/** Setting up, signing in, passwords. */
export const authErrors = {
  setup_link_invalid: {
    code: 11,
    status: 403,
    th: 'ลิงก์ตั้งค่านี้ใช้ไม่ได้แล้ว กรุณาใช้ลิงก์ล่าสุดที่ระบบแสดงตอนเริ่มทำงาน',
    en: 'This set-up link no longer works. Use the latest link that the server printed at start-up.',
  },
  setup_done: {
    code: 12,
    status: 409,
    th: 'ระบบนี้ตั้งค่าแล้ว กรุณาเข้าสู่ระบบ',
    en: 'Ruam is already set up. Please log in.',
  },
  wrong_credentials: {
    code: 10,
    status: 401,
    th: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่',
    en: 'The email or password is incorrect. Check both and try again.',
  },
  sign_in_busy: {
    code: 57,
    status: 429,
    th: 'ขณะนี้มีผู้เข้าสู่ระบบพร้อมกันจำนวนมาก กรุณารอ {seconds} วินาทีแล้วลองใหม่',
    en: 'Too many people are logging in right now. Wait {seconds} s and try again.',
  },
  password_common: {
    code: 59,
    status: 400,
    th: 'รหัสผ่านนี้เดาง่ายเกินไป: เป็นรหัสที่ใช้กันมาก หรือมีเพียงชื่อ ชื่อร้าน เบอร์โทร วันที่ หรือปุ่มที่เรียงกัน กรุณาตั้งใหม่ เช่น คำสามสี่คำที่ไม่เกี่ยวกัน',
    en: 'This password is easy to guess: it is a common one, or mostly a name, the store’s name, a phone number, a date or adjacent keys. Choose another, such as three or four unrelated words.',
  },
  password_wrong: {
    code: 60,
    status: 400,
    th: 'รหัสผ่านปัจจุบันไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่',
    en: 'The current password is incorrect. Check it and try again.',
  },
  mail_unset: {
    code: 141,
    status: 409,
    th: 'ระบบนี้ไม่ได้ตั้งค่าการส่งอีเมล กรุณาขอให้ผู้ดูแลระบบตั้งรหัสผ่านใหม่ที่เครื่องเซิร์ฟเวอร์',
    en: 'Email is not set up here. Ask whoever runs Ruam to set a new password on the server.',
  },
  reset_invalid: {
    code: 142,
    status: 404,
    th: 'ลิงก์ตั้งรหัสผ่านนี้ใช้ไปแล้วหรือหมดอายุ กรุณาขอลิงก์ใหม่',
    en: 'This link has already been used or has expired. Request a new one.',
  },
} as const
