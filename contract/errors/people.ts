/** Members of a store, and invitations. */
export const peopleErrors = {
  last_owner: {
    code: 114,
    status: 409,
    th: 'ร้านต้องมีเจ้าของอย่างน้อยหนึ่งคน กรุณาให้บทบาทเจ้าของร้านแก่ผู้อื่นก่อน',
    en: 'A store needs an owner. Give the owner role to someone else first.',
  },
  member_already: {
    code: 115,
    status: 409,
    th: '{email} อยู่ในร้านนี้แล้ว หากต้องการเปลี่ยนสิทธิ์ กรุณาเปลี่ยนบทบาทแทน',
    en: '{email} is already in this store. Change their role instead.',
  },
  invitations_too_many: {
    code: 116,
    status: 409,
    th: 'มีคำเชิญที่รอตอบครบ {limit} รายการแล้ว กรุณาเพิกถอนคำเชิญที่ไม่ใช้ก่อน',
    en: '{limit} invitations are already waiting for an answer. Revoke the ones you do not need first.',
  },
  mails_to_address: {
    code: 157,
    status: 429,
    th: 'วันนี้ส่งคำเชิญถึง {email} ครบ {limit} ฉบับแล้ว กรุณาลองใหม่พรุ่งนี้',
    en: '{limit} invitations were sent to {email} today. Try again tomorrow.',
  },
  mails_of_store: {
    code: 158,
    status: 429,
    th: 'วันนี้ร้านส่งอีเมลคำเชิญครบ {limit} ฉบับแล้ว กรุณาลองใหม่พรุ่งนี้',
    en: 'This store has sent {limit} invitations today. Try again tomorrow.',
  },
  invitation_invalid: {
    code: 117,
    status: 404,
    th: 'ลิงก์เชิญนี้ใช้ไม่ได้ กรุณาเปิดลิงก์ล่าสุดให้ครบทั้งบรรทัด หรือขอลิงก์ใหม่จากผู้เชิญ',
    en: 'This invitation link does not work. Open the whole latest link, or ask for a new one.',
  },
  invitation_used: {
    code: 118,
    status: 409,
    th: 'ลิงก์เชิญนี้ใช้ไปแล้ว กรุณาเข้าสู่ระบบ',
    en: 'This invitation has already been accepted. Please log in.',
  },
  invitation_expired: {
    code: 119,
    status: 409,
    th: 'คำเชิญนี้หมดอายุแล้ว กรุณาขอลิงก์ใหม่จากผู้เชิญ',
    en: 'This invitation has expired. Ask the person who invited you for a new link.',
  },
  invitation_revoked: {
    code: 120,
    status: 409,
    th: 'คำเชิญนี้ถูกเพิกถอนแล้ว กรุณาติดต่อผู้เชิญ',
    en: 'This invitation was revoked. Ask the person who invited you.',
  },
  invitation_for_another: {
    code: 121,
    status: 403,
    th: 'คำเชิญนี้ส่งถึง {email} กรุณาออกจากระบบแล้วเข้าสู่ระบบด้วยอีเมลนั้น',
    en: 'This invitation is for {email}. Log out, and log in with that email.',
  },
  invitation_sign_in: {
    code: 122,
    status: 409,
    th: '{email} มีบัญชีอยู่แล้ว กรุณาเข้าสู่ระบบก่อนตอบรับคำเชิญ',
    en: '{email} already has an account. Log in to accept the invitation.',
  },
} as const
