import type { Layout } from './layout.ts'

/** Contacts of Odoo, as its list is exported. */
export const odoo: Layout = {
  name: { th: 'รายชื่อติดต่อจาก Odoo', en: 'Odoo contacts' },
  source: {
    kind: 'public sample',
    url: 'https://github.com/MrsJanish/PatriotSigns/blob/68a2897c3d56ed5c3a8327106eab1819898bc5d2/Contact%20(res.partner).csv',
  },
  columns: [
    ['detected', 'Complete Name'],
    ['email', 'Email'],
    ['phone', 'Phone'],
    ['company', 'Company Name'],
    ['detected', 'Country'],
  ],
  notNeeded: 'Avatar 128 | Activities | Stats | Company',
}
