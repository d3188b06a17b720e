import { words } from '../../data/text.ts'

/** Words of a range of days. */
export const daysText = words({
  today: ['วันนี้', 'Today'],
  from: ['ตั้งแต่', 'From'],
  to: ['ถึง', 'To'],
  anyDay: ['ทุกวัน', 'Any day'],
  between: ['เลือกช่วงวันที่', 'Choose dates'],
  last7: ['7 วันล่าสุด', 'Last 7 days'],
  last30: ['30 วันล่าสุด', 'Last 30 days'],
  thisMonth: ['เดือนนี้', 'This month'],
  dateUnread: ['วันที่ไม่ถูกต้อง กรุณาใส่เป็น วัน/เดือน/ปี', 'This date is not valid. Write it as day/month/year.'],
  since: ['ตั้งแต่ {date}', 'from {date}'],
  until: ['ถึง {date}', 'until {date}'],
})
