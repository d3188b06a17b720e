import { words } from '../../../data/text.ts'

/** The words of the list. */
export const sourceList = words({
  allTypes: ['ทั้งหมด', 'All'],
  types: ['ประเภทแหล่งข้อมูล', 'Kinds of data sources'],
  local_file: ['ไฟล์', 'Files'],
  openapi: ['Open API', 'Open API'],
  created: ['วันที่สร้าง', 'Created'],
  anyDay: ['สร้างเมื่อใดก็ได้', 'Created any time'],
  today: ['สร้างวันนี้', 'Created today'],
  last7: ['สร้างใน 7 วันล่าสุด', 'Created in the last 7 days'],
  last30: ['สร้างใน 30 วันล่าสุด', 'Created in the last 30 days'],
  month: ['สร้างเดือนนี้', 'Created this month'],
  between: ['เลือกช่วงวันที่สร้าง', 'Choose dates'],
  from: ['สร้างตั้งแต่', 'Created from'],
  to: ['สร้างถึง', 'Created until'],
  enabled: ['นำเข้าได้', 'Can import'],
  disabled: ['ปิดการนำเข้า', 'Imports off'],
  enable: ['ให้นำเข้าจาก {name} ได้', 'Allow imports from {name}'],
  actions: ['ตัวเลือก', 'Options'],
  actionsOf: ['ตัวเลือกของ {name}', 'Options for {name}'],
  held: ['รอยืนยัน', 'Waiting'],
  seeHeld: [
    'ดู {count} แถวที่รอยืนยันของ {name}',
    'View {count} waiting rows of {name}',
    'View {count} waiting row of {name}',
  ],
  seeResult: ['ดูผลการนำเข้า', 'View the result'],
  downloadFile: ['ดาวน์โหลดไฟล์ต้นฉบับ', 'Download the original file'],
})
