import { words } from '../../data/text.ts'

export const processingText = words({
  record: ['บันทึกกิจกรรมการประมวลผล', 'Record of processing'],
  about: ['สร้างจากสิ่งที่ร้านตั้งค่าและทำจริง ตามมาตรา 39', 'Made from what the store has set up and does (PDPA section 39)'],
  keep: ['เก็บและดาวน์โหลด', 'Keep and download'],
  since: ['เปลี่ยนจากฉบับ {date}', 'Changed since the record of {date}'],
  same: ['เหมือนฉบับ {date}', 'The same as the record of {date}'],
  never: ['ยังไม่เคยเก็บ', 'Not kept yet'],
  was: ['เดิม {facts}', 'before: {facts}'],
  kept: ['ฉบับที่เก็บไว้', 'Kept records'],
  by: ['โดย {name}', 'by {name}'],
  download: ['ดาวน์โหลด', 'Download'],
  downloadOf: ['ดาวน์โหลดฉบับ {date}', 'Download the record of {date}'],
  none: ['ไม่มี', 'None'],
})
