import { words } from '../../data/text.ts'

export const text = words({
  title: ['เลือกร้านค้า', 'Choose a store'],
  lead: ['ร้านของคุณ ({count})', 'Your stores ({count})', 'Your store'],
  none: ['คุณยังไม่ได้อยู่ในร้านใด', 'You are not in a store yet'],
  noneText: ['กรุณาขอคำเชิญจากเจ้าของร้าน', 'Ask the owner of a store to invite you.'],
  newStore: ['เปิดร้านเพิ่ม', 'Open another store'],
  newStoreText: [
    'ร้านใหม่มีข้อมูล บทบาท และผู้ใช้ของตัวเอง เริ่มจากคุณเป็นเจ้าของ',
    'A new store has its own customers, roles and people. You start as its owner.',
  ],
  sandbox: ['ร้านทดลอง', 'Sandbox store'],
  sandboxText: [
    'ร้านที่มีข้อมูลตัวอย่าง ใช้ลองเชื่อมต่อโปรแกรม ไม่ส่งข้อความถึงใคร',
    'A store with sample data to try programs with. It messages nobody.',
  ],
  storeName: ['ชื่อร้าน', 'Store name'],
  deleted: [
    'ลบแล้ว จะหายไปถาวรใน {count} วัน',
    'Deleted. Gone for good in {count} days',
    'Deleted. Gone for good in {count} day',
  ],
  restore: ['กู้คืน', 'Restore'],
  restored: ['กู้คืนร้านเรียบร้อยแล้ว', 'Store restored.'],
  away: [
    'ฐานข้อมูลของร้านนี้ไม่พร้อมใช้งานชั่วคราว กรุณาลองอีกครั้งในอีกสักครู่',
    'This store’s database is temporarily unavailable. Try again in a moment.',
  ],
  logout: ['ออกจากระบบ', 'Log out'],
  signedInAs: ['เข้าสู่ระบบด้วย {email}', 'Logged in as {email}'],
})
