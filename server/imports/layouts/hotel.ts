import type { Layout } from './layout.ts'

/** Reservations of a hotel. */
export const hotel: Layout = {
  name: { th: 'การจองของโรงแรม', en: 'Hotel reservations' },
  source: 'unproven',
  columns: [
    ['order_number', 'Reservation No.', 'เลขที่การจอง'],
    ['detected', 'Guest Name', 'ชื่อผู้เข้าพัก'],
    ['email', 'Email', 'อีเมล'],
    ['phone', 'Phone', 'โทรศัพท์'],
    ['order_date', 'Check-in', 'วันที่เข้าพัก'],
    ['order_total', 'Total Amount', 'ยอดรวม'],
    ['items', 'Room Type', 'ประเภทห้อง'],
    ['channel', 'Source', 'ช่องทาง'],
  ],
  notNeeded: 'Check-out | Nights | Adults | Children | Room No. | Status',
}
