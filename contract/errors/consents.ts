/** Consents and their wording. */
export const consentErrors = {
  consent_wording_changed: {
    code: 439,
    status: 409,
    th: 'ข้อความที่แจ้งลูกค้าหรือจำนวนคนเปลี่ยนไปแล้ว กรุณาดูข้อความล่าสุดแล้วลองอีกครั้ง',
    en: 'The wording or the number of customers has changed. Look at the current one and try again.',
  },
  age_gate_off: {
    code: 440,
    status: 409,
    th: 'ร้านยังไม่ได้เปิดเงื่อนไขอายุ จึงบันทึกคำตอบของผู้ปกครองไม่ได้',
    en: 'The store has not turned on the age rule, so a guardian’s answer cannot be recorded.',
  },
  correction_refused: {
    code: 441,
    status: 409,
    th: 'ข้อความเปลี่ยนไปมากกว่าการแก้ถ้อยคำ กรุณาเริ่มใช้เป็นข้อความใหม่',
    en: 'More than words has changed. Start it as a new wording.',
  },
} as const
