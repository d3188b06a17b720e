import { words } from '../core/text.ts'

export const text = words({
  lead: ['เข้าสู่ระบบเพื่อดูแลลูกค้าของร้านคุณ', 'Log in to look after the customers of your store'],
  email: ['อีเมล', 'Email'],
  password: ['รหัสผ่าน', 'Password'],
  showPassword: ['แสดงรหัสผ่าน', 'Show the password'],
  signIn: ['เข้าสู่ระบบ', 'Log in'],
  lost: ['ลืมรหัสผ่าน กรุณาติดต่อเจ้าของร้านหรือผู้ดูแลระบบ', 'Forgot your password? Ask the store owner or whoever runs Ruam.'],
  setupNeeded: [
    'ระบบนี้ยังไม่ได้ตั้งค่า กรุณาเปิดลิงก์ตั้งค่าที่แสดงในหน้าต่างที่เริ่มระบบ',
    'Ruam is not set up yet. Open the set-up link shown in the window where it was started.',
  ],
  setUpTitle: ['เริ่มใช้งาน Ruam', 'Set up Ruam'],
  setUpLead: ['สร้างบัญชีเจ้าของร้านและร้านแรก', 'Create the owner’s account and the first store'],
  storeName: ['ชื่อร้าน', 'Store name'],
  firstName: ['ชื่อ', 'First name'],
  lastName: ['นามสกุล', 'Last name'],
  passwordRule: ['อย่างน้อย {count} ตัวอักษร', 'At least {count} characters'],
  passwordShort: ['รหัสผ่านต้องมีอย่างน้อย {count} ตัวอักษร', 'The password needs at least {count} characters.'],
  agreementRead: [
    'ข้าพเจ้าได้อ่านและยอมรับข้อตกลง และมีอำนาจลงนามแทนร้านค้า',
    'I have read and agree, and I am authorised to sign for the store.',
  ],
  agreementNeeded: ['กรุณายอมรับข้อตกลงก่อนเริ่มใช้งาน', 'Accept the agreement to begin.'],
  sample: ['ใส่ข้อมูลตัวอย่าง', 'Add sample data'],
  sampleNote: [
    'ลูกค้าสมมติ 5,000 คน พร้อมป้ายกำกับ กิจกรรม และไฟล์ที่นำเข้าแล้ว 2 ไฟล์ ให้ลองใช้งานได้ทันที',
    '5,000 made-up customers with labels, activities and two imported files, to try everything at once.',
  ],
  sampleComing: ['กำลังใส่ข้อมูลตัวอย่าง รอสักครู่', 'Adding the sample data. This takes a few seconds.'],
  setUp: ['สร้างร้านและเริ่มใช้งาน', 'Create the store and begin'],
  noLink: [
    'ลิงก์ตั้งค่าไม่สมบูรณ์ กรุณาเปิดลิงก์ที่ระบบแสดงตอนเริ่มทำงาน',
    'This set-up link is not complete. Open the link that the server printed when it started.',
  ],
})
