import { words } from '../../data/text.ts'

/** Words of rows and results of a run. */
export const recordText = words({
  matchedBy: ['พบจาก{field}', 'found by {field}'],
  withheld: [
    'พบจากข้อมูลอ่อนไหวที่คุณไม่มีสิทธิ์ดู จึงไม่แสดงว่าเป็นลูกค้ารายใด',
    'Matched by a value you do not have permission to see, so the customer is not shown',
  ],
  labels: ['ป้ายกำกับ', 'Label'],
  newLabel: ['{name} (ใหม่)', '{name} (new)'],
  labelCount: ['{count} ป้าย', '{count} labels', '{count} label'],
  addsActivity: ['เพิ่มกิจกรรม “{name}”', 'Adds the activity “{name}”'],
  addsActivityUnnamed: ['เพิ่มกิจกรรม', 'Adds an activity'],
  activityAt: ['วันที่ทำกิจกรรม', 'Activity date'],
  value: ['ค่า', 'Value'],
  seeValues: ['ดูค่าที่เพิ่ม', 'View the values'],
  details: ['รายละเอียด', 'Details'],

  correctable: [
    '{count} แถวผิดพลาด แก้แล้วนำเข้าเฉพาะแถวนี้ได้',
    '{count} rows failed: correct them and import just those',
    '{count} row failed: correct it and import just that one',
  ],
  correctableHeld: [
    '{count} แถวผิดพลาด แก้แล้วนำเข้าเฉพาะแถวนี้ได้ ไฟล์มีแถวที่รอยืนยันด้วย',
    '{count} rows failed: correct them and import just those. The file also contains the waiting rows.',
    '{count} row failed: correct it and import just that one. The file also contains the waiting rows.',
  ],
  correctableCells: ['แถวที่มีช่องเว้นว่างอยู่ในไฟล์แก้ไขด้วย', 'The correction file contains the rows with cells left empty.'],
  download: ['ดาวน์โหลดไฟล์แก้ไข', 'Download correction file'],
  downloadFile: ['ดาวน์โหลดไฟล์ต้นฉบับ', 'Download the original file'],

  runAgain: ['ทดลองแล้วนำเข้าอีกครั้ง', 'Test and import again'],

  author: ['ผู้เริ่ม', 'Started by'],
  duration: ['ใช้เวลา', 'Took'],
  seconds: ['{count} วินาที', '{count} s'],
  minutes: ['{count} นาที', '{count} min'],
  hours: ['{hours} ชม. {minutes} นาที', '{hours} h {minutes} min'],
  activities: ['กิจกรรม', 'Activities'],
  withActivities: ['เพิ่มกิจกรรม {count} รายการ', '{count} activities added', '{count} activity added'],

  rowsAndColumns: ['แถวและคอลัมน์', 'Rows and columns'],
  reading: ['วิธีอ่านไฟล์', 'How the file is read'],
  separated: ['คั่นคอลัมน์ด้วย{delimiter}', 'columns separated by: {delimiter}'],
  sheet: ['ชีต “{name}”', 'sheet “{name}”'],
  noHeader: ['ไม่มีแถวชื่อคอลัมน์', 'no column names'],
  warnings: ['สิ่งที่ควรทราบ', 'Please note'],
})
