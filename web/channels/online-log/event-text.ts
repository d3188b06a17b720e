import { words } from '../../data/text.ts'

/** Events by the names that the contract gives them. */
export const eventText = words({
  follow: ['เพิ่มเพื่อน', 'Added as a friend'],
  unfollow: ['บล็อกบัญชี', 'Blocked the account'],
  message: ['ข้อความเข้า', 'Message received'],
  postback: ['กดปุ่ม', 'Button pressed'],
  unsend: ['ยกเลิกข้อความ', 'Message unsent'],
  join: ['เข้ากลุ่มแชท', 'Joined a group chat'],
  leave: ['ออกจากกลุ่มแชท', 'Left a group chat'],
  memberJoined: ['มีสมาชิกเข้ากลุ่มแชท', 'Member joined a group chat'],
  memberLeft: ['มีสมาชิกออกจากกลุ่มแชท', 'Member left a group chat'],
  videoPlayComplete: ['ดูวิดีโอจบ', 'Video watched to the end'],
  beacon: ['เข้าใกล้บีคอน', 'Near a beacon'],
  accountLink: ['เชื่อมบัญชีสมาชิก', 'Account linked'],
  membership: ['สมาชิกรายเดือน', 'Membership'],
  module: ['โมดูล', 'Module'],
  activated: ['เริ่มรับช่วงแชท', 'Chat control received'],
  deactivated: ['ส่งคืนแชท', 'Chat control returned'],
  botSuspended: ['LINE ระงับบัญชี', 'Account suspended by LINE'],
  botResumed: ['LINE เปิดบัญชีอีกครั้ง', 'Account resumed by LINE'],
  delivery: ['ส่งถึงลูกค้าแล้ว', 'Message delivered'],
  signature: ['ลายเซ็นไม่ถูกต้อง', 'Wrong signature'],
  other: ['เหตุการณ์อื่น', 'Other event'],
  broadcast: ['ส่งออก', 'Sent'],
  test: ['ทดสอบ', 'Test'],
})

export const statusText = words({
  waiting: ['รอดำเนินการ', 'Waiting'],
  done: ['รับแล้ว', 'Received'],
  sent: ['ส่งแล้ว', 'Sent'],
  ignored: ['ข้าม', 'Skipped'],
  failed: ['ผิดพลาด', 'Failed'],
  refused: ['ปฏิเสธ', 'Refused'],
})

/** Reasons that staff can act on; others are shown by their name. */
export const reasonText = words({
  webhook_signature: [
    'ลายเซ็นของคำขอไม่ถูกต้อง กรุณาตรวจ Channel secret ของบัญชีนี้',
    'The signature of this request is wrong. Check the channel secret of this account.',
  ],
})
