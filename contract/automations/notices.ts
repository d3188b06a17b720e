import { notice } from '../platform/notice.ts'

const shared = {
  topic: 'broadcast',
  leadsTo: { screen: 'automation', param: 'automationId', id: 'automation_id' },
  names: { name: ['automation', 'automation_id'] },
  data: ['automation_id'],
} as const

/** An automation waits for a second person. */
export const automationApprovalNotice = notice({
  ...shared,
  kind: 'automation_approval',
  readBy: 'cdp-core.broadcast.approve',
  says: {
    completed: {
      title: { th: '{name} รออนุมัติ', en: '{name} is waiting for approval' },
      text: { th: 'เปิดดูขั้นตอนและข้อความก่อนอนุมัติ', en: 'Check its steps and messages before you approve it.' },
    },
  },
})

/** An automation was paused by Ruam: a part of it is broken, or its starter has lost a right. */
export const automationPausedNotice = notice({
  ...shared,
  kind: 'automation_paused',
  readBy: 'cdp-core.setting-line.read',
  says: {
    failed: {
      title: { th: 'พักการทำงานอัตโนมัติ {name}', en: 'The automation {name} is paused' },
      text: {
        th: 'มีส่วนที่ใช้ไม่ได้แล้ว ลูกค้าที่อยู่ระหว่างทางยังรออยู่ เปิดดูสาเหตุแล้วแก้ไข',
        en: 'A part of it no longer works. Customers on the way wait. Open it to see why, and mend it.',
      },
    },
    cancel: {
      title: { th: 'พักการทำงานอัตโนมัติ {name}', en: 'The automation {name} is paused' },
      text: {
        th: 'ผู้ที่เริ่มใช้ไม่มีสิทธิ์ของบางขั้นแล้ว ให้ผู้ที่มีสิทธิ์เปิดใช้ต่อ',
        en: 'Its starter has lost a right that a step needs. A person who has it can resume it.',
      },
    },
  },
})
