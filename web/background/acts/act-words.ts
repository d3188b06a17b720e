import { words } from '../../data/text.ts'

export const actWords = words({
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
