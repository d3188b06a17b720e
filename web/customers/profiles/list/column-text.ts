import { words } from '../../../data/text.ts'

export const columnText = words({
  search: ['ค้นหาคอลัมน์', 'Search columns'],
  reset: ['คืนค่าเริ่มต้น', 'Reset'],
  hint: [
    'ลากหรือกดลูกศรขึ้นลงเพื่อเรียงลำดับ ปักหมุดเพื่อให้เห็นอยู่เสมอ',
    'Drag or use the arrow keys to reorder. Pin the columns you always want to see.',
  ],
  move: ['เลื่อนคอลัมน์ {name}', 'Move the column {name}'],
  pin: ['ปักหมุด {name} ไว้ทางซ้าย', 'Pin {name} on the left'],
  placed: ['{name} อยู่ลำดับที่ {place} จาก {count}', '{name} is number {place} of {count}'],
  options: ['ตัวเลือกของคอลัมน์ {name}', 'Options for the column {name}'],
  sortedOptions: ['ตัวเลือกของคอลัมน์ {name} เรียง{order}', 'Options for the column {name}, sorted {order}'],
  filter: ['กรองคอลัมน์นี้', 'Filter by this column'],
  pinHere: ['ปักหมุดไว้ทางซ้าย', 'Pin on the left'],
  unpinHere: ['เลิกปักหมุด', 'Unpin'],
  moveLeft: ['ย้ายไปทางซ้าย', 'Move left'],
  moveRight: ['ย้ายไปทางขวา', 'Move right'],
  hide: ['ซ่อนคอลัมน์', 'Hide column'],
  nothing: ['ไม่พบคอลัมน์ที่ตรงกัน', 'No column matches'],
})
