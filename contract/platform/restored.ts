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
      title: { th: 'กู้คืนข้อมูลสำรองแล้ว', en: 'Restored from a backup' },
      text: {
        th: 'ข้อมูลสำรองของ {backup} สิ่งที่เพิกถอนหรือปิดหลังจากนั้นยังมีผล {decisions} รายการ บรอดแคสต์ที่รอคุณสั่งส่งต่อ {held}',
        en: 'The backup is of {backup}. Revoked or closed since then, still in force: {decisions}. Broadcasts waiting for you: {held}.',
      },
    },
    cancel: {
      title: {
        th: 'กู้คืนข้อมูลสำรองแล้ว แต่ไม่มีประวัติการใช้งานหลังจากนั้น',
        en: 'Restored from a backup, without the audit log since',
      },
      text: {
        th: 'ข้อมูลสำรองของ {backup} สิ่งที่เพิกถอนหรือปิดหลังจากนั้นยังมีผล {decisions} รายการ บรอดแคสต์ที่รอคุณสั่งส่งต่อ {held}',
        en: 'The backup is of {backup}. Revoked or closed since then, still in force: {decisions}. Broadcasts waiting for you: {held}.',
      },
    },
    failed: {
      title: {
        th: 'กู้คืนข้อมูลสำรองแล้ว แต่ไม่ทราบว่ามีสิ่งใดเพิกถอนหลังจากนั้น',
        en: 'Restored from a backup; what was revoked since is unknown',
      },
      text: {
        th: 'ข้อมูลสำรองของ {backup} กรุณาตรวจผู้ใช้ สิทธิ์ API key และความยินยอมที่เพิกถอนหลังจากนั้น แล้วเพิกถอนอีกครั้ง บรอดแคสต์ที่รอคุณสั่งส่งต่อ {held}',
        en: 'The backup is of {backup}. Check which people, permissions, API keys and consents were revoked since then, and revoke them again. Broadcasts waiting for you: {held}.',
      },
    },
  },
})

/** The newest backup could not be restored in a rehearsal. Its report lies next to the backups. */
export const rehearsalNotice = notice({
  kind: 'rehearsal',
  topic: 'store',
  readBy: 'store.store.edit',
  leadsTo: null,
  data: [],
  names: {},
  says: {
    failed: {
      title: { th: 'ลองกู้คืนข้อมูลสำรองล่าสุดแล้วไม่สำเร็จ', en: 'The newest backup could not be restored in a trial' },
      text: {
        th: 'ข้อมูลสำรองอาจใช้ไม่ได้เมื่อจำเป็น กรุณาแจ้งผู้ดูแลระบบให้อ่านผลการลองกู้คืน แล้วสำรองข้อมูลใหม่',
        en: 'The backup may not help when it is needed. Ask the administrator to read the report of the trial, then back up again.',
      },
    },
  },
})

/** The archive of the database could not be written for an hour. */
export const archiveNotice = notice({
  kind: 'archive',
  topic: 'store',
  readBy: 'store.store.edit',
  leadsTo: null,
  data: [],
  names: {},
  says: {
    failed: {
      title: { th: 'สำเนาสำรองต่อเนื่องหยุดมาหนึ่งชั่วโมงแล้ว', en: 'The continuous backup has stopped for an hour' },
      text: {
        th: 'หากเครื่องเสียตอนนี้ ข้อมูลหลังจากนั้นจะหายไป กรุณาแจ้งผู้ดูแลระบบให้ตรวจดิสก์ที่เก็บสำเนา',
        en: 'If the machine breaks now, what came since is lost. Ask the administrator to check the disk of the copy.',
      },
    },
  },
})
