import { words } from '../../data/text.ts'

/** Names of the buttons that mend a connection, the same on every screen. */
export const repairText = words({
  keys: ['เปลี่ยนคีย์', 'Change keys'],
  manager: ['เปิดหน้าของ LINE', 'Open at LINE'],
  console: ['เปิดหน้าของ LINE', 'Open at LINE'],
  set_webhook: ['ตั้งค่าและทดสอบ', 'Set and test'],
  check: ['ตรวจอีกครั้ง', 'Check again'],
  disconnect: ['เลิกเชื่อมต่อ', 'Disconnect'],
  newTab: ['เปิดในแท็บใหม่', 'opens in a new tab'],
})
