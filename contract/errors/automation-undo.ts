/** Taking back what an automation did. */
export const automationUndoErrors = {
  automation_undo_running: {
    code: 455,
    status: 409,
    th: 'กำลังเลิกทำการทำงานอัตโนมัตินี้อยู่ กรุณารอให้เสร็จก่อน',
    en: 'This automation is being taken back already. Wait until that has ended.',
  },
  automation_undo_nothing: {
    code: 456,
    status: 409,
    th: 'ไม่มีสิ่งที่เลือกให้เลิกทำแล้ว กรุณาโหลดหน้านี้ใหม่แล้วเลือกอีกครั้ง',
    en: 'Nothing of what was chosen can be taken back any more. Reload the page and choose again.',
  },
} as const
