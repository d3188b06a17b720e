import type { Layout } from './layout.ts'

/** Customers of WooCommerce, as its report is downloaded. */
export const woocommerce: Layout = {
  name: { th: 'ลูกค้าจาก WooCommerce', en: 'WooCommerce customers' },
  source: {
    kind: 'vendor',
    url: 'https://github.com/woocommerce/woocommerce/blob/06b8f53a09f44a28d9527209d7813dd0d5c2e4d9/plugins/woocommerce/src/Admin/API/Reports/Customers/Controller.php',
  },
  columns: [
    ['detected', 'Name'],
    ['email', 'Email'],
    ['phone', 'Billing Phone'],
    ['phone', 'Shipping Phone'],
    ['address', 'City'],
    ['address', 'Region'],
    ['address', 'Postal Code'],
    ['address', 'Country / Region'],
  ],
  notNeeded: 'Username | Last Active | Sign Up | Orders | Total Spend | AOV | Role',
}
