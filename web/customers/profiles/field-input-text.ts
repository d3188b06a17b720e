import { words } from '../../data/text.ts'

export const fieldInput = words({
  notStated: ['ไม่ระบุ', 'Not stated'],
  openCalendar: ['เลือก{name}จากปฏิทิน', 'Choose {name} from a calendar'],
  calendar: ['ปฏิทิน', 'Calendar'],
  month: ['เดือน', 'Month'],
  year: ['ปี', 'Year'],
  buddhistYear: ['ปี พ.ศ.', 'Year (BE)'],
  previousMonth: ['เดือนก่อนหน้า', 'Previous month'],
  nextMonth: ['เดือนถัดไป', 'Next month'],
  today: ['วันนี้', 'Today'],
})
