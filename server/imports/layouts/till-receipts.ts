import type { Layout } from './layout.ts'

/** Receipts of Loyverse, one row per receipt. */
export const tillReceipts: Layout = {
  name: { th: 'ใบเสร็จจาก Loyverse', en: 'Loyverse receipts' },
  source: 'unproven',
  columns: [
    ['order_date', 'Date', 'วันที่'],
    ['order_number', 'Receipt number', 'เลขที่ใบเสร็จ'],
    ['order_total', 'Net sales', 'ยอดขายสุทธิ'],
    ['branch', 'Store', 'ร้านค้า'],
    ['items', 'Description', 'คำอธิบาย'],
    ['detected', 'Customer name', 'ชื่อลูกค้า'],
    ['phone', 'Customer contacts', 'ติดต่อลูกค้า'],
  ],
  notNeeded: `
    Receipt type | Gross sales | Discounts | Taxes | Total collected | Cost of goods | Gross profit |
    Payment type | POS | Cashier name | Status
  `,
}
