import type { Layout } from './layout.ts'

/** Chats of a LINE official account. */
export const lineChats: Layout = {
  name: { th: 'รายชื่อแชท LINE OA', en: 'LINE chat list' },
  source: 'unproven',
  columns: [
    ['lineUserId', 'User ID', 'LINE User ID'],
    ['lineDisplayName', 'ชื่อที่แสดง', 'Display name'],
    ['labels', 'แท็ก', 'Tags'],
  ],
  notNeeded: 'วันที่แชทล่าสุด | ผู้รับผิดชอบ',
}
