import { words } from '../../data/text.ts'

/** Texts of requests to the owner of a store that lacks an account or a purpose. */
export const requestText = words({
  connectLine: ['เชื่อม LINE', 'Connect LINE'],
  roleLacks: ['บทบาทของคุณเพิ่มเองไม่ได้', 'Your role cannot add it.'],
  askAccount: ['ขอให้เจ้าของร้านเชื่อม LINE', 'Ask the owner to connect LINE'],
  askPurpose: ['ขอให้เจ้าของร้านเพิ่ม', 'Ask the owner to add one'],
  sentTo: ['ส่งคำขอถึง {owners} แล้ว {when}', '{owners} was asked, {when}.'],
  comesBack: ['เพิ่มแล้วจะแจ้งเตือนให้กลับมาที่แบบร่างนี้', 'You will be notified, and led back to this draft.'],
  againTomorrow: ['เตือนอีกครั้งได้พรุ่งนี้', 'You can ask again tomorrow.'],
})
