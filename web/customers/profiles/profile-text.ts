import { words } from '../../data/text.ts'

/** Words of the pages of one customer. Words of the list are in text.ts, which loads before the first rows. */
export const profileText = words({
  personal: ['ข้อมูลส่วนตัว', 'Personal'],
  contact: ['การติดต่อ', 'Contact'],
  business: ['ธุรกิจและการซื้อ', 'Business and purchases'],
  own: ['ฟิลด์ที่กำหนดเอง', 'Custom fields'],
  labelsAndSegments: ['ป้ายกำกับและเซกเมนต์', 'Labels and segments'],
  record: ['ข้อมูลในระบบ', 'In Ruam'],
  fullName: ['ชื่อ-นามสกุล', 'Full name'],
  fullNameEn: ['ชื่อ-นามสกุล (ภาษาอังกฤษ)', 'Full name (EN)'],
  masked: ['ปิดบังไว้ คุณไม่มีสิทธิ์ดูข้อมูลนี้', 'Hidden. You do not have permission to see this.'],
  show: ['แสดง', 'Show'],
  showValue: ['แสดง{name}', 'Show {name}'],
  shownLogged: ['การเปิดดูอยู่ในประวัติการใช้งานแล้ว', 'The audit log records that you viewed it.'],
  age: ['อายุ {years} ปี', '{years} years old', '{years} year old'],
})
