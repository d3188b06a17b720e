import type { Layout } from './layout.ts'

/** Items of bills of a till, one row per item. */
export const tillItems: Layout = {
  name: { th: 'รายงานสินค้าในบิลจากเครื่องขาย', en: 'Items of bills of a till' },
  source: 'unproven',
  columns: [
    ['order_number', 'เลขที่ใบเสร็จ'],
    ['order_date', 'วันที่ขาย'],
    ['detected', 'ลูกค้า'],
    ['phone', 'เบอร์โทรศัพท์'],
    ['items', 'รายการสินค้า'],
    ['quantity', 'จำนวน'],
    ['line_amount', 'ยอดขายสุทธิ'],
    ['branch', 'สาขา'],
  ],
  notNeeded: 'รหัสสินค้า | หมวดหมู่ | ราคาต่อหน่วย | ส่วนลด',
}
