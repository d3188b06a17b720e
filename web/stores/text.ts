import { words } from '../core/text.ts'

export const text = words({
  title: ['เลือกร้านค้า', 'Choose a store'],
  lead: ['คุณอยู่ใน {count} ร้าน', 'You belong to {count} stores', 'You belong to {count} store'],
  none: ['คุณยังไม่ได้อยู่ในร้านใด', 'You do not belong to a store yet'],
  noneText: ['กรุณาขอคำเชิญจากเจ้าของร้าน', 'Ask the owner of a store to invite you.'],
  logout: ['ออกจากระบบ', 'Log out'],
  signedInAs: ['เข้าสู่ระบบด้วย {email}', 'Logged in as {email}'],
})
