import { words } from '../data/text.ts'

export const lackedText = words({
  needs: ['ต้องมีสิทธิ์ “{rights}”', 'This needs the permission “{rights}”'],
  ask: ['ขอสิทธิ์จากเจ้าของร้าน', 'Ask the owner'],
  asked: ['ส่งคำขอแล้ว', 'Request sent'],
  sent: [
    'ส่งคำขอถึงเจ้าของร้านแล้ว เมื่อได้รับสิทธิ์แล้วหน้านี้จะใช้ได้เอง',
    'The owner has been asked. The page will work once the permission is granted.',
  ],
  sentBefore: [
    'เจ้าของร้านได้รับคำขอนี้แล้ว ขอซ้ำได้หลัง 24 ชั่วโมง',
    'The owner already has this request. You can ask again after 24 hours.',
  ],
})
