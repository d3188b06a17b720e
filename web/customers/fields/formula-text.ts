import { words } from '../../data/text.ts'

/** Words of computed fields. */
export const formulaText = words({
  source: ['ค่าในฟิลด์นี้', 'Values'],
  typed: ['กรอกหรือนำเข้า', 'Entered or imported'],
  computed: ['คำนวณให้อัตโนมัติ', 'Calculated automatically'],
  computedText: [
    'ระบบคำนวณค่าล่าสุดให้เสมอ แก้ไขหรือนำเข้าทับไม่ได้',
    'Always up to date. They cannot be edited or overwritten by an import.',
  ],
  what: ['คำนวณอะไร', 'What to calculate'],
  age: ['อายุ (ปี)', 'Age in years'],
  days_since: ['จำนวนวันนับจากวันที่', 'Days since a date'],
  days_since_activity: ['จำนวนวันนับจากกิจกรรมล่าสุด', 'Days since the last activity'],
  activity_count: ['จำนวนครั้งของกิจกรรม', 'Number of activities'],
  activity_sum: ['ผลรวมจากกิจกรรม', 'Total from activities'],
  activity_last: ['ค่าล่าสุดจากกิจกรรม', 'Latest value from activities'],
  sum: ['ผลรวมของหลายฟิลด์', 'Sum of several fields'],
  choose: ['เลือก', 'Choose'],
  ofDate: ['นับจาก', 'Counted from'],
  ofType: ['ประเภทกิจกรรม', 'Activity type'],
  ofValue: ['ฟิลด์ของกิจกรรม', 'Field of the activity'],
  ofNumbers: ['ฟิลด์ที่นำมารวม', 'Fields to add up'],
  days: ['ย้อนหลังกี่วัน', 'Looking back, in days'],
  daysText: ['เว้นว่างไว้เพื่อนับทั้งหมด', 'Leave it empty to count everything.'],
  noDates: ['ยังไม่มีฟิลด์ที่เป็นวันที่', 'There are no date fields yet.'],
  noTypes: ['ยังไม่มีประเภทกิจกรรม', 'There are no activity types yet.'],
  noNumbers: ['ยังไม่มีฟิลด์ที่ใช้ได้', 'There are no suitable fields yet.'],
  missing: ['กรุณาเลือก', 'Choose one'],
  example: ['ตัวอย่างจากลูกค้าจริง', 'Examples from your customers:'],
  noExample: ['ลูกค้าที่อัปเดตล่าสุดยังไม่มีค่านี้', 'Recently updated customers do not have this value yet.'],
  inFormulas: [
    'ฟิลด์คำนวณ {count} ฟิลด์ใช้ค่านี้ ({names})',
    '{count} computed fields use it ({names}).',
    '{count} computed field uses it ({names}).',
  ],
  keepsType: [
    'เปลี่ยนชนิดข้อมูลไม่ได้ เพราะฟิลด์คำนวณใช้ค่านี้อยู่ ({names})',
    'Its type cannot change: computed fields use it ({names}).',
  ],
})
