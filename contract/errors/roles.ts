/** Roles. */
export const roleErrors = {
  role_in_use: {
    code: 110,
    status: 409,
    th: 'บทบาทนี้มีผู้ใช้ {members} คน[ และคำเชิญ {invitations} รายการ] กรุณาเลือกบทบาทที่จะให้แทนก่อนลบ',
    en: 'People with this role: {members}[, invitations: {invitations}]. Choose the role they get instead, then delete this one.',
  },
  role_beyond_rights: {
    code: 111,
    status: 403,
    th: 'บทบาทนี้มีสิทธิ์ที่คุณไม่มี จึงสร้าง แก้ไข ให้ หรือถอนไม่ได้ กรุณาให้เจ้าของร้านดำเนินการ',
    en: 'This role has permissions you do not have, so you cannot create, change, give or remove it. Ask the store owner.',
  },
  role_owner_fixed: {
    code: 112,
    status: 409,
    th: 'บทบาทเจ้าของร้านแก้ไขหรือลบไม่ได้ กรุณาสร้างบทบาทใหม่แทน',
    en: 'The owner role cannot be changed or deleted. Create another role instead.',
  },
  role_own_rights: {
    code: 113,
    status: 409,
    th: 'การเปลี่ยนนี้จะทำให้คุณแก้ไขบทบาทไม่ได้อีก กรุณาให้ผู้อื่นที่มีสิทธิ์เป็นผู้เปลี่ยน',
    en: 'This change would take away your own permission to edit roles. Ask someone else who has it to make the change.',
  },
} as const
