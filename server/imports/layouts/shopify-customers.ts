import type { Layout } from './layout.ts'

/** Customers of Shopify. */
export const shopifyCustomers: Layout = {
  name: { th: 'ลูกค้าจาก Shopify', en: 'Shopify customers' },
  source: {
    kind: 'public sample',
    url: 'https://github.com/UmbraNova/db-csv-editor/blob/0fccc88b2fb4a43d388828dd8da95406ce839708/customers_export.csv',
  },
  columns: [
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['email', 'Email'],
    ['phone', 'Phone'],
    ['phone', 'Default Address Phone'],
    ['company', 'Default Address Company'],
    ['address', 'Default Address Address1'],
    ['address', 'Default Address Address2'],
    ['address', 'Default Address City'],
    ['address', 'Default Address Province Code'],
    ['address', 'Default Address Zip'],
    ['address', 'Default Address Country Code'],
    ['labels', 'Tags'],
    ['detected', 'Accepts Email Marketing'],
    ['detected', 'Accepts SMS Marketing'],
    ['detected', 'Note'],
  ],
  notNeeded: 'Customer ID | Total Spent | Total Orders | Tax Exempt',
}
