import { words } from '../../data/text.ts'

export const text = words({
  label: ['รายชื่อลูกค้า', 'Customers'],
  importData: ['นำเข้าข้อมูล', 'Import data'],
  updatedAt: ['วันที่อัปเดต', 'Update Date'],
  firstName: ['ชื่อ', 'First Name'],
  lastName: ['นามสกุล', 'Last Name'],
  email: ['อีเมล', 'Email'],
  phone: ['เบอร์โทร', 'Phone Number'],
  businessType: ['ประเภทธุรกิจ', 'Business Type'],
  company: ['ชื่อบริษัท', 'Company Name'],
  labels: ['ป้ายกำกับ', 'Label'],
  advanceLabels: ['เซกเมนต์', 'Segment'],
  createdAt: ['วันที่สร้าง', 'Created date'],
  noName: ['ไม่มีชื่อ', 'No name'],
  hiddenLabel: ['(ซ่อนในรายการ)', '(hidden in lists)'],
  removeLabel: ['นำป้ายกำกับ {name} ออก', 'Remove the label {name}'],
  moreLabels: ['อีก {count} รายการ: {names}', '{count} more: {names}'],

  sortBy: ['เรียงลำดับ', 'Sort by'],

  filter: ['ตัวกรอง', 'Filter'],
  filterCount: ['ตัวกรอง {count}', 'Filter {count}'],

  one: ['{count} ราย', '{count} customers', '{count} customer'],
  ofAll: ['ตรงตัวกรอง จากลูกค้า {total} ราย', 'match, of {total} customers', 'match, of {total} customer'],
  outOf: ['จาก {total} ราย', 'of {total}'],

  noLabels: ['ยังไม่มีป้ายกำกับ', 'No labels yet'],
  baht: ['{amount} บาท', '{amount} baht'],
  male: ['ชาย', 'Male'],
  female: ['หญิง', 'Female'],
  other: ['อื่น ๆ', 'Other'],
  unspecified: ['ไม่ระบุ', 'Not stated'],
  customer: ['ลูกค้าเลขที่ {id}', 'Customer no. {id}'],
})
