import type { Layout } from './layout.ts'

/** Customers of Stripe. */
export const stripe: Layout = {
  name: { th: 'ลูกค้าจาก Stripe', en: 'Stripe customers' },
  source: {
    kind: 'public sample',
    url: 'https://github.com/kanema20/primeorca/blob/69c2b7a1e5b4938613f36ece24be893f40fde795/unified_customers.csv',
  },
  columns: [
    ['detected', 'Name'],
    ['email', 'Email'],
    ['detected', 'Description'],
    ['address', 'Card Address Line1'],
    ['address', 'Card Address Line2'],
    ['address', 'Card Address City'],
    ['address', 'Card Address State'],
    ['address', 'Card Address Zip'],
    ['address', 'Card Address Country'],
  ],
  notNeeded: `
    id | Created (UTC) | Delinquent | Card ID | Card Last4 | Card Brand | Card Funding | Card Exp Month |
    Card Exp Year | Card Name | Card Issue Country | Card Fingerprint | Card CVC Status | Card AVS Zip Status |
    Card AVS Line1 Status | Card Tokenization Method | Plan | Status | Cancel At Period End | Account Balance |
    Currency | Total Spend | Payment Count | Average Order | Refunded Volume | Dispute Losses | Business Vat ID |
    Tax Location Recognized
  `,
}
