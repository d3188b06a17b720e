import type { Layout } from './layout.ts'

/** Bills of a restaurant, with their table. */
export const tillRestaurant: Layout = {
  name: { th: 'รายงานบิลจากร้านอาหาร', en: 'Bills of a restaurant' },
  source: 'unproven',
  columns: [
    ['order_number', 'เลขที่บิล'],
    ['order_date', 'วันเวลาปิดบิล'],
    ['detected', 'ชื่อสมาชิก'],
    ['phone', 'เบอร์สมาชิก'],
    ['order_total', 'ยอดชำระ'],
    ['branch', 'ชื่อสาขา'],
    ['channel', 'ช่องทางการขาย'],
  ],
  notNeeded: 'โต๊ะ | จำนวนลูกค้า | ค่าบริการ | ส่วนลด | ประเภทการชำระ',
}
