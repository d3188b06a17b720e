import { words } from '../../data/text.ts'

/** The way to LINE's own answers, by the names that LINE Official Account Manager has for them. */
export const lineAnswersText = words({
  title: ['การตอบกลับอัตโนมัติของ LINE', 'Automatic answers of LINE'],
  why: [
    'LINE ตอบลูกค้าเองได้สองอย่าง คือข้อความทักทายเพื่อนใหม่ และข้อความตอบกลับอัตโนมัติ ถ้ายังเปิดอยู่ ลูกค้าจะได้สองคำตอบ ทั้งของ LINE และของร้าน',
    'LINE can greet new friends and answer messages by itself. While that is on, customers get two answers: one from LINE and one from your store.',
  ],
  unread: [
    'LINE ไม่เปิดให้ Ruam ดูค่านี้ ปิดตามขั้นตอนแล้วกดยืนยันที่นี่',
    'LINE does not let Ruam see this setting. Follow the steps, then confirm it here.',
  ],
  steps: ['วิธีปิด', 'How to turn them off'],
  step1: [
    'เปิด LINE Official Account Manager เลือกบัญชี {name} แล้วไปที่ ตั้งค่า › ตั้งค่าการตอบกลับ (Response settings)',
    'Open the LINE Official Account Manager, choose {name}, then Settings › Response settings.',
  ],
  step2: ['ปิด “ข้อความทักทายเพื่อนใหม่” (Greeting message)', 'Turn off “Greeting message”.'],
  step3: ['ปิด “ข้อความตอบกลับอัตโนมัติ” (Auto-response messages)', 'Turn off “Auto-response messages”.'],
  step4: [
    'เปิด Webhook ไว้ และเปิด “แชท” ถ้าพนักงานตอบลูกค้าเองใน LINE',
    'Leave Webhooks on, and “Chat” if staff write to customers in LINE.',
  ],
  open: ['เปิด LINE Official Account Manager', 'Open the LINE Official Account Manager'],
  stillOn: ['ยังเปิดอยู่', 'Still on'],
  isOff: ['ปิดแล้ว', 'They are off'],
})
