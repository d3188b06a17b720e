/** Accounts of messaging channels, and the events that come from them. */
export const channelErrors = {
  channel_taken: {
    code: 160,
    status: 409,
    th: 'บัญชีนี้เชื่อมต่อกับร้านค้าอื่นอยู่แล้ว กรุณายกเลิกการเชื่อมต่อที่ร้านนั้นก่อน',
    en: 'This account is connected to a store already. Disconnect it there first.',
  },
  channel_secret_wrong: {
    code: 161,
    status: 409,
    th: 'LINE ไม่ยอมรับ Channel ID หรือ Channel secret นี้ กรุณาคัดลอกจาก LINE Developers Console อีกครั้ง',
    en: 'LINE does not accept this channel ID or secret. Copy them from the LINE Developers Console again.',
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
    th: 'มีบรอดแคสต์ที่รอส่งจากบัญชีนี้ กรุณายกเลิกหรือรอให้ส่งเสร็จก่อน',
    en: 'Broadcasts of this account are waiting to be sent. Cancel them, or wait until they are sent.',
  },
  webhook_signature: {
    code: 164,
    status: 401,
    th: 'ลายเซ็นของคำขอไม่ถูกต้อง กรุณาตรวจ Channel secret ของบัญชีนี้',
    en: 'The signature of this request is wrong. Check the channel secret of this account.',
  },
} as const
