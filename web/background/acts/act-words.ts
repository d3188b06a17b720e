import { words } from '../../data/text.ts'

export const actWords = words({
  act_visit: ['มาที่ร้าน {time}', 'Visit {time}'],
  act_sale: ['ซื้อสินค้า {amount} บาท {time}', 'Sale of {amount} baht {time}'],
  act_note: ['โน้ต {time}: {text}', 'Note {time}: {text}'],
  act_activity: ['{text} {time}', '{text} {time}'],
  'act_follow-up': ['ติดตามเสร็จ {time}: {text}', 'Follow-up done {time}: {text}'],
  act_birthday: ['อวยพรวันเกิดแล้ว {time}', 'Birthday wished {time}'],
  done_visit: ['บันทึก “มาที่ร้าน” แล้ว', 'Visit recorded'],
  done_sale: ['บันทึกการซื้อ {amount} บาทแล้ว', 'Sale of {amount} baht recorded'],
  done_note: ['บันทึกโน้ตแล้ว', 'Note saved'],
  done_activity: ['บันทึก “{text}” แล้ว', '“{text}” recorded'],
  'done_follow-up': ['ติดตามเสร็จแล้ว', 'Follow-up done'],
  done_birthday: ['อวยพรวันเกิดแล้ว', 'Birthday wished'],
  willSend: ['จะส่งเองเมื่อกลับมาเชื่อมต่อ', 'sent when the connection is back'],
  undo: ['เลิกทำ', 'Undo'],
  undone: ['เลิกทำแล้ว', 'Undone'],
  asksMany: [
    'มี {count} รายการที่ส่งไม่ได้และต้องตัดสินใจ',
    '{count} acts could not be sent and need a decision.',
    '{count} act could not be sent and needs a decision.',
  ],
  open: ['เปิดหน้าร้าน', 'Open the counter'],
  lostTitle: ['ส่งไม่ได้ {count} รายการ', '{count} acts cannot be sent', '{count} act cannot be sent'],
  lostText: [
    'ร้านที่บันทึกไว้ถูกลบ หรือคุณไม่ได้อยู่ในร้านแล้ว จดไว้หรือแจ้งเจ้าของร้านก่อนนำออก',
    'Their store was deleted, or you are no longer in it. Note them down or tell the owner before you remove them.',
  ],
  lostRemove: ['นำออกจากอุปกรณ์นี้', 'Remove from this device'],
  leaveTitle: [
    'มี {count} รายการที่ยังไม่ได้ส่ง ต้องการออกจากระบบใช่ไหม',
    '{count} acts were not sent yet. Log out?',
    '{count} act was not sent yet. Log out?',
  ],
  leaveLasting: [
    'รายการจะรอในอุปกรณ์นี้ และส่งเองเมื่อคุณเข้าสู่ระบบที่อุปกรณ์นี้อีกครั้ง คนอื่นไม่เห็น',
    'They wait on this device and are sent when you log in here again. Nobody else sees them.',
  ],
  leaveLost: [
    'อุปกรณ์นี้ไม่เก็บรายการไว้ ถ้าออกตอนนี้รายการจะหาย',
    'This device keeps nothing: they are lost if you log out now.',
  ],
  leaveYes: ['ออกจากระบบ', 'Log out'],
  leaveNo: ['อยู่ต่อ', 'Stay'],
})
