import { words } from '../../../data/text.ts'

export const linkText = words({
  title: ['ลิงก์ข้อมูลของฉันให้ {name}', 'Link to My data for {name}'],
  about: [
    'ลูกค้าเปิดลิงก์นี้ แล้วระบบส่งรหัส 6 หลักไปในแชท LINE ของลูกค้า ข้อมูลจะแสดงหลังใส่รหัสเท่านั้น ลิงก์ใช้ได้ 30 วัน และลิงก์เดิมของลูกค้าจะใช้ไม่ได้',
    'The customer opens the link and gets 6 digits in their LINE chat. Their data shows only after the code. The link acts for 30 days, and ends the customer’s former link.',
  ],
  make: ['สร้างลิงก์', 'Create link'],
  link: ['ลิงก์ของลูกค้า', 'Link of the customer'],
  once: ['ลิงก์นี้แสดงครั้งเดียว ใช้ได้ถึง {date}', 'This link is shown once. It acts until {date}.'],
  copy: ['คัดลอก', 'Copy'],
  close: ['ปิด', 'Close'],
})
