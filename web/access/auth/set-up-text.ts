import { words } from '../../data/text.ts'

/** The words of the set-up, and of a Ruam that waits for it. */
export const setUpText = words({
  waitingTitle: ['Ruam พร้อมให้ตั้งค่า', 'Ruam is waiting to be set up'],
  waitingText: [
    'ยังไม่มีร้านและเจ้าของร้าน ผู้ติดตั้งเปิดลิงก์ตั้งค่าที่แสดงในหน้าต่าง terminal ในบรรทัดที่ขึ้นต้นว่า',
    'There is no store and no owner yet. The set-up link is in the terminal where Ruam was started, on the line that starts with',
  ],
  waitingAgain: ['ตั้งค่าแล้ว เข้าสู่ระบบ', 'It is set up: log in'],
  doneTitle: ['ระบบนี้ตั้งค่าแล้ว', 'Ruam is already set up'],
  doneText: ['ลิงก์ตั้งค่าใช้ได้ครั้งเดียว เข้าสู่ระบบด้วยบัญชีของคุณได้เลย', 'The set-up link works once. Log in with your account.'],
  toSignIn: ['ไปหน้าเข้าสู่ระบบ', 'Go to the log-in page'],
  invalidTitle: ['ลิงก์ตั้งค่านี้ใช้ไม่ได้', 'This set-up link does not work'],
  invalidText: [
    'ลิงก์ใช้ได้ {hours} ชั่วโมง และใช้ได้เฉพาะลิงก์ล่าสุด กรุณาเริ่ม Ruam ใหม่ แล้วเปิดลิงก์ที่แสดงในหน้าต่าง terminal',
    'A link works for {hours} hours, and only the latest one does. Restart Ruam and open the link it prints.',
  ],
  incompleteText: [
    'ลิงก์ไม่ครบ กรุณาคัดลอกทั้งบรรทัดจากหน้าต่าง terminal รวมส่วนหลังเครื่องหมาย #',
    'The link is incomplete. Copy the whole line from the terminal where Ruam was started, including the part after the #.',
  ],
  unread: ['ตรวจสอบลิงก์ตั้งค่าไม่ได้', 'The set-up link could not be checked'],
  title: ['เริ่มใช้งาน Ruam', 'Set up Ruam'],
  lead: ['สร้างบัญชีเจ้าของร้านและร้านแรก', 'Create the owner’s account and the first store'],
  storeName: ['ชื่อร้าน', 'Store name'],
  agreementRead: [
    'ข้าพเจ้าได้อ่านและยอมรับข้อตกลง และมีอำนาจลงนามแทนร้านค้า',
    'I have read and agree, and I am authorised to sign for the store.',
  ],
  agreementNeeded: ['กรุณายอมรับข้อตกลงก่อนเริ่มใช้งาน', 'Accept the agreement to start.'],
  sample: ['ใส่ข้อมูลตัวอย่าง', 'Add sample data'],
  sampleNote: [
    'ลูกค้าสมมติ {count} ราย พร้อมป้ายกำกับ กิจกรรม และไฟล์ที่นำเข้าแล้ว ให้ลองใช้งานได้ทันที',
    '{count} made-up customers with labels, activities and imported files, so that you can try everything right away.',
  ],
  setUp: ['สร้างร้านและเริ่มใช้งาน', 'Create the store and start'],
  ready: ['ร้านของคุณพร้อมแล้ว', 'Your store is ready'],
  sampleComing: ['กำลังใส่ข้อมูลตัวอย่าง', 'Adding the sample data'],
  sampleSoFar: ['ลูกค้า {count} จาก {all} ราย', '{count} of {all} customers'],
  sampleBehind: [
    'เข้าร้านได้เลย ข้อมูลที่เหลือจะทยอยเข้ามาเอง',
    'You can open the store now; the rest will follow automatically.',
  ],
  enter: ['เข้าร้านเลย', 'Open the store'],
})
