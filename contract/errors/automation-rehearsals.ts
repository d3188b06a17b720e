/** Rehearsals of automations. */
export const rehearsalErrors = {
  rehearsal_running: {
    code: 451,
    status: 409,
    th: 'ร้านกำลังลองย้อนหลังอยู่แล้ว กรุณารอให้เสร็จก่อน',
    en: 'The store is already running a rehearsal. Wait until it ends.',
  },
  rehearsal_incomplete: {
    code: 452,
    status: 409,
    th: 'ยังลองย้อนหลังไม่ได้ เพราะยังตั้งค่าไม่ครบ กรุณาเลือกจุดเริ่มและแก้ขั้นตอนที่ระบุไว้',
    en: 'The automation is not complete. Choose its trigger and correct the marked steps before you rehearse it.',
  },
  rehearsal_closed: {
    code: 453,
    status: 403,
    th: 'ดูรายชื่อนี้ไม่ได้ เพราะเงื่อนไขใช้ข้อมูลที่คุณไม่มีสิทธิ์ดู ตัวเลขรวมยังดูได้',
    en: 'These customers are hidden, because the rules use data that you may not see. The figures are shown.',
  },
  rehearsal_endless: {
    code: 454,
    status: 409,
    th: 'การทำงานอัตโนมัติเริ่มกันเองวนไปไม่รู้จบ กรุณาเว้นวันระหว่างการเข้าแต่ละครั้ง หรือแก้ป้ายกำกับที่ทำให้วน',
    en: 'The automations start each other without end. Leave days between two entries, or change the label that starts the circle.',
  },
} as const
