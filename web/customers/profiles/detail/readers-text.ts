import { words } from '../../../data/text.ts'

/** Texts of the page of a customer that lists who saw sensitive values. */
export const readersText = words({
  list: ['ใครเห็นข้อมูลอ่อนไหว', 'Who saw sensitive data'],
  kinds: ['ใครหรือทางใด', 'Viewer'],
  all: ['ทั้งหมด', 'All'],
  person: ['คน', 'People'],
  program: ['โปรแกรม', 'Programs'],
  export: ['ไฟล์', 'Files'],
  sql: ['SQL', 'SQL'],
  period: ['ช่วงเวลา', 'Period'],
  days30: ['30 วันล่าสุด', 'Last 30 days'],
  days90: ['90 วันล่าสุด', 'Last 90 days'],
  days365: ['1 ปีล่าสุด', 'Last year'],
  ever: ['ทุกวันที่เก็บไว้', 'All that is kept'],

  when: ['เมื่อ', 'When'],
  viewer: ['ใคร', 'Viewer'],
  fields: ['ค่าที่เห็นเต็ม', 'Values in full'],
  way: ['ทาง', 'Way'],
  hour: ['{date} – {end}', '{date} – {end}'],
  hours: ['{first} ถึง {last}', '{first} to {last}'],
  formerProgram: ['โปรแกรมที่ลบแล้ว', 'A deleted program'],
  formerPerson: ['คนที่ไม่อยู่แล้ว', 'A former member'],
  sqlAccount: ['บัญชี SQL', 'SQL account'],
  noField: ['คอลัมน์ของไฟล์', 'Columns of a file'],
  exported: ['ส่งออกเป็นไฟล์', 'Exported to a file'],
  sqlWay: ['เปิดดูได้ทั้งร้าน ไม่มีบันทึกว่าอ่านแถวใด', 'Could read the whole store; rows are not recorded'],
  reads: ['{count} ครั้ง', '{count} times', 'once'],
  sessions: ['{count} การเชื่อมต่อ', '{count} sessions', '1 session'],
  maybe: ['อาจเห็น', 'Possibly'],

  since: [
    'นับเฉพาะเมื่อค่าที่ปิดบังแสดงเต็ม เวลาเป็นรายชั่วโมง บันทึกครบตั้งแต่ {date}',
    'Counts masked values that were shown in full, by the hour. Complete since {date}.',
  ],
  emptyTitle: ['ยังไม่มีใครเห็นค่าที่ปิดบัง', 'Masked values were not shown to anyone'],
  emptyText: [
    'เมื่อค่าที่ปิดบังของลูกค้ารายนี้แสดงเต็ม คนหรือโปรแกรมนั้นจะอยู่ที่นี่',
    'People and programs that are shown masked values of this customer appear here.',
  ],
})
