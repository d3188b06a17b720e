/** The rules of segments. */
export const segmentErrors = {
  label_without_rule: {
    code: 51,
    status: 400,
    th: 'ป้ายกำกับนี้ไม่มีเงื่อนไข จึงอัปเดตอัตโนมัติไม่ได้ กรุณาใช้เซกเมนต์แทน',
    en: 'This label has no rule, so it cannot be updated automatically. Use a segment instead.',
  },
  label_invalid: {
    code: 123,
    status: 400,
    th: 'เงื่อนไขของเซกเมนต์ไม่ถูกต้อง กรุณาแก้ไขข้อที่ระบุไว้[ ({reason})]',
    en: 'The rule of this segment is not valid. Correct the marked condition[ ({reason})].',
  },
  label_cycle: {
    code: 124,
    status: 400,
    th: 'เงื่อนไขวนกลับมาที่เซกเมนต์เดิม: {labels} กรุณานำออกหนึ่งข้อ',
    en: 'The segments refer to each other in a circle: {labels}. Remove one of them.',
  },
  label_broken: {
    code: 126,
    status: 400,
    th: 'เงื่อนไขของเซกเมนต์นี้ใช้ข้อมูลที่ถูกลบหรือเปลี่ยนชนิดไปแล้ว จึงไม่มีลูกค้าในเซกเมนต์ กรุณาแก้ไขเงื่อนไข',
    en: 'The rule of this segment uses something that was deleted, or a field whose type has changed, so it has no members. Edit the rule.',
  },
  estimate_stopped: {
    code: 127,
    status: 409,
    th: 'หยุดคำนวณแล้ว เพราะมีการคำนวณครั้งใหม่หรือใช้เวลานานเกินไป กรุณาลองอีกครั้งหรือลดเงื่อนไข',
    en: 'The count was stopped: a newer one started, or it took too long. Try again, or use fewer conditions.',
  },
  calculation_stopped: {
    code: 128,
    status: 409,
    th: 'การคำนวณเซกเมนต์หยุดก่อนเสร็จ กรุณาคำนวณอีกครั้ง',
    en: 'The calculation of this segment was stopped before it finished. Calculate again.',
  },
} as const
