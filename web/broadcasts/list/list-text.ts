import { words } from '../../data/text.ts'

export const listText = words({
  anyStatus: ['ทุกสถานะ', 'Any status'],
  anyTarget: ['ทุกกลุ่มเป้าหมาย', 'Any target'],
  sentTo: ['ส่งถึง', 'Sent to'],
  clicks: ['กดลิงก์', 'Clicks'],
  effect: ['ได้ผล', 'Effect'],
  gain: ['{baht} บาท', '{baht} baht'],
  perCustomer: ['ต่อราย', 'per customer'],
  unclear: ['ยังบอกไม่ได้', 'Not clear'],
  daysLeft: ['วัดอีก {count} วัน', '{count} more days', '{count} more day'],
  planned: ['จะส่ง', 'Planned'],
  account: ['บัญชี', 'Account'],
  showCalendar: ['แสดงปฏิทิน', 'Show the calendar'],
})
