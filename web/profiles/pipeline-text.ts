import { words } from '../core/text.ts'

/** What is said while profiles can't be changed. */
export const pipelineText = words({
  running: ['กำลังนำเข้า “{name}” {percent}%', 'Importing “{name}”, {percent}%'],
  undoing: ['กำลังเลิกทำการนำเข้า “{name}” {percent}%', 'Undoing the import “{name}”, {percent}%'],
  somethingRuns: ['ระบบกำลังประมวลผลข้อมูล', 'Data is being processed'],
  seconds: ['เหลือประมาณ {count} วินาที', 'about {count} seconds left', 'about {count} second left'],
  minutes: ['เหลือประมาณ {count} นาที', 'about {count} minutes left', 'about {count} minute left'],
  locked: ['ยังแก้ไขโปรไฟล์ไม่ได้', 'Profiles cannot be edited until it is done.'],
  see: ['ดูความคืบหน้า', 'See progress'],
})
