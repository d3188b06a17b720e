/** Automations: writing, approving and starting them. */
export const automationErrors = {
  automation_invalid: {
    code: 434,
    status: 400,
    th: 'ยังเริ่มใช้ไม่ได้ กรุณาแก้ส่วนที่ทำเครื่องหมายไว้',
    en: 'This automation cannot start yet. Correct the marked parts.',
  },
  automation_state: {
    code: 435,
    status: 409,
    th: 'สถานะของการทำงานอัตโนมัตินี้ไม่ให้ทำขั้นตอนนี้ กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    en: 'The state of this automation does not allow this. Reload the page and try again.',
  },
  automation_own_approval: {
    code: 436,
    status: 403,
    th: 'ผู้เขียนอนุมัติการทำงานอัตโนมัติของตัวเองไม่ได้ กรุณาให้อีกคนอนุมัติ',
    en: 'You cannot approve your own automation. Ask another person.',
  },
  automation_limit: {
    code: 437,
    status: 409,
    th: 'ร้านมีการทำงานอัตโนมัติครบ {limit} รายการแล้ว กรุณาลบรายการที่ไม่ใช้ก่อน',
    en: 'The store has {limit} automations, the most there can be. Delete one that is not used first.',
  },
  automation_step: {
    code: 438,
    status: 400,
    th: 'ขั้นนี้ใช้ “{subject}” ไม่ได้ กรุณาเลือกป้ายกำกับ ฟิลด์ หรือค่าอื่น',
    en: 'This step cannot use “{subject}”. Choose another label, field or value.',
  },
} as const
