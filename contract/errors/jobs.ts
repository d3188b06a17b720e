/** Work in the background. */
export const jobErrors = {
  pipeline_busy: {
    code: 24,
    status: 409,
    th: 'ร้านนี้กำลังประมวลผลข้อมูลชุดอื่นอยู่ กรุณารอให้เสร็จก่อน',
    en: 'This store is already processing other data. Wait until it has finished.',
  },
  job_over: {
    code: 44,
    status: 409,
    th: 'งานนี้สิ้นสุดแล้ว จึงหยุดไม่ได้',
    en: 'This work has finished and cannot be stopped.',
  },
  job_not_undoable: {
    code: 45,
    status: 409,
    th: 'งานนี้เลิกทำไม่ได้ อาจเลิกทำไปแล้ว หรือเกิน 30 วัน',
    en: 'This work cannot be undone: it has already been undone, or is older than 30 days.',
  },
  job_unstoppable: {
    code: 52,
    status: 409,
    th: 'งานนี้หยุดกลางคันไม่ได้ กรุณารอให้เสร็จ',
    en: 'This work cannot be stopped half-way. Wait until it has finished.',
  },
} as const
