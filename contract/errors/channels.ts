/** Accounts of messaging channels, and the events that come from them. */
export const channelErrors = {
  channel_taken: {
    code: 160,
    status: 409,
    th: 'บัญชีนี้เชื่อมต่อกับร้านค้าอื่นอยู่แล้ว กรุณาเลิกเชื่อมต่อที่ร้านนั้นก่อน',
    en: 'This account is already connected to another store. Disconnect it there first.',
  },
  channel_connected_here: {
    code: 277,
    status: 409,
    th: 'บัญชีนี้เชื่อมต่อกับร้านนี้อยู่แล้วในชื่อ {name} กรุณาเปิดบัญชีนั้นแทน',
    en: 'This account is already connected here as “{name}”. Open that one instead.',
  },
  channel_secret_wrong: {
    code: 161,
    status: 409,
    th: 'Channel ID หรือ Channel secret ไม่ถูกต้อง กรุณาคัดลอกจาก LINE Developers Console อีกครั้ง',
    en: 'This channel ID or secret is not valid. Copy them from the LINE Developers Console again.',
  },
  channel_unreachable: {
    code: 162,
    status: 409,
    th: 'ติดต่อ LINE ไม่ได้ในขณะนี้ กรุณาลองใหม่อีกครั้งในอีกสักครู่',
    en: 'LINE cannot be reached right now. Try again in a moment.',
  },
  channel_in_use: {
    code: 163,
    status: 409,
    th: 'มีบรอดแคสต์ที่รอส่งจากบัญชีนี้ กรุณาหยุดส่งหรือรอให้ส่งเสร็จก่อน',
    en: 'Broadcasts from this account are waiting to be sent. Stop them, or wait until they are sent.',
  },
  webhook_signature: {
    code: 164,
    status: 401,
    th: 'ลายเซ็นของคำขอไม่ถูกต้อง กรุณาตรวจ Channel secret ของบัญชีนี้',
    en: 'The signature of this request is wrong. Check the channel secret of this account.',
  },
  link_word_invalid: {
    code: 193,
    status: 409,
    th: 'รหัสนี้ใช้ไม่ได้แล้ว กรุณาขอ QR ใหม่จากพนักงาน',
    en: 'This code can no longer be used. Ask the staff for a new QR code.',
  },
  line_link_no_account: {
    code: 194,
    status: 409,
    th: 'ยังไม่มีบัญชี LINE OA ที่ใช้งานได้ กรุณาเชื่อมต่อบัญชีก่อน',
    en: 'No active LINE account is connected. Connect one first.',
  },
  facebook_not_set_up: {
    code: 195,
    status: 409,
    th: 'เซิร์ฟเวอร์นี้ยังไม่ได้ตั้งค่าแอป Facebook กรุณาติดต่อผู้ดูแลระบบ',
    en: 'This server has no Facebook app yet. Ask the administrator to set one up.',
  },
  facebook_refused: {
    code: 196,
    status: 409,
    th: 'โทเคนนี้ใช้ไม่ได้ หรือไม่มีสิทธิ์จัดการเพจ กรุณาสร้างโทเคนใหม่',
    en: 'This token does not work, or has no permission to manage the page. Create a new one.',
  },
  facebook_unreachable: {
    code: 197,
    status: 409,
    th: 'ติดต่อ Facebook ไม่ได้ในขณะนี้ กรุณาลองใหม่อีกครั้งในอีกสักครู่',
    en: 'Facebook cannot be reached right now. Try again in a moment.',
  },
  nothing_set_aside: {
    code: 290,
    status: 409,
    th: 'ไม่มีเหตุการณ์ที่พักไว้แล้ว อาจมีพนักงานคนอื่นกดประมวลผลไปแล้ว กรุณาโหลดรายการใหม่',
    en: 'No event is on hold any more. Someone may have replayed it already. Reload the list.',
  },
  webhook_challenge: {
    code: 198,
    status: 403,
    th: 'Verify token ไม่ถูกต้อง กรุณาใช้ค่าเดียวกับ FACEBOOK_VERIFY_TOKEN ของเซิร์ฟเวอร์',
    en: 'The verify token is wrong. Use the server’s FACEBOOK_VERIFY_TOKEN.',
  },
} as const
