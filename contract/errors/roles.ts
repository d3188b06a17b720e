/** Roles. */
export const roleErrors = {
  role_in_use: {
    code: 110,
    status: 409,
    th: 'บทบาทนี้มีผู้ใช้ {members} คน[ และคำเชิญ {invitations} รายการ] กรุณาเลือกบทบาทที่จะให้แทนก่อนลบ',
    en: 'People with this role: {members}[, invitations: {invitations}]. Choose the role they get instead, and delete it then.',
  },
  role_beyond_rights: {
    code: 111,
    status: 403,
    th: 'บทบาทนี้มีสิทธิ์ที่คุณไม่มี จึงสร้าง แก้ไข ให้ หรือถอนไม่ได้ กรุณาให้เจ้าของร้านดำเนินการ',
    en: 'This role holds more than you do, so you can neither make, change, give nor take it. Ask an owner of the store.',
  },
  role_owner_fixed: {
    code: 112,
    status: 409,
    th: 'บทบาทเจ้าของร้านแก้ไขหรือลบไม่ได้ กรุณาสร้างบทบาทใหม่แทน',
    en: 'The owner’s role can be neither changed nor deleted. Make another role instead.',
  },
  role_own_rights: {
    code: 113,
    status: 409,
    th: 'การเปลี่ยนนี้จะทำให้คุณแก้ไขบทบาทไม่ได้อีก กรุณาให้ผู้อื่นที่มีสิทธิ์เป็นผู้เปลี่ยน',
    en: 'You could not edit roles any more after this. Ask somebody else who may to make this change.',
  },
} as const
