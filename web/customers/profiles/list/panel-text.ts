import { words } from '../../../data/text.ts'

export const panelText = words({
  title: ['ดูย่อลูกค้า', 'Quick view'],
  place: ['รายที่ {place} จาก {count} ในหน้านี้', '{place} of {count} on this page'],
  before: ['รายก่อนหน้า', 'Previous customer'],
  after: ['รายถัดไป', 'Next customer'],
  full: ['เปิดหน้าเต็ม', 'Open the full page'],
  more: ['ตัวเลือกอื่น', 'More actions'],
  labels: ['ป้ายกำกับและเซกเมนต์', 'Labels and segments'],
  fields: ['ข้อมูล', 'Details'],
  activities: ['กิจกรรมล่าสุด', 'Latest activities'],
  gone: [
    'ไม่พบลูกค้ารายนี้แล้ว อาจถูกลบหรือรวมกับรายอื่น',
    'This customer was not found. They may have been deleted or merged with another.',
  ],
})
