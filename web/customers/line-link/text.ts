import { words } from '../../data/text.ts'

export const text = words({
  link: ['เชื่อม LINE', 'Link LINE'],
  friend: ['เพื่อนใน LINE', 'LINE friend'],
  blocked: ['บล็อก LINE', 'Blocked on LINE'],
  not_linked: ['เชื่อม LINE', 'Link LINE'],
  title: ['เชื่อม {name} กับ LINE', 'Link {name} to LINE'],
  scan: ['ให้ลูกค้าสแกนแล้วกดส่งข้อความ', 'Ask the customer to scan this and send the message'],
  qr: ['QR สำหรับเปิดแชท LINE ของร้าน', 'QR code that opens the store’s chat on LINE'],
  word: ['หรือพิมพ์ {word} ในแชทของร้าน', 'Or type {word} in the store’s chat'],
  left: ['ใช้ได้ถึง {time}', 'Good until {time}'],
  waiting: ['รอลูกค้าส่งข้อความ…', 'Waiting for the message…'],
  expired: ['QR นี้หมดเวลาแล้ว', 'This QR code has expired'],
  again: ['แสดง QR ใหม่', 'Show a new QR code'],
  account: ['บัญชี LINE OA', 'LINE account'],
  done: ['เชื่อม {name} กับ LINE แล้ว', '{name} is linked to LINE'],
  doneText: ['ลูกค้ายืนยันด้วยตัวเองในแชท', 'The customer proved it in the chat.'],
  pair: ['ยืนยันแล้ว แต่ LINE นี้มีข้อมูลลูกค้าอยู่อีกชุด', 'Proved, but this LINE user already has a profile with data'],
  pairText: [
    'เทียบข้อมูลทั้งสองชุดแล้วรวมเป็นรายเดียว รายการนี้อยู่บนสุดของรายชื่อที่อาจซ้ำ',
    'Compare both profiles and merge them. The pair is first in the list of possible duplicates.',
  ],
  openPair: ['เทียบและรวม', 'Compare and merge'],
  isFriend: ['{name} เป็นเพื่อนใน LINE ของร้าน', '{name} is a friend of the store on LINE'],
  isBlocked: [
    '{name} บล็อก LINE ของร้าน จึงส่งข้อความถึงไม่ได้',
    '{name} has blocked the store on LINE and cannot be written to',
  ],
  undo: ['เลิกเชื่อม', 'Undo link'],
  undoTitle: ['เลิกเชื่อม {name} กับ LINE หรือไม่', 'Undo the link of {name} to LINE?'],
  undoText: [
    'ข้อมูลทั้งสองชุดจะกลับเป็นเหมือนก่อนเชื่อม สิ่งที่แก้ไขหลังจากนั้นยังอยู่',
    'Both profiles go back to what they were. What was changed since stays.',
  ],
  undone: ['เลิกเชื่อมกับ LINE แล้ว', 'The link to LINE is undone'],
  close: ['เสร็จ', 'Done'],
})
