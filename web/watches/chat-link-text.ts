import { words } from '../data/text.ts'

/** Words about the LINE id from which a member sends files. */
export const chatLinkText = words({
  title: ['LINE ของคุณ', 'Your LINE'],
  noAccount: ['เชื่อมต่อบัญชี LINE OA ของร้านก่อน', 'Connect a LINE account of the store first.'],
  notLinked: [
    'เชื่อม LINE ของคุณ แล้วส่งไฟล์ในแชทของร้านได้เลย ไฟล์จากคนอื่นไม่ถูกอ่าน',
    'Link your LINE, then send files in the store’s chat. Files from others are not read.',
  ],
  linked: ['เชื่อมแล้ว ส่งไฟล์ในแชทของ {account} ได้เลย', 'Linked. Send files in the chat of {account}.'],
  formerAccount: ['บัญชีที่เลิกเชื่อมต่อแล้ว', 'an account that was disconnected'],
  link: ['เชื่อม LINE ของคุณ', 'Link your LINE'],
  linkAgain: ['เชื่อมใหม่', 'Link another LINE'],
  account: ['บัญชี LINE OA', 'LINE account'],
  qr: ['QR สำหรับเปิดแชท LINE ของร้าน', 'QR code that opens the store’s chat on LINE'],
  scan: ['สแกนด้วย LINE ของคุณ แล้วกดส่งข้อความ', 'Scan this with your LINE, and send the message.'],
  onThisPhone: ['เปิดแชทในอุปกรณ์นี้', 'Open the chat on this device'],
  word: ['หรือพิมพ์ {word} ในแชทของร้าน', 'Or type {word} in the store’s chat'],
  left: ['ใช้ได้ถึง {time}', 'Valid until {time}'],
  waiting: ['รอข้อความจากคุณ…', 'Waiting for your message…'],
  expired: ['รหัสหมดเวลาแล้ว กรุณาขอใหม่', 'The code has expired. Make a new one.'],
  end: ['เลิกเชื่อม', 'Unlink'],
  endTitle: ['ต้องการเลิกเชื่อม LINE ของคุณใช่ไหม', 'Unlink your LINE?'],
  endText: ['ไฟล์ที่ส่งหลังจากนี้จะเป็นข้อความธรรมดาในแชท', 'Files that you send from now on are ordinary messages.'],
})
