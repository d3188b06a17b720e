import { words } from '../../data/text.ts'

/** Texts while profiles are locked. */
export const pipelineText = words({
  running: ['กำลังนำเข้า “{name}” {percent}%', 'Importing “{name}”, {percent}%'],
  undoing: ['กำลังเลิกทำการนำเข้า “{name}” {percent}%', 'Undoing the import “{name}”, {percent}%'],
  somethingRuns: ['ระบบกำลังประมวลผลข้อมูล', 'Data is being processed'],
  locked: ['ยังแก้ไขข้อมูลลูกค้าไม่ได้', 'Customers cannot be edited until this is done.'],
  kept: [
    'ยังบันทึกไม่ได้ สิ่งที่กรอกไว้ยังอยู่ และบันทึกได้ทันทีที่เสร็จ',
    'You cannot save yet. What you typed is kept and can be saved as soon as this is done.',
  ],
  see: ['ดูความคืบหน้า', 'View progress'],
})
