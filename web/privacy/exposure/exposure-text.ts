import { words } from '../../data/text.ts'

/** Texts of the page that finds out whom a login, a program, a file or the SQL account saw. */
export const exposureText = words({
  question: ['ช่วงเวลาและทางที่เห็น', 'Period and source'],
  source: ['ใครหรือทางใด', 'Who or what'],
  openIncident: ['เปิดเหตุรั่วไหลจากนี้', 'Open an incident from this'],
  choose: ['เลือกพนักงาน โปรแกรม หรือไฟล์', 'Choose a member, program or file'],
  person: ['การเข้าสู่ระบบของพนักงาน', 'Logins of members'],
  program: ['API key และ API token', 'API keys and tokens'],
  export: ['ไฟล์ส่งออก', 'Exported files'],
  sql: ['บัญชี SQL', 'SQL account'],
  left: ['{name} · ออกแล้ว {date}', '{name} · left {date}'],
  revoked: ['{name} · ยกเลิกแล้ว {date}', '{name} · revoked {date}'],
  file: ['{name} · {date}', '{name} · {date}'],
  oneFile: ['ไฟล์เลขที่ {id}', 'File no. {id}'],

  certain: ['เห็นแน่นอน', 'Certainly seen'],
  certainText: ['มีบันทึกคำตอบหรือไฟล์ นับคนละครั้ง', 'Answers or files are recorded. Each person counts once.'],
  possible: ['อาจเห็น', 'Possibly seen'],
  possibleText: ['มีสิทธิ์แต่ไม่มีบันทึก ไม่รวมกับที่เห็นแน่นอน', 'The right existed, but nothing is recorded. Not in the former.'],
  noRight: ['ไม่มีสิทธิ์หรือไม่ได้ใช้ในช่วงนี้', 'No right, or not in use in this period'],
  atMost: [
    'ไม่เกิน {count} แถวของไฟล์',
    'No more than the {count} rows of the file',
    'No more than the only row of the file',
  ],
  people: ['{count} ราย', '{count} people', '{count} person'],

  fields: ['ฟิลด์ที่เห็นแน่นอน', 'Fields certainly seen'],
  possibleFields: ['ฟิลด์ที่อาจเห็น', 'Fields possibly seen'],
  ways: ['ทางที่เห็น', 'Ways'],
  waysText: ['รายหนึ่งอาจเห็นได้หลายทาง จึงบวกกันไม่ได้', 'One person may have been seen by several: they do not add up.'],
  noWays: ['ไม่มีบันทึก', 'Nothing is recorded'],

  list: ['ลูกค้าที่เห็นแน่นอน', 'Customers certainly seen'],
  customer: ['ลูกค้า', 'Customer'],
  seenFields: ['ข้อมูลที่เห็น', 'Seen'],
  last: ['ครั้งสุดท้าย', 'Last time'],
  byId: ['อ่านทีละราย', 'Read by id'],
  gone: ['ลูกค้าที่ลบแล้ว', 'Deleted customer'],
  unnamed: ['ลูกค้าเลขที่ {id}', 'Customer no. {id}'],
  foot: ['{from} ถึง {to}', '{from} to {to}'],
  since: [
    'บันทึกเป็นรายชั่วโมง ครบตั้งแต่ {date} สิทธิ์และรายการฟิลด์ใช้ของวันนี้ ถ้าสิทธิ์เปลี่ยนในช่วงนี้ นับเหมือนมีทุกสิทธิ์',
    'Recorded by the hour, complete since {date}. Rights and field lists are those of today; if rights changed since, all of them count.',
  ],
  emptyTitle: ['เลือกว่าใครหรือทางใด', 'Choose who or what'],
  emptyText: [
    'จะเห็นว่าในช่วงนี้เห็นลูกค้ารายใดแน่นอน และอาจเห็นอีกกี่ราย',
    'You learn whom it certainly saw in the period, and how many more it could have seen.',
  ],
  noneTitle: ['ไม่มีบันทึกว่าเห็นลูกค้ารายใด', 'No recorded customer'],
  noneText: ['ดูจำนวนที่อาจเห็นด้านบน', 'The number of possible ones is above.'],
})
