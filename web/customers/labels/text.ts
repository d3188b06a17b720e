import { words } from '../../data/text.ts'

/** Texts of choosing and creating labels. */
export const labelText = words({
  labels: ['ป้ายกำกับ', 'Labels'],
  choose: ['เลือกป้ายกำกับ', 'Choose labels'],
  none: ['ไม่พบป้ายกำกับ', 'No label found'],
  create: ['สร้างป้ายกำกับ', 'New label'],
  createNamed: ['สร้างป้ายกำกับ “{name}”', 'New label “{name}”'],
  gone: ['ป้าย {id}', 'Label {id}'],
  name: ['ชื่อป้ายกำกับ', 'Label name'],
  noComma: ['ชื่อป้ายกำกับใช้ลูกน้ำ (,) ไม่ได้', 'A label name cannot contain a comma.'],
  color: ['สี', 'Colour'],
  save: ['สร้างป้ายกำกับ', 'Create label'],

  gray: ['เทา', 'Grey'],
  red: ['แดง', 'Red'],
  pink: ['ชมพู', 'Pink'],
  grape: ['ม่วงองุ่น', 'Grape'],
  violet: ['ม่วง', 'Violet'],
  indigo: ['คราม', 'Indigo'],
  blue: ['น้ำเงิน', 'Blue'],
  cyan: ['ฟ้า', 'Cyan'],
  teal: ['เขียวหัวเป็ด', 'Teal'],
  green: ['เขียว', 'Green'],
  lime: ['เขียวอ่อน', 'Lime'],
  yellow: ['เหลือง', 'Yellow'],
  orange: ['ส้ม', 'Orange'],
})
