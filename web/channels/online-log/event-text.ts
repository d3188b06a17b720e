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
  broadcast: ['ข้อความออก', 'Message sent'],
  test: ['ทดสอบ', 'Test'],
  notice: ['แจ้งพนักงาน', 'Notice to a member'],
  items: ['ได้รับรายการ', 'Items received'],
})

export const statusText = words({
  waiting: ['รอดำเนินการ', 'Waiting'],
  done: ['ได้รับแล้ว', 'Received'],
  sent: ['ส่งแล้ว', 'Sent'],
  ignored: ['ไม่ได้ประมวลผล', 'Not processed'],
  failed: ['ผิดพลาด', 'Failed'],
  set_aside: ['พักไว้ รอประมวลผลอีกครั้ง', 'On hold'],
  refused: ['ปฏิเสธ', 'Refused'],
})

/** Outcome of the answer to an event. */
export const answerText = words({
  given: ['ตอบด้วย {name}', 'Answered by {name}'],
  givenGone: ['ตอบแล้ว', 'Answered'],
  waiting: ['กำลังตอบ', 'Being answered'],
  late: ['ไม่ได้ตอบ {name} เพราะเกิน 1 นาที', '{name} not sent: over a minute old'],
  many: ['ไม่ได้ตอบ เพราะลูกค้าทักถี่เกินไป', 'Not answered: too many messages in a minute'],
  refused: ['ตอบ {name} ไม่สำเร็จ', '{name} could not be sent'],
  unknown: ['ไม่ทราบว่า {name} ถึงลูกค้าหรือไม่', 'Not known if {name} arrived'],
  paused: ['พักคำตอบ ให้คนตอบ', 'Paused: staff answer'],
  none: ['ไม่ตรงคำใด ให้คนตอบ', 'No word matches: staff answer'],
  gone: ['คำตอบที่ลบแล้ว', 'a deleted answer'],
})

/** Reasons that staff can act on; others are shown by their name. */
export const reasonText = words({
  webhook_signature: [
    'ลายเซ็นของคำขอไม่ถูกต้อง กรุณาตรวจ Channel secret ของบัญชีนี้',
    'The signature of this request is wrong. Check the channel secret of this account.',
  ],
  event_refused: [
    'บันทึกเหตุการณ์นี้ไม่ได้ ระบบลองใหม่เองรวม 5 ครั้ง แล้วพักไว้ให้กดประมวลผลอีกครั้ง',
    'This event cannot be saved. It is tried five times, then put on hold for you to replay.',
  ],
  event_slow: [
    'บันทึกเหตุการณ์นี้ไม่ทันเวลา ระบบลองใหม่เองรวม 5 ครั้ง แล้วพักไว้ให้กดประมวลผลอีกครั้ง',
    'Saving this event took too long. It is tried five times, then put on hold for you to replay.',
  ],
  event_failed: [
    'ประมวลผลเหตุการณ์นี้ไม่สำเร็จ ระบบลองใหม่เองรวม 5 ครั้งใน 1 ชั่วโมง แล้วพักไว้ให้กดประมวลผลอีกครั้ง หากยังไม่สำเร็จกรุณาแจ้งผู้ดูแลระบบ',
    'This event failed. It is tried five times within an hour, then put on hold for you to replay. If it fails again, contact the administrator.',
  ],
  event_unreadable: [
    'LINE หรือ Facebook ส่งข้อมูลผิดรูปแบบ เหตุการณ์อื่นได้รับครบแล้ว หากเกิดซ้ำกรุณาแจ้งผู้ดูแลระบบ',
    'LINE or Facebook sent data that cannot be read. All other events were received. If it happens again, contact the administrator.',
  ],
  items_failed: [
    'มีรายการผิดพลาด เปิดตัวเชื่อมเพื่อดูสาเหตุและประมวลผลอีกครั้ง',
    'Some items failed. Open the connector to see why and replay them.',
  ],
  connector_inactive: ['ตัวเชื่อมพักการรับอยู่', 'The connector is paused.'],
  call_not_open: ['API token นี้ยังไม่มีสิทธิ์ส่งมาที่ตัวเชื่อมนี้', 'This API token is not allowed to send to this connector.'],
  scope_missing: ['API key นี้ไม่มีสิทธิ์ event:write', 'This API key lacks the scope event:write.'],
  too_many_requests: ['ส่งถี่เกินไป', 'Too many requests.'],
  idempotency_conflict: ['ใช้ Idempotency-Key เดิมกับข้อมูลอื่น', 'The same Idempotency-Key was used for other items.'],
  unprocessable: ['รูปแบบของคำขอไม่ถูกต้อง', 'The format of the request is wrong.'],
  token_inactive: ['API token นี้ถูกปิดใช้งาน', 'This API token is turned off.'],
  key_expired: ['API key หรือ API token นี้หมดอายุแล้ว', 'This API key or API token has expired.'],
  key_revoked: ['API key หรือ API token นี้ถูกเพิกถอนแล้ว', 'This API key or API token was revoked.'],
})
