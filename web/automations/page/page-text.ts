import { words } from '../../data/text.ts'

export const pageText = words({
  since: ['ตั้งแต่ {time}', 'Since {time}'],
  entered: ['30 วัน เข้า {count} ราย', '{count} entered in 30 days', '{count} entered in 30 days'],
  messages: ['{count} ข้อความ', '{count} messages', '{count} message'],
  pausedBy: ['{name} พักไว้เมื่อ {time}', 'Paused by {name}, {time}'],
  stoppedBy: ['{name} หยุดเมื่อ {time}', 'Stopped by {name}, {time}'],
  right: [
    'พักไว้ เพราะผู้เริ่มใช้ไม่มีสิทธิ์ของบางขั้นตอนแล้ว ผู้ที่มีสิทธิ์กดใช้ต่อได้',
    'Paused: the person who started it lost a right that a step needs. Someone with that right can resume it.',
  ],
  fault: [
    'พักไว้ เพราะบางขั้นตอนใช้ไม่ได้แล้ว แก้ไขแล้วเริ่มใช้ฉบับใหม่',
    'Paused: a step no longer works. Correct it and start a new version.',
  ],
  unsent: [
    'พักไว้ เพราะส่งข้อความไม่สำเร็จ ตรวจบัญชี LINE แล้วกดใช้ต่อ',
    'Paused: its messages could not be sent. Check the LINE account, then resume.',
  ],
  restored: [
    'พักไว้หลังกู้คืนข้อมูลสำรอง ตรวจขั้นตอน แล้วกดใช้ต่อ',
    'Paused since a backup was restored. Check the steps, then resume.',
  ],
  edited: ['มีฉบับแก้ไขที่ยังไม่ใช้', 'Edited, not started yet'],
  pause: ['พักไว้', 'Pause'],
  resume: ['ใช้ต่อ', 'Resume'],
  approve: ['อนุมัติ', 'Approve'],
  withdraw: ['ถอนคำขออนุมัติ', 'Withdraw the request'],
  stopAndUndo: ['หยุดและเลิกทำ…', 'Stop and undo…'],
  undo: ['เลิกทำ…', 'Undo…'],
  stop: ['หยุด', 'Stop'],
  edit: ['แก้ไขขั้นตอน', 'Edit steps'],
  actions: ['ตัวเลือก', 'Options'],
  stopTitle: ['ต้องการหยุด “{name}” ใช่ไหม', 'Stop “{name}”?'],
  stopText: [
    '{count} รายที่อยู่ระหว่างทาง ไม่ทำขั้นที่เหลือ ไม่มีข้อความใหม่ออกไป',
    '{count} customers on the way end here. No further messages are sent.',
    '{count} customer on the way ends here. No further messages are sent.',
  ],
})
