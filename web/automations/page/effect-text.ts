import { words } from '../../data/text.ts'

export const automationEffectText = words({
  label: ['ได้ผลไหม', 'Did it work?'],
  notDrawn: ['รายการนี้ไม่มีกลุ่มเปรียบเทียบ ทุกรายได้รับข้อความ', 'There is no comparison group: all customers get the messages.'],
  drawnFrom: [
    'กันกลุ่มเปรียบเทียบไว้ 10% ได้ที่กติกาของขั้นตอน ระบบกันไว้ให้เองเมื่อลองย้อนหลังแล้วมีลูกค้าเข้าตั้งแต่ 500 รายต่อปี',
    'A holdout of 10% can be set among the rules of the steps. It is the default where a rehearsal finds 500 entries a year or more.',
  ],
  messages: ['ข้อความของแต่ละขั้น', 'Messages by step'],
  message: ['ข้อความ', 'Message'],
  sent: ['ส่งแล้ว', 'Sent'],
  failed: ['ส่งไม่สำเร็จ', 'Failed'],
  skipped: ['ไม่ได้ส่ง', 'Not sent'],
  heldOut: ['กลุ่มเปรียบเทียบ', 'Held out'],
  links: ['กดลิงก์', 'Clicks'],
  none: ['ยังไม่มีข้อความออกไป', 'No messages have gone out yet.'],
})
