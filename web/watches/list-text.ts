import { words } from '../data/text.ts'

/** Words of the list of watches. */
export const watchListText = words({
  label: ['ไฟล์อัตโนมัติ', 'Automatic files'],
  search: ['ค้นหาชื่อหรือไฟล์', 'Search names and files'],
  shown: ['แสดง', 'Shown'],
  all: ['ทั้งหมด', 'All'],
  attention: ['ต้องดู', 'Needs attention'],
  paused: ['พักไว้', 'Paused'],
  add: ['เพิ่มไฟล์อัตโนมัติ', 'Add automatic files'],
  total: ['{count} แหล่ง', '{count} sources', '{count} source'],
  week: [
    '7 วันล่าสุดนำเข้าแล้ว {imported} ไฟล์ รออยู่ {waiting} ไฟล์',
    '{imported} files imported in the last 7 days, {waiting} waiting',
  ],
  still: ['ไฟล์ที่กำลังเขียนจะรอจนขนาดนิ่งก่อนอ่าน', 'A file still being written is read once its size stops changing.'],
  actionsOf: ['จัดการ {name}', 'Actions of {name}'],
  noFiles: ['ยังไม่มีไฟล์มา', 'No files yet'],
  emptyTitle: ['ยังไม่มีไฟล์อัตโนมัติ', 'No automatic files'],
  emptyText: [
    'ให้โปรแกรมหน้าร้านวางไฟล์ไว้ แล้วระบบนำเข้าให้เองเมื่อไฟล์เป็นไปตามสัญญา',
    'Have the till drop its files in one place, and Ruam imports those that meet the terms.',
  ],
  nothing: ['ไม่พบไฟล์อัตโนมัติที่ตรงกัน', 'No automatic files match'],
  showAll: ['แสดงทั้งหมด', 'Show all'],
  deleteTitle: ['ลบไฟล์อัตโนมัติ “{name}”', 'Delete the automatic files “{name}”'],
  deleteText: [
    'ไฟล์ที่รออยู่จะถูกทิ้ง ข้อมูลที่นำเข้าแล้วยังอยู่ และไฟล์ต้นทางไม่ถูกลบ',
    'Waiting files are discarded. Imported data stays, and the original files are not deleted.',
  ],
})
