import { words } from '../../data/text.ts'

/** Texts of an account without answers. The proposals are texts for customers. */
export const firstText = words({
  title: ['เริ่มจากสามคำตอบนี้', 'Start with these three answers'],
  text: [
    'แก้ข้อความได้ตามใจ ยังไม่มีอะไรถูกตอบจนกว่าจะกดบันทึก คำตอบไม่ใช้โควตาข้อความ',
    'Change the texts as you like. Nothing is answered until you save. Answers cost none of your quota.',
  ],
  use: ['ใช้ {name}', 'Use {name}'],
  save: ['ใช้ {count} คำตอบนี้', 'Use these {count} answers', 'Use this answer'],
  own: ['เขียนเอง', 'Write my own'],
  saved: ['เริ่มตอบแล้ว {count} คำตอบ', '{count} answers are on', '{count} answer is on'],

  greetingWhen: ['เมื่อมีคนเพิ่มเพื่อน', 'When someone adds the account'],
  greeting: [
    'สวัสดี ยินดีต้อนรับสู่ {name} ถามเรื่องสินค้า ราคา หรือเวลาเปิดร้านได้เลย',
    'Hello, and welcome to {name}. Ask us about products, prices or opening hours.',
  ],
  hoursName: ['เวลาเปิดปิด', 'Opening hours'],
  hoursWhen: ['เมื่อถามว่าเปิดกี่โมง ปิดกี่โมง', 'When someone asks when you are open'],
  hours: ['วันนี้เปิด {hours}', 'Open today: {hours}'],
  hoursFallback: ['ตามเวลาของร้าน', 'as usual'],
  hoursVariants: [
    'เปิดกี่โมง|ปิดกี่โมง|เปิดไหม|เปิดหรือยัง|ปิดหรือยัง|เวลาเปิด|เวลาปิด|เวลาทำการ|วันหยุด',
    'opening hours|when are you open|are you open|what time|closing time',
  ],
  openEveryDay: ['เปิดทุกวัน', 'Open every day'],
  from: ['เปิด', 'From'],
  to: ['ปิด', 'To'],
  fallbackWhen: [
    'เมื่อไม่ตรงคำใด ทั้งในและนอกเวลาทำการ วันละครั้งต่อคน',
    'When no word matches, within and outside opening hours, once a day for each person',
  ],
  fallback: [
    'ขอบคุณที่ทักมา ร้านได้รับข้อความแล้ว และจะตอบโดยเร็วที่สุด',
    'Thank you for your message. We will answer as soon as we can.',
  ],
  message: ['ข้อความของ {name}', 'Text of {name}'],
})
