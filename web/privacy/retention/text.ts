import { words } from '../../data/text.ts'

export const retentionText = words({
  title: ['ระยะเวลาเก็บข้อมูล', 'Retention'],
  about: [
    'ข้อมูลที่พ้นระยะเวลาจะถูกซ่อน 7 วัน ซึ่งนำกลับได้ แล้วจึงลบ',
    'Data whose period is over is hidden for 7 days, can be put back, and is then deleted',
  ],
  periods: ['ร้านกำหนดเอง', 'Set by the store'],
  activity: ['การซื้อและกิจกรรม', 'Purchases and activities'],
  note: ['โน้ต', 'Notes'],
  message: ['ข้อความในแชท', 'Chat messages'],
  forever: ['เก็บไว้ตลอด', 'Kept without an end'],
  months: ['เก็บ {count} เดือน', 'Kept for {count} months', 'Kept for {count} month'],
  by: ['{name} ตั้งเมื่อ {date}', 'set by {name} on {date}'],
  edit: ['ตั้งเวลา', 'Set period'],
  editOf: ['ตั้งเวลาของ{name}', 'Set the period of {name}'],

  rounds: ['ที่ซ่อนและลบ', 'Hidden and deleted'],
  noRounds: ['ยังไม่มีข้อมูลที่พ้นระยะเวลา', 'No data is over yet'],
  rows: ['{count} รายการ', '{count} entries', '{count} entry'],
  before: ['ก่อน {date}', 'before {date}'],
  hidden: ['ซ่อนอยู่ จะลบ {date}', 'Hidden, to be deleted on {date}'],
  returning: ['กำลังนำกลับ', 'On its way back'],
  back: ['นำกลับแล้ว {count} รายการ', '{count} put back', '{count} put back'],
  gone: ['ลบแล้ว', 'Deleted'],
  putBack: ['นำกลับ', 'Put back'],
  putBackOf: [
    'นำ {count} รายการของวันที่ {date} กลับ',
    'Put {count} entries of {date} back',
    'Put {count} entry of {date} back',
  ],
  putBackTitle: ['ต้องการนำ {count} รายการกลับใช่ไหม', 'Put {count} entries back?', 'Put {count} entry back?'],
  putBackNote: [
    'ระยะเวลาเก็บของ{name}จะปิด ไม่อย่างนั้นจะถูกซ่อนอีกครั้ง',
    'The period of {name} is turned off, or they would be hidden again.',
  ],

  fixed: ['ระบบกำหนดให้ทุกร้าน', 'The same in every store'],
  days: ['{count} วัน', '{count} days', '{count} day'],

  quiet: ['ลูกค้าที่ไม่เคลื่อนไหว', 'Customers without activity'],
  quietAbout: [
    'ไม่มีกิจกรรมและเพิ่มเข้าร้านก่อนหน้านั้น ดูรายชื่อแล้วเลือกลบถาวรได้',
    'No activity, and added before that. See the list and decide whom to erase.',
  ],
  years: ['ไม่มีกิจกรรมมา', 'No activity for'],
  year: ['{count} ปี', '{count} years', '{count} year'],
  seeQuiet: ['ดูรายชื่อ', 'See the list'],

  dialogTitle: ['เก็บ{name}นานเท่าไร', 'How long to keep {name}'],
  choice: ['ระยะเวลา', 'Period'],
  keep: ['เก็บไว้ตลอด', 'Keep without an end'],
  limit: ['ลบเมื่อพ้นระยะเวลา', 'Delete when the period is over'],
  monthsField: ['เดือน', 'Months'],
  monthsHint: ['{least} ถึง {most} เดือน', '{least} to {most} months'],
  monthsWrong: ['กรุณาใส่ {least} ถึง {most}', 'Enter {least} to {most}.'],
  goes: [
    'จะซ่อนวันนี้ {count} รายการ ที่เกิดก่อน {date}',
    '{count} entries before {date} will be hidden today',
    '{count} entry before {date} will be hidden today',
  ],
  waits: [
    'อีก {count} รายการรอ เพราะยังเลิกทำการนำเข้าหรือการรวมได้ หรือปักหมุดและรอติดตามอยู่',
    '{count} more wait: an import or a merge can still be undone, or they are pinned or to be followed up',
  ],
  oldest: ['เก่าที่สุด', 'Oldest'],
  none: ['วันนี้ไม่มีข้อมูลที่พ้นระยะเวลา', 'No data is over today'],
})
