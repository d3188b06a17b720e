/** Profiles: their values, their list, pairs that may be one person. */
export const profileErrors = {
  values_invalid: {
    code: 43,
    status: 400,
    th: 'มีค่าที่บันทึกไม่ได้ กรุณาแก้ไขช่องที่ระบุ',
    en: 'Some values cannot be saved. Correct the fields listed.',
  },
  profile_locked: {
    code: 61,
    status: 409,
    th: 'ยังแก้ไขข้อมูลลูกค้าไม่ได้ เนื่องจากระบบกำลังประมวลผลข้อมูล',
    en: 'This profile cannot be edited while data is being processed.',
  },
  profile_merged: {
    code: 344,
    status: 410,
    th: 'ลูกค้ารายนี้ถูกรวมกับลูกค้าเลขที่ {merged_into} แล้ว กรุณาใช้รายนั้นแทน',
    en: 'This customer was merged into customer {merged_into}. Use that one instead.',
  },
  sort_too_many: {
    code: 49,
    status: 400,
    th: 'เรียงตามคอลัมน์นี้ได้เมื่อมีลูกค้าไม่เกิน {limit} ราย กรุณากรองก่อน หรือเรียงตามวันที่',
    en: 'This column can sort up to {limit} customers. Filter the list first, or sort by date.',
  },
  pair_over: {
    code: 47,
    status: 409,
    th: 'คู่นี้จัดการไปแล้ว หรือโปรไฟล์หนึ่งถูกลบไปแล้ว กรุณาโหลดหน้าใหม่',
    en: 'This pair has already been handled, or one of its profiles was deleted. Reload the page.',
  },
  merge_not_undoable: {
    code: 48,
    status: 409,
    th: 'การรวมโปรไฟล์นี้เลิกทำไม่ได้ อาจเลิกทำไปแล้ว หรือเกิน 30 วัน',
    en: 'This merge cannot be undone: it has already been undone, or is older than 30 days.',
  },
} as const
