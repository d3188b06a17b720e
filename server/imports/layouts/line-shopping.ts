import type { Layout } from './layout.ts'

/** Orders of a LINE shop, one row per item. */
export const lineShopping: Layout = {
  name: { th: 'คำสั่งซื้อจาก LINE SHOPPING', en: 'LINE SHOPPING orders' },
  source: 'unproven',
  columns: [
    ['order_number', 'หมายเลขคำสั่งซื้อ', 'Order No.'],
    ['order_date', 'วันที่สั่งซื้อ', 'Order date'],
    ['detected', 'ชื่อลูกค้า', 'Customer name'],
    ['phone', 'เบอร์โทรศัพท์', 'Phone number'],
    ['email', 'อีเมล', 'Email'],
    ['address', 'ที่อยู่จัดส่ง', 'Shipping address'],
    ['items', 'ชื่อสินค้า', 'Product name'],
    ['quantity', 'จำนวน', 'Quantity'],
    ['order_total', 'ยอดรวมสุทธิ', 'Grand total'],
  ],
  notNeeded: 'สถานะคำสั่งซื้อ | วิธีการชำระเงิน | หมายเลขพัสดุ',
}
