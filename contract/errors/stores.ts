/** A store and its agreement. */
export const storeErrors = {
  stores_for_owners: {
    code: 136,
    status: 403,
    th: 'เจ้าของร้านเท่านั้นที่เปิดร้านเพิ่มได้ กรุณาติดต่อผู้ดูแลระบบ',
    en: 'Only a store owner can open another store. Ask the administrator.',
  },
  sandbox_exists: {
    code: 370,
    status: 409,
    th: 'คุณมีร้านทดลองอยู่แล้ว กรุณาเปิดจากรายการร้าน',
    en: 'You already have a sandbox store. Open it from the list of stores.',
  },
  sandbox_store: {
    code: 371,
    status: 409,
    th: 'ร้านทดลองเชื่อมต่อ LINE หรือ Facebook และส่งข้อความถึงลูกค้าไม่ได้ กรุณาทำในร้านจริง',
    en: 'A sandbox store cannot connect LINE or Facebook, or message customers. Do this in your real store.',
  },
  store_name_wrong: {
    code: 135,
    status: 400,
    th: 'ชื่อที่พิมพ์ไม่ตรงกับชื่อร้าน กรุณาพิมพ์ชื่อร้านให้ตรงทุกตัวอักษร',
    en: 'This does not match the name of the store. Type it exactly.',
  },
  photo_invalid: {
    code: 132,
    status: 400,
    th: 'ใช้รูปนี้ไม่ได้ กรุณาใช้ไฟล์ PNG, JPEG หรือ WebP ขนาดไม่เกิน 100 kB และไม่เกิน 512 × 512 พิกเซล',
    en: 'This picture cannot be used. Choose a PNG, JPEG or WebP of at most 100 kB and 512 × 512 pixels.',
  },
  tax_id_invalid: {
    code: 133,
    status: 400,
    th: 'เลขประจำตัวผู้เสียภาษีไม่ถูกต้อง กรุณาตรวจสอบตัวเลขทั้ง 13 หลัก',
    en: 'This tax ID is not valid. Check its 13 digits.',
  },
  phone_invalid: {
    code: 134,
    status: 400,
    th: 'เบอร์โทรไม่ถูกต้อง กรุณาตรวจสอบตัวเลข',
    en: 'This phone number is not valid. Check its digits.',
  },
  dpa_decided: {
    code: 130,
    status: 409,
    th: 'ร้านนี้ตอบข้อตกลงไปแล้ว กรุณาโหลดหน้าใหม่เพื่อดูหรือเปลี่ยนคำตอบ',
    en: 'This store has already answered the agreement. Reload the page to see or change the answer.',
  },
  dpa_outdated: {
    code: 131,
    status: 409,
    th: 'มีข้อตกลงฉบับใหม่แล้ว กรุณาโหลดหน้าใหม่และอ่านอีกครั้ง',
    en: 'There is a newer version of the agreement. Reload the page and read it again.',
  },
} as const
