import { words } from '../data/text.ts'

export const shell = words({
  menu: ['เมนู', 'Menu'],
  openMenu: ['เปิดเมนู', 'Open the menu'],
  fold: ['ย่อเมนู', 'Collapse menu'],
  unfold: ['ขยายเมนู', 'Expand menu'],
  skip: ['ข้ามไปยังเนื้อหา', 'Skip to the content'],
  everywhere: ['ทุกหน้า', 'Everywhere'],
  keys: ['ปุ่มลัดบนแป้นพิมพ์', 'Keyboard shortcuts'],
  jump: ['ค้นหา ไปที่…', 'Search, go to…'],
  account: ['เมนูผู้ใช้', 'User menu'],
  ownAccount: ['บัญชีของฉัน', 'My account'],
  changeStore: ['เปลี่ยนร้าน', 'Change store'],
  logout: ['ออกจากระบบ', 'Log out'],
  deniedText: ['ขอสิทธิ์ได้จากเจ้าของร้าน', 'Ask the store owner for permission.'],
  notFoundText: [
    'ลิงก์นี้อาจเก่าแล้ว หรือข้อมูลถูกลบไป กรุณาตรวจสอบอีกครั้ง',
    'The link may be out of date, or the item was deleted. Check the address.',
  ],
  home: ['กลับหน้าแรก', 'Back to home'],
  chunkTitle: ['เปิดหน้านี้ไม่สำเร็จ', 'This page could not be opened'],
  chunkText: ['ระบบมีรุ่นใหม่ กรุณาโหลดหน้าใหม่', 'A new version is available. Please reload.'],
  newer: ['มีรุ่นใหม่', 'A new version is available'],
  failedTitle: ['เกิดข้อผิดพลาด', 'Something went wrong'],
})
