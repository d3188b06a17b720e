/** Labels: their names and their use. */
export const labelErrors = {
  label_name_taken: {
    code: 79,
    status: 409,
    th: 'มีป้ายกำกับชื่อนี้แล้ว กรุณาใช้ชื่ออื่น',
    en: 'A label already has this name. Choose another.',
  },
  label_name_invalid: {
    code: 80,
    status: 400,
    th: 'ชื่อป้ายกำกับต้องมี 1–100 ตัวอักษร และไม่มีลูกน้ำ (,) กรุณาแก้ไข',
    en: 'A label name must have 1 to 100 characters and no comma. Correct it.',
  },
  label_name_reserved: {
    code: 81,
    status: 400,
    th: 'ชื่อนี้สงวนไว้สำหรับระบบ กรุณาใช้ชื่ออื่น',
    en: 'This name is reserved. Choose another.',
  },
  label_type_invalid: {
    code: 78,
    status: 400,
    th: 'ใช้ป้ายกำกับชนิดนี้ไม่ได้ เซกเมนต์ต้องมีเงื่อนไขและติดเองไม่ได้ ส่วนชนิดของป้ายกำกับเปลี่ยนภายหลังไม่ได้ กรุณาเลือกหรือสร้างป้ายกำกับอื่น',
    en: 'A label of this type cannot be used here: a segment needs a rule and cannot be added manually, and a label’s type cannot change. Choose or create another.',
  },
  label_in_use: {
    code: 125,
    status: 409,
    th: 'ยังมีเซกเมนต์ มุมมอง แหล่งข้อมูล หรือการทำงานอัตโนมัติที่ใช้ป้ายกำกับนี้อยู่ ยืนยันอีกครั้งหากต้องการลบ',
    en: 'Segments, views, data sources or automations still use this label. Confirm to delete it anyway.',
  },
}
