export const connectorStatuses = ['active', 'inactive', 'error'] as const

/** Kinds of JSON values in a field of items; `list`: an array of plain values, `objects`: one of objects. */
export const pathKinds = ['text', 'number', 'boolean', 'list', 'objects'] as const
export type PathKind = (typeof pathKinds)[number]

/** Reasons of a connector's status `error`, with a sentence that says what to do. */
export const connectorProblemWords = {
  mapping_broken: {
    th: 'การจับคู่ข้อมูลใช้ฟิลด์หรือกิจกรรมที่ถูกลบแล้ว หรือยังไม่ได้เลือกฟิลด์ที่ใช้ระบุตัวลูกค้า กรุณาแก้การจับคู่ แล้วประมวลผลรายการที่ค้างอยู่อีกครั้ง',
    en: 'The mapping uses a field or an activity that was deleted, or nothing in it tells customers apart. Correct the mapping, then replay the failed items.',
  },
  items_failing: {
    th: 'รายการล่าสุดผิดพลาดทั้งหมด กรุณาดูสาเหตุในรายการผิดพลาด แก้การจับคู่ แล้วประมวลผลอีกครั้ง',
    en: 'All recent items failed. Open the failed items to see why, correct the mapping and replay them.',
  },
} as const
export const connectorProblems = ['mapping_broken', 'items_failing'] as const
export type ConnectorProblem = (typeof connectorProblems)[number]
