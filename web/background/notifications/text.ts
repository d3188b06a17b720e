import { words } from '../../data/text.ts'

/** Words of the bell; those of a notice come from the server. */
export const text = words({
  title: ['การแจ้งเตือน', 'Notifications'],
  openUnread: ['การแจ้งเตือน ยังไม่อ่าน {count} รายการ', 'Notifications, {count} unread'],
  readAll: ['อ่านทั้งหมดแล้ว', 'Mark all as read'],
  unread: ['ยังไม่อ่าน', 'Unread'],
  sandbox: ['ร้านทดลอง', 'Sandbox store'],
  sandboxText: [
    'ไม่ส่งข้อความถึงใคร และลบเองเมื่อไม่มีใครใช้ 30 วัน',
    'It messages nobody, and is deleted after 30 days without use.',
  ],
  empty: ['ยังไม่มีการแจ้งเตือน', 'Nothing yet'],
  emptyHint: [
    'เมื่อการนำเข้า การแก้ไขหลายราย หรืองานอื่นเสร็จ จะแจ้งที่นี่',
    'When an import, a bulk change or other work ends, it appears here.',
  ],
})
