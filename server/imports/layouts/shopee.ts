import type { Layout } from './layout.ts'

/** Orders of Shopee, one row per item. It repeats the total of an order on its rows. */
export const shopee: Layout = {
  name: { th: 'คำสั่งซื้อจาก Shopee', en: 'Shopee orders' },
  source: {
    kind: 'public code',
    url: 'https://github.com/llFridayll/Nimbo/blob/a82c7ee155b28acebfafc91eb8e041f417efc56d/src/lib/platforms/shopeeImport.ts',
  },
  columns: [
    ['order_number', 'หมายเลขคำสั่งซื้อ'],
    ['new_key', 'ชื่อผู้ใช้ (ผู้ซื้อ)'],
    ['order_date', 'วันที่ทำการสั่งซื้อ'],
    ['items', 'ชื่อสินค้า'],
    ['quantity', 'จำนวน'],
    ['order_total', 'จำนวนเงินทั้งหมด'],
    ['detected', 'ชื่อผู้รับ'],
    ['phone', 'หมายเลขโทรศัพท์'],
    ['detected', 'จังหวัด'],
    ['detected', 'เขต/อำเภอ'],
  ],
  notNeeded: `
    สถานะการสั่งซื้อ | ตัวเลือกการจัดส่ง | *หมายเลขติดตามพัสดุ | เลขอ้างอิง SKU (SKU Reference No.) |
    ชื่อตัวเลือก | ราคาขาย
  `,
}
