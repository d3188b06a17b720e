import { words } from '../../../data/text.ts'

/** Texts of saved views. */
export const viewText = words({
  options: ['ตัวเลือกของมุมมอง {name}', 'Options of the view {name}'],
  saveChanges: ['บันทึกการเปลี่ยนแปลง', 'Save the changes'],
  overTitle: ['ต้องการบันทึกทับมุมมอง “{name}” หรือไม่', 'Save over the view “{name}”?'],
  overText: ['ตัวกรองและการเรียงลำดับเดิมของมุมมองนี้จะหายไป', 'Its earlier filters and order are lost.'],
  overShared: [
    'ตัวกรองและการเรียงลำดับเดิมจะหายไปสำหรับทุกคนในร้าน',
    'Its earlier filters and order are lost for everyone in the store.',
  ],
  saveAs: ['บันทึกเป็นมุมมองใหม่', 'Save as a new view'],
  revert: ['กลับไปเป็นอย่างที่บันทึกไว้', 'Discard the changes'],
  rename: ['เปลี่ยนชื่อ', 'Rename'],
  share: ['แชร์กับทั้งร้าน', 'Share with the store'],
  unshare: ['เลิกแชร์', 'Stop sharing'],
  makeDefault: ['ใช้เป็นมุมมองเริ่มต้นของฉัน', 'Use as my default view'],
  noDefault: ['เลิกใช้เป็นมุมมองเริ่มต้น', 'Stop using as my default view'],
  delete: ['ลบมุมมอง', 'Delete the view'],
  deleteTitle: ['ต้องการลบมุมมอง “{name}” หรือไม่', 'Delete the view “{name}”?'],
  deleteShared: ['ทุกคนในร้านจะไม่เห็นมุมมองนี้อีก', 'It disappears for everyone in the store.'],
  by: ['สร้างโดย {name}', 'Created by {name}'],
  newTitle: ['บันทึกมุมมองใหม่', 'Save a new view'],
  renameTitle: ['เปลี่ยนชื่อมุมมอง', 'Rename the view'],
  name: ['ชื่อมุมมอง', 'Name'],
  keeps: [
    'มุมมองจะจำคำค้นหา ตัวกรอง และการเรียงลำดับที่เห็นอยู่ตอนนี้',
    'It keeps the search, filters and order that you see now.',
  ],
  withColumns: ['จำคอลัมน์ที่เห็นอยู่ด้วย', 'Keep the columns too'],
  withColumnsText: ['ถ้าไม่เลือก แต่ละคนจะเห็นคอลัมน์ของตัวเอง', 'Otherwise everyone sees their own columns.'],
  shared: ['แชร์กับทุกคนในร้าน', 'Share with everyone in the store'],
  saved: ['บันทึกมุมมอง “{name}” แล้ว', 'The view “{name}” is saved'],
  defaultSaved: ['รายชื่อลูกค้าจะเปิดด้วยมุมมอง “{name}”', 'The list now opens with “{name}”'],
  defaultGone: ['รายชื่อลูกค้าจะเปิดด้วยลูกค้าทั้งหมด', 'The list now opens with all customers'],
  deleted: ['ลบมุมมอง “{name}” แล้ว', 'The view “{name}” is deleted'],
})
