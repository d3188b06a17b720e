import { notice } from '../platform/notice.ts'

const shared = {
  topic: 'broadcast',
  readBy: 'cdp-core.setting-line.read',
  leadsTo: { screen: 'broadcast-detail', param: 'broadcastId', id: 'broadcast_id' },
  names: { name: ['broadcast', 'broadcast_id'] },
} as const

const counts = {
  th: 'ส่งแล้ว {accepted} · ไม่สำเร็จ {failed} · ไม่ได้ส่ง {skipped}',
  en: '{accepted} sent · {failed} failed · {skipped} not sent',
}

export const broadcastEndedNotice = notice({
  ...shared,
  kind: 'broadcast_ended',
  data: ['broadcast_id', 'accepted', 'failed', 'skipped'],
  says: {
    completed: { title: { th: 'ส่ง {name} เสร็จแล้ว', en: '{name} was sent' }, text: counts },
    cancel: { title: { th: 'หยุดส่ง {name} แล้ว', en: '{name} was stopped' }, text: counts },
    failed: { title: { th: 'ส่ง {name} ไม่สำเร็จ', en: '{name} could not be sent' }, text: counts },
  },
})

/** A broadcast stopped by itself: paused, or a draft again. */
export const broadcastPausedNotice = notice({
  ...shared,
  kind: 'broadcast_paused',
  data: ['broadcast_id'],
  says: {
    failed: {
      title: { th: 'พักการส่ง {name}', en: 'Sending {name} is paused' },
      text: { th: 'เปิดดูสาเหตุ แล้วส่งต่อเมื่อแก้ไขแล้ว', en: 'Open it to see why, and resume once it is solved.' },
    },
    cancel: {
      title: { th: 'ยังไม่ได้ส่ง {name}', en: '{name} was not sent' },
      text: { th: 'กลับเป็นแบบร่างแล้ว กรุณาตรวจแล้วตั้งเวลาใหม่', en: 'It is a draft again. Check it and choose a new time.' },
    },
  },
})

/** A person chooses the text of an A/B test. */
export const broadcastChoiceNotice = notice({
  ...shared,
  kind: 'broadcast_choice',
  readBy: 'cdp-core.broadcast.send',
  data: ['broadcast_id'],
  says: {
    completed: {
      title: { th: '{name} รอให้เลือกข้อความ', en: '{name} is waiting for your choice of text' },
      text: {
        th: 'ส่งรอบทดลองครบแล้ว เปิดดูผล แล้วเลือกข้อความที่จะส่งถึงลูกค้าที่เหลือ',
        en: 'The trial has been sent. See its result and choose the text for the other customers.',
      },
    },
  },
})

/** A broadcast waits for a second person. */
export const broadcastApprovalNotice = notice({
  ...shared,
  kind: 'broadcast_approval',
  readBy: 'cdp-core.broadcast.approve',
  data: ['broadcast_id'],
  says: {
    completed: {
      title: { th: '{name} รออนุมัติ', en: '{name} is waiting for approval' },
      text: { th: 'เปิดดูข้อความและกลุ่มเป้าหมายก่อนอนุมัติ', en: 'Check the messages and the target before you approve it.' },
    },
  },
})

/** Effects are for those who may read customers; the author gets one notice, after the days of the measurement. */
const effect = { ...shared, readBy: 'cdp-core.profile.read', own: true } as const
const effectTitle = { th: 'ผลของ {name} ออกแล้ว', en: 'The result of {name} is ready' }

/** Customers bought more, or less. */
export const broadcastEffectNotice = notice({
  ...effect,
  kind: 'broadcast_effect',
  data: ['broadcast_id', 'baht', 'from', 'to'],
  says: {
    completed: {
      title: effectTitle,
      text: {
        th: 'ลูกค้าที่ได้รับ ซื้อเพิ่มเฉลี่ยรายละ {baht} บาท ค่าจริงน่าจะอยู่ระหว่าง {from} ถึง {to} บาท',
        en: 'Customers who received it bought {baht} baht more on average, probably between {from} and {to}.',
      },
    },
    failed: {
      title: effectTitle,
      text: {
        th: 'ลูกค้าที่ได้รับ ซื้อน้อยลงเฉลี่ยรายละ {baht} บาท ค่าจริงน่าจะอยู่ระหว่าง {from} ถึง {to} บาท',
        en: 'Customers who received it bought {baht} baht less on average, probably between {from} and {to}.',
      },
    },
  },
})

/** Nothing can be said of the effect. */
export const broadcastUnclearNotice = notice({
  ...effect,
  kind: 'broadcast_effect_unclear',
  data: ['broadcast_id'],
  says: {
    completed: {
      title: effectTitle,
      text: {
        th: 'ยังบอกไม่ได้ว่าได้ผลหรือไม่ เปิดดูจำนวนลูกค้าที่ต้องมี',
        en: 'It is not clear whether it worked. Open it to see how many customers would be needed.',
      },
    },
  },
})

/** An effect on members of a segment whose rule not everybody may know. */
export const broadcastMeasuredNotice = notice({
  ...effect,
  kind: 'broadcast_measured',
  data: ['broadcast_id'],
  says: {
    completed: {
      title: effectTitle,
      text: { th: 'เปิดดูได้ที่ “ได้ผลไหม”', en: 'Open it and choose “Did it work?”.' },
    },
  },
})
