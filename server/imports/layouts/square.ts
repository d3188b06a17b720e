import type { Layout } from './layout.ts'

/** Customers of Square. */
export const square: Layout = {
  name: { th: 'ลูกค้าจาก Square', en: 'Square customers' },
  source: 'unproven',
  columns: [
    ['firstName', 'First Name'],
    ['lastName', 'Last Name', 'Surname'],
    ['email', 'Email Address'],
    ['phone', 'Phone Number'],
    ['company', 'Company Name'],
    ['address', 'Street Address 1'],
    ['address', 'Street Address 2'],
    ['address', 'City'],
    ['address', 'State'],
    ['address', 'Postal Code'],
    ['birthDate', 'Birthday'],
    ['detected', 'Email Subscription Status'],
    ['detected', 'Memo'],
  ],
  notNeeded: `
    Reference ID | Square Customer ID | Creation Source | First Visit | Last Visit | Transaction Count |
    Lifetime Spend | Instant Profile
  `,
}
