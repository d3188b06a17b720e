import { words } from '../../../data/text.ts'

export const text = words({
  label: ['เซกเมนต์และป้ายกำกับ', 'Segments and labels'],
  search: ['ค้นหาเซกเมนต์หรือป้ายกำกับ', 'Search segments and labels'],
  create: ['สร้างเซกเมนต์', 'New segment'],
  name: ['ชื่อ', 'Name'],
  type: ['ประเภท', 'Type'],
  updatedAt: ['แก้ไขล่าสุด', 'Last edited'],
  actions: ['ตัวเลือก', 'Options'],
  actionsOf: ['ตัวเลือกของ {name}', 'Options for {name}'],
  all: ['ทั้งหมด', 'All'],
  shown: ['แสดงหรือซ่อน', 'Shown or hidden'],
  anyShown: ['แสดงและซ่อน', 'Shown and hidden'],
  onlyShown: ['ที่แสดง', 'Shown'],
  onlyHidden: ['ที่ซ่อน', 'Hidden'],
  count: ['{count} รายการ', '{count} segments and labels', '{count} segment or label'],
  open: ['ดูรายละเอียด', 'View'],
  edit: ['แก้ไข', 'Edit'],
  emptyTitle: ['ยังไม่มีเซกเมนต์', 'No segments yet'],
  emptyText: [
    'เซกเมนต์คือกลุ่มลูกค้าที่ตรงเงื่อนไข เช่น ลูกค้าที่ห่างหาย 60 วัน ระบบคอยอัปเดตรายชื่อให้เอง',
    'A segment is a group of customers who match a rule, such as “lapsed for 60 days”. It updates automatically.',
  ],
})
