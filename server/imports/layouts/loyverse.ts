import type { Layout } from './layout.ts'

/** Customers of Loyverse. */
export const loyverse: Layout = {
  name: { th: 'ลูกค้าจาก Loyverse', en: 'Loyverse customers' },
  source: 'unproven',
  columns: [
    ['detected', 'Customer name'],
    ['email', 'Email'],
    ['phone', 'Phone'],
    ['detected', 'Address'],
    ['detected', 'City'],
    ['detected', 'Province'],
    ['detected', 'Postal code'],
    ['detected', 'Country'],
    ['new_key', 'Customer code'],
    ['detected', 'Note'],
  ],
  notNeeded: 'Customer ID | Points balance | First visit | Last visit | Total visits | Total spent',
}
