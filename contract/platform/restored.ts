import { notice } from './notice.ts'

/** A store was restored from a backup. Its endings name what is missing: nothing, acts of the audit log, or decisions. */
export const restoredNotice = notice({
  kind: 'restored',
  topic: 'store',
  readBy: 'store.store.edit',
  leadsTo: { screen: 'dashboard' },
  data: ['restoration_id', 'decisions', 'held'],
  names: { backup: ['restoration', 'restoration_id'] },
  says: {
    completed: {
      title: { th: 'กู้คืนจากข้อมูลสำรองแล้ว', en: 'Restored from a backup' },
      text: {
        th: 'ข้อมูลสำรองของ {backup} สิ่งที่ถูกยกเลิกหรือปิดหลังจากนั้นยังคงปิดอยู่ ({decisions}) · รอให้คุณสั่งทำต่อ {held}',
        en: 'The backup is of {backup}. What was ended or closed since then stays so ({decisions}). Waiting for your go: {held}.',
      },
    },
    cancel: {
      title: {
        th: 'กู้คืนจากข้อมูลสำรองแล้ว โดยไม่มีบันทึกการใช้งานหลังจากนั้น',
        en: 'Restored from a backup, without the audit log since',
      },
      text: {
        th: 'ข้อมูลสำรองของ {backup} สิ่งที่ถูกยกเลิกหรือปิดหลังจากนั้นยังคงปิดอยู่ ({decisions}) · รอให้คุณสั่งทำต่อ {held}',
        en: 'The backup is of {backup}. What was ended or closed since then stays so ({decisions}). Waiting for your go: {held}.',
      },
    },
    failed: {
      title: {
        th: 'กู้คืนจากข้อมูลสำรองแล้ว โดยไม่รู้ว่ามีอะไรถูกยกเลิกหลังจากนั้น',
        en: 'Restored from a backup, without what was ended since',
      },
      text: {
        th: 'ข้อมูลสำรองของ {backup} ตรวจสมาชิก สิทธิ์ คีย์ และความยินยอมที่ถูกยกเลิกหลังจากนั้น แล้วยกเลิกอีกครั้ง · รอให้คุณสั่งทำต่อ {held}',
        en: 'The backup is of {backup}. Check members, rights, keys and consents that were ended since then, and end them again. Waiting for your go: {held}.',
      },
    },
  },
})
