import type { Layout } from './layout.ts'

/** Bills of a till, one row per bill. */
export const tillBills: Layout = {
  name: { th: 'รายงานบิลจากเครื่องขาย', en: 'Bills of a till' },
  source: 'unproven',
  columns: [
    ['order_number', 'เลขที่บิล'],
    ['order_date', 'วันที่'],
    ['detected', 'ชื่อลูกค้า'],
    ['phone', 'เบอร์โทร'],
    ['branch', 'สาขา'],
    ['order_total', 'ยอดสุทธิ'],
  ],
  notNeeded: 'เวลา | ยอดรวมก่อนลด | ส่วนลด | ภาษีมูลค่าเพิ่ม | วิธีชำระเงิน | พนักงาน',
}
